/** Requests a refresh of the values observed in lines (counts by value, box, period) after a write. */
import type { Context } from '../../context'
import { limits } from '../../limits'
import { recordActivity, type TablePointer } from '../../lines/storage'
import type { LineAuthor } from '../../lines/write'

/** Never fails: the next read of the description detects a lost request and repeats it (`withLines`). */
export async function requestObservations(
  ctx: Context,
  datasetId: string,
  delayMs: number = limits.lines.refreshAfterMs,
): Promise<void> {
  try {
    await ctx.jobs.refresh(datasetId, Math.ceil(delayMs / 1_000))
  } catch (error) {
    ctx.log('error', 'a refresh could not be requested', { dataset: datasetId, error: String(error) })
  }
}

/**
 * Requests a refresh after a request that changed no line: clients wait for its end. Never fails.
 *
 * @param input.author who changed the files of the lines, if anybody
 */
export async function requestObservationsUnchanged(
  ctx: Context,
  input: { dataset: string; database: D1Database; pointer: TablePointer; author?: LineAuthor },
): Promise<void> {
  const { dataset, database, pointer, author } = input
  const written = author ? { author: JSON.stringify(author) } : undefined
  try {
    const isFirst = await recordActivity(database, pointer.run, { now: ctx.now(), ...(written ? { written } : {}) })
    if (isFirst) await requestObservations(ctx, dataset)
  } catch (error) {
    ctx.log('error', 'a refresh could not be recorded', { dataset, error: String(error) })
  }
}
