import type { Dataset } from '../../datasets'
import { SaveBar } from '../components/edit-section'
import { HistoryReaders } from '../components/history-choices'
import { readsHistory } from '../history/access'
import type { View } from '../view'

type Props = {
  view: View
  dataset: Dataset
  action: string
  /** The values of a refused form. */
  form: URLSearchParams | undefined
}

/** Whether an editable dataset keeps the earlier versions of its rows. */
export function HistoryForm({ view, dataset, action, form }: Props) {
  const { say } = view
  const { rest } = dataset.metadata
  const isKept = rest?.history === true
  // A history that is switched on is for editors, unless its form says otherwise.
  const isPrivate = isKept ? rest.historyForEditors === true : true
  return (
    <form class="form" method="post" action={action} data-unsaved={form ? 'changed' : ''} data-together>
      <input type="hidden" name="part" value="history" />
      <label class="choice">
        <input type="checkbox" name="history" value="true" checked={form ? form.has('history') : isKept} />
        <span>
          <strong>{say('keepHistory')}</strong>
          <span class="quiet">{say('keepHistoryHelp')}</span>
          <span class="quiet">{say(isKept ? 'historyEnds' : 'historyBegins')}</span>
        </span>
      </label>
      <HistoryReaders view={view} isPrivate={form ? form.has('historyForEditors') : isPrivate} />
      {readsHistory(view, dataset) && (
        <p>
          <a href={`${view.baseUrl}/dataset/${dataset.id}/history`}>{say('rowsHistory')}</a>
        </p>
      )}
      <SaveBar view={view} />
    </form>
  )
}

/** The change of the form. */
export const historyIn = (form: URLSearchParams) => ({
  rest: { history: form.has('history'), historyForEditors: form.has('historyForEditors') },
})
