/** Rows that a service has not answered yet, and what is done with its answers. */
import { limits } from '../../limits'
import { takeSlot } from './slots'
import type { EnrichmentAction, RemoteContext, RowAnswer } from './types'

/** A row with the key of its answer. */
type PendingRow = readonly [key: string, row: Record<string, unknown>]

export type PendingRows = {
  action: EnrichmentAction
  select: readonly string[]
  rows: readonly PendingRow[]
  attempts: number
  read: (line: Record<string, unknown>) => RowAnswer
  /** Called at each request. */
  onCall: () => void
  /** Stores answers. */
  onAnswers: (answers: readonly (readonly [key: string, answer: RowAnswer])[]) => Promise<void>
}

/**
 * Sends requests, several at once. After a failure no other is sent; those under way are received.
 *
 * @throws the first failure
 */
export async function sendAll<Part>(
  { now }: RemoteContext,
  service: string,
  parts: readonly Part[],
  ask: (part: Part) => Promise<void>,
): Promise<void> {
  const left = parts.values()
  const failures: unknown[] = []
  const askNext = async () => {
    for (const part of left) {
      if (failures.length > 0) return
      const release = await takeSlot(service, now)
      await ask(part)
        .catch((error: unknown) => failures.push(error))
        .finally(release)
    }
  }
  await Promise.all(Array.from({ length: Math.min(limits.remoteServices.callsAtOnce, parts.length) }, askNext))
  if (failures.length > 0) throw failures[0]
}
