/** Requests a refresh of the values observed in lines (counts by value, box, period) after a write. */
import type { Context } from '../../context'
import { limits } from '../../limits'

/** Never fails: the next read of the description detects a lost request and repeats it (`withLines`). */
export async function requestRefresh(
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
