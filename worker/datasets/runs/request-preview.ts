import type { Context } from '../../context'

/** Queues the preview of a published version. Errors are ignored: a list queues missing previews again. */
export async function requestPreview(ctx: Context, dataset: string): Promise<void> {
  try {
    await ctx.jobs.preview(dataset)
  } catch (error) {
    ctx.log('warn', 'the message of a preview could not be sent', { dataset, error: String(error) })
  }
}
