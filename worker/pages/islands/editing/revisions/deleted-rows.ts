/** The deleted rows of a dataset with history, with a button that restores those that were deleted together, where they were. */
import { ownValue } from '../../../../schema/own-value'
import { newId } from '../new-id'
import { element } from '../notices'
import { newRow, type Row } from '../row'
import { Rows } from '../rows'
import type { Settings } from '../settings'
import { Texts } from '../texts'
import { type Revision, revisionItem, valuesOfRevision } from './row-history'

/** Revisions that are searched for deletions, and deletions that are shown. */
const [searched, maxDeletions] = [1_000, 20]
/** Rows whose revisions are read at the same time. */
const readTogether = 8

export async function openDeletedRows(settings: Settings, onRestore: (rows: Row[]) => void): Promise<void> {
  const texts = new Texts(settings, new Rows(settings.columns, settings.primaryKey))
  const dialog = element('deleted-rows') as HTMLDialogElement // a dialog of the page
  const list = dialog.querySelector('[data-revisions]')
  if (!list) return
  const read = async (path: string, size: number): Promise<Revision[]> => {
    const answer = await fetch(`${settings.api}${path}/revisions?size=${size}`, { cache: 'no-store' })
    if (!answer.ok) throw new Error(String(answer.status))
    return ((await answer.json()) as { results: Revision[] }).results // of revisions, newest first
  }
  const described = (last: Revision) => {
    const values = valuesOfRevision(settings, last)
    return settings.columns
      .filter(({ key }) => ownValue(last, key) !== undefined)
      .map((column) => texts.say('columnValue', { name: column.title, value: texts.cell(column, values[column.key]) }))
      .join(' · ')
  }
  try {
    const newest = await read('', searched)
    const lastOf = async (id: string) =>
      newest.find(({ _id, _deleted }) => _id === id && !_deleted) ??
      (await read(`/lines/${encodeURIComponent(id)}`, 2)).find(({ _deleted }) => !_deleted)
    const items: HTMLLIElement[] = []
    for (const deletion of deletionsOf(newest).slice(0, maxDeletions)) {
      const [revision, oldest] = [deletion[0], deletion.at(-1)]
      const first = oldest && (await lastOf(oldest._id))
      if (!first || !revision) continue
      const restore = async () => {
        const rows: Revision[] = []
        for (let at = 0; at < deletion.length; at += readTogether) {
          const some = deletion.slice(at, at + readTogether)
          const lasts = await Promise.all(some.map(({ _id }) => lastOf(_id)))
          rows.push(...some.flatMap(({ _created }, one) => (lasts[one] ? { ...lasts[one], _created } : [])))
        }
        onRestore(
          rows
            .toReversed()
            .map((row) => ({ ...newRow(newId(), valuesOfRevision(settings, row)), created: row._created })),
        )
        dialog.close()
      }
      const count = deletion.length
      const text = [`${count > 1 ? `${texts.say('lineCount', { count })} · ` : ''}${described(first)}`]
      const restoreOrTell = () => void restore().catch(() => (list.textContent = texts.say('historyUnread')))
      items.push(revisionItem({ settings, revision, text, say: texts.say, restore: restoreOrTell }))
    }
    if (items.length > 0) list.replaceChildren(...items)
    else list.textContent = texts.say('noDeletedRows')
  } catch {
    list.textContent = texts.say('historyUnread')
  }
  if (!dialog.open) dialog.showModal()
}

/** The deletions of rows that were not created again, newest first: the revisions of each have one date, the last row first. */
function deletionsOf(revisions: readonly Revision[]): Revision[][] {
  const seen = new Set<string>()
  const deletions = new Map<string, Revision[]>()
  for (const revision of revisions) {
    const { _id, _deleted, _updatedAt } = revision
    if (!seen.has(_id) && _deleted) deletions.set(_updatedAt, [...(deletions.get(_updatedAt) ?? []), revision])
    seen.add(_id)
  }
  return [...deletions.values()]
}
