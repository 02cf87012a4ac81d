/** The notice of columns that a new version of a file no longer has. */
import type { Dataset } from '../../datasets'
import { type RemovedColumns, removedColumns } from '../../datasets/runs'
import type { PageContext } from '../send'
import type { View } from '../view'
import { dismiss } from './dismissal'
import { allows } from './frame'

/** A cookie of the page of one dataset: the event of the notice that its reader has dismissed. */
const cookie = 'removed-columns'

/** The columns that the current version has lost without a review, for those who may replace it, until they dismiss the notice. */
export async function shownRemoval(view: View, dataset: Dataset): Promise<RemovedColumns | undefined> {
  if (dataset.nature !== 'file' || !allows(view, dataset, 'writeData')) return undefined
  const removed = await removedColumns(view.ctx, dataset.id)
  return removed && view.cookie(cookie) !== String(removed.event) ? removed : undefined
}

export function RemovedColumnsNotice(props: { view: View; dataset: Dataset; removed: RemovedColumns }) {
  const { view, dataset, removed } = props
  const { say, baseUrl } = view
  return (
    <form class="notice" method="post" action={`${baseUrl}/dataset/${dataset.id}/removed-columns`}>
      <p role="status">{say('columnsRemoved', { columns: removed.columns.join(', ') })}</p>
      <input type="hidden" name="event" value={String(removed.event)} />
      <a href={`${baseUrl}/dataset/${dataset.id}/schema`}>{say('tab:schema')}</a>
      <button type="submit">{say('dismissNotice')}</button>
    </form>
  )
}

/** Dismisses the notice in this browser: the one of a later version has another event. */
export const dismissRemoval = (c: PageContext): Promise<Response> => dismiss(c, { cookie, operation: 'writeData' })
