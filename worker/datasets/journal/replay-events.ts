/** Which events make up the last thing that happened to a dataset: pure. */
import type { StoredEvent } from './journal'

/** `store` says whether the journal keeps it. */
export type MissedEvent = StoredEvent & { store: boolean }

/**
 * The last events of a journal, oldest first, back to one that ended something else: an error that was overcome since, the
 * end of an earlier version.
 *
 * @param rows events since `since`, newest first
 * @param last.finalizedAt tells of the end of an incremental update, which the journal does not keep
 */
export function lastActivity(
  rows: readonly StoredEvent[],
  { finalizedAt, since }: { finalizedAt: string | undefined; since: string },
): MissedEvent[] {
  const isKept = ({ type, draft, date }: StoredEvent) =>
    type === 'finalize-end' && !draft && date >= (finalizedAt ?? '')
  if (finalizedAt && finalizedAt > since && !rows.some(isKept)) {
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
