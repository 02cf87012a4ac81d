import type { Context } from '../worker/context'
import { storeParquet } from '../worker/datasets/files'
import { Problem } from '../worker/errors'

/** Writes the lines of a dataset as Parquet, unless the file exists already. */
export async function writeParquetFile(ctx: Context, id: string): Promise<void> {
  const started = ctx.now().getTime()
  try {
    await storeParquet(ctx, id)
    ctx.log('info', 'parquet written', { dataset: id, ms: ctx.now().getTime() - started })
  } catch (error) {
    // The dataset was deleted, or its lines are being replaced: the next request for the file enqueues it again.
    if (error instanceof Problem && error.status < 500) return
    throw error
  }
}
