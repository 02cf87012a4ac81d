/** Selects the events of the last activity of a dataset, to replay them. Pure. */
import type { StoredEvent } from './journal'

/** `store`: whether the event is stored in the journal. */
export type MissedEvent = StoredEvent & { store: boolean }

/**
 * The last events of a journal, oldest first, after the end of the previous activity: a repaired error, or the end of an
 * earlier version.
 *
 * @param rows events since `since`, newest first
 * @param last.finalizedAt date of the end of an incremental update, which is not stored in the journal
 */
export function lastActivity(
  rows: readonly StoredEvent[],
  { finalizedAt, since }: { finalizedAt: string | undefined; since: string },
): MissedEvent[] {
  const isStoredEnd = ({ type, draft, date }: StoredEvent) =>
    type === 'finalize-end' && !draft && date >= (finalizedAt ?? '')
  if (finalizedAt && finalizedAt > since && !rows.some(isStoredEnd)) {
    const end = { id: 0, type: 'finalize-end', date: finalizedAt, draft: false, problem: null, data: null }
    return [{ ...end, store: false }]
  }
  const before = rows.findIndex((row, at) => at > 0 && ends(row))
  const last = before === -1 ? rows : rows.slice(0, before)
  return last.map((row) => ({ ...row, store: true })).reverse()
}

function ends({ type }: StoredEvent): boolean {
  return type === 'finalize-end' || type === 'error' || type === 'draft-cancelled'
}
