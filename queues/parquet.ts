import type { Context } from '../worker/context'
import { storeParquet } from '../worker/datasets/files'
import { Problem } from '../worker/errors'

/** Writes the lines of a dataset as Parquet, unless they are: what is asked twice is written once. */
export async function writeFile(ctx: Context, id: string): Promise<void> {
  const started = ctx.now().getTime()
  try {
    await storeParquet(ctx, id)
    ctx.log('info', 'parquet written', { dataset: id, ms: ctx.now().getTime() - started })
  } catch (error) {
    // The dataset is gone, or its lines are being replaced: whoever wants their file asks for it again.
    if (error instanceof Problem && error.status < 500) return
    throw error
  }
}
