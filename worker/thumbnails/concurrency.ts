/** `inTurn`: few pictures are in memory at a time, within one isolate. */
import { limits } from '../limits'

/** The deadlines of the pictures that are in memory: when a visitor disconnects, the end of a request may never be seen. */
const running = new Set<{ until: number }>()

/**
 * Reads and renders a picture when at most `limits.thumbnails.atOnce` are; undefined when none of them ends in time.
 *
 * @param now milliseconds
 */
export async function inTurn<Result>(now: () => number, render: () => Promise<Result>): Promise<Result | undefined> {
  const { atOnce, waitMs, pollMs, longestMs } = limits.thumbnails
  for (const from = now(); isFull(now(), atOnce); ) {
    if (now() - from > waitMs) return undefined
    // No promise of another request is awaited: a Worker may have ended that one.
    await scheduler.wait(pollMs)
  }
  const turn = { until: now() + longestMs }
  running.add(turn)
  try {
    return await render()
  } finally {
    running.delete(turn)
  }
}

function isFull(now: number, atOnce: number): boolean {
  for (const turn of running) if (turn.until < now) running.delete(turn)
  return running.size >= atOnce
}
