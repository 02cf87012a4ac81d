/** The deleted rows of a dataset with history, with a button that restores each as a new row. */
import { ownValue } from '../../../schema/own-value'
import { element } from './notices'
import { newRow, type Row } from './row'
import { type Revision, revisionItem, valuesOfRevision } from './row-history'
import { Rows } from './rows'
import type { Settings } from './settings'
import { newId } from './store'
import { Texts } from './texts'

/** Revisions that are searched for deletions, and rows that are shown. */
const [searched, maxRows] = [1_000, 20]

export async function openDeletedRows(settings: Settings, onRestore: (row: Row) => void): Promise<void> {
  const texts = new Texts(settings, new Rows(settings.columns, settings.primaryKey))
  const dialog = element('deleted-rows') as HTMLDialogElement // a dialog of the page
  const list = dialog.querySelector('[data-revisions]')
  if (!list) return
  const read = async (path: string, size: number): Promise<Revision[]> => {
    const answer = await fetch(`${settings.api}${path}/revisions?size=${size}`, { cache: 'no-store' })
    if (!answer.ok) throw new Error(String(answer.status))
    return ((await answer.json()) as { results: Revision[] }).results // of revisions, newest first
  }
  try {
    const deleted = lastOfEach(await read('', searched)).filter(({ _deleted }) => _deleted)
    const rows = deleted.slice(0, maxRows).map(async (deletion) => {
      const revisions = await read(`/lines/${encodeURIComponent(deletion._id)}`, 2)
      const last = revisions.find(({ _deleted }) => !_deleted)
      if (!last) return []
      const values = valuesOfRevision(settings, last)
      const shown = settings.columns.flatMap((column) =>
        ownValue(last, column.key) === undefined
          ? []
          : texts.say('columnValue', { name: column.title, value: texts.cell(column, values[column.key]) }),
      )
      const restore = () => {
        onRestore(newRow(newId(), values))
        dialog.close()
      }
      return [revisionItem({ settings, revision: deletion, text: shown.join(' · '), say: texts.say, restore })]
    })
    const items = (await Promise.all(rows)).flat()
    if (items.length > 0) list.replaceChildren(...items)
    else list.textContent = texts.say('noDeletedRows')
  } catch {
    list.textContent = texts.say('historyUnread')
  }
  if (!dialog.open) dialog.showModal()
}

/** The newest revision of each row. */
function lastOfEach(revisions: readonly Revision[]): Revision[] {
  const seen = new Set<string>()
  return revisions.filter(({ _id }) => {
    const isNew = !seen.has(_id)
    seen.add(_id)
    return isNew
  })
}
