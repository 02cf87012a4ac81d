import type { Context } from '../../context'

/** Has the preview of a published version computed. It never fails: a list asks again for previews that are missing. */
export async function askPreview(ctx: Context, dataset: string): Promise<void> {
  try {
    await ctx.jobs.preview(dataset)
  } catch (error) {
    ctx.log('warn', 'the message of a preview could not be sent', { dataset, error: String(error) })
  }
}
