import { superAdmin } from '../../accounts'
import type { Context } from '../../context'
import { limits } from '../../limits'
import { activeLocks } from '../editable/bulk-lock'
import { lineIndexes } from '../indexes/list'
import { readDataset } from '../metadata/load'

/**
 * Diagnostics of a dataset for operators: its files, its table of lines with the existing indexes, the indexes that
 * queries have requested and how often, and the locations of the table and the files.
 *
 * @throws `session-required`, `super-admin-only`, `dataset-not-found`
 */
export async function diagnose(ctx: Context, id: string): Promise<Record<string, unknown>> {
  superAdmin(ctx)
  const { published, draft } = await readDataset(ctx, id)
  const pointer = published.lines
  const indexes = pointer ? await lineIndexes(ctx, id, pointer) : { made: [], candidates: [] }
  return {
    filesInfos: [published.originalFile, published.file, draft?.originalFile].flatMap((file) =>
      file ? [{ name: file.name, size: file.size, mimetype: file.mimetype, updatedAt: file.updatedAt }] : [],
    ),
    esInfos: pointer
      ? {
          shard: pointer.shard,
          ...(pointer.segments ? { segments: pointer.segments } : {}),
          run: pointer.run,
          count: pointer.count,
          indexes: indexes.made,
          candidates: indexes.candidates,
        }
      : null,
    locks: (await activeLocks(ctx, id)).map(({ until }) => ({ until: new Date(until).toISOString() })),
    warnings: indexes.candidates
      .filter(({ state }) => state === 'missing')
      .map(({ candidate, uses }) => ({
        code: 'index-missing',
        severity: 'info',
        message: `Queries have asked for ${candidate} ${uses} times; its index is to be made, or there are ${limits.indexes.maxIndexes} already.`,
        details: { candidate, uses },
      })),
    _indexShape: pointer?.layout ?? null,
  }
}
