import type { View } from '../view'

type Props = { view: View; keepsHistory: boolean; isHistoryPrivate: boolean; keepsAuthors: boolean }

/** What an editable dataset keeps of changes of its rows: the fields `history`, `historyForEditors` and `authors` of a form. */
export function HistoryChoices({ view, keepsHistory, isHistoryPrivate, keepsAuthors }: Props) {
  const { say } = view
  return (
    <>
      <label class="choice">
        <input type="checkbox" name="history" value="true" checked={keepsHistory} />
        <span>
          <strong>{say('keepHistory')}</strong>
          <span class="quiet">{say('keepHistoryHelp')}</span>
        </span>
      </label>
      <HistoryReaders view={view} isPrivate={isHistoryPrivate} />
      <label class="choice">
        <input type="checkbox" name="authors" value="true" checked={keepsAuthors} />
        <span>
          <strong>{say('keepAuthors')}</strong>
          <span class="quiet">{say('keepAuthorsHelp')}</span>
        </span>
      </label>
    </>
  )
}

/** Who reads the history: those who may edit the rows, or all their readers. */
export function HistoryReaders({ view: { say }, isPrivate }: { view: View; isPrivate: boolean }) {
  return (
    <label class="choice">
      <input type="checkbox" name="historyForEditors" value="true" checked={isPrivate} />
      <span>
        <strong>{say('historyForEditors')}</strong>
        <span class="quiet">{say('historyForEditorsHelp')}</span>
      </span>
    </label>
  )
}
