import type { View } from '../view'

type Props = { view: View; keepsHistory: boolean; keepsAuthors: boolean }

/** What an editable dataset keeps of changes of its rows: the fields `history` and `authors` of a form. */
export function HistoryChoices({ view: { say }, keepsHistory, keepsAuthors }: Props) {
  return (
    <>
      <label class="choice">
        <input type="checkbox" name="history" value="true" checked={keepsHistory} />
        <span>
          <strong>{say('keepHistory')}</strong>
          <span class="quiet">{say('keepHistoryHelp')}</span>
        </span>
      </label>
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
