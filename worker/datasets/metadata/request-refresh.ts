/** Asking for what is observed in lines (counts by value, box, period) to be brought up to date after a write. */
import type { Context } from '../../context'
import { limits } from '../../limits'

/** A failure is not fatal: whoever reads the description next sees that it was lost, and asks again. */
export async function askRefresh(
  ctx: Context,
  datasetId: string,
  delayMs: number = limits.lines.refreshAfterMs,
): Promise<void> {
  try {
    await ctx.jobs.refresh(datasetId, Math.ceil(delayMs / 1_000))
  } catch (error) {
    ctx.log('error', 'a refresh could not be asked for', { dataset: datasetId, error: String(error) })
  }
}
