import type { Context } from '../../context'

/** Sends the message of a new run. A failure is not fatal: the cron finds the row. */
export async function sendRun(ctx: Context, run: string): Promise<void> {
  try {
    await ctx.jobs.process(run, 0)
  } catch (error) {
    ctx.log('error', 'the message of a run could not be sent; the cron will', { run, error: String(error) })
  }
}
