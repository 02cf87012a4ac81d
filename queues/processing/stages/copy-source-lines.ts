import { checkQuotas } from '../../../worker/accounts'
import type { Context } from '../../../worker/context'
import { indexedSize, readDataset } from '../../../worker/datasets'
import { openLines, streamNdjson, writableTableOf, writeActions } from '../../../worker/datasets/lines-api'
import type { RunState } from '../../../worker/datasets/runs'
import { limits } from '../../../worker/limits'
import { parseLinesQuery } from '../../../worker/lines'
import type { StageInput } from '../stage'

/**
 * Copies the lines of a dataset into a new editable one.
 *
 * @returns warnings about the lines that could not be copied
 * @throws `quota-storage`, `quota-indexed`
 */
export async function copySourceLines(
  ctx: Context,
  { run, dataset, time }: StageInput,
  id: string,
): Promise<RunState['warnings']> {
  const { published } = await readDataset(ctx, id)
  const bytes = indexedSize(published).size
  await checkQuotas(ctx, dataset.owner, { storeBytes: bytes, indexedBytes: bytes })
  const from = await openLines(ctx, { id, draft: false })
  const table = writableTableOf(ctx, dataset, 'bulkLines')
  const sourceKeys = new Set(from.source.fields.map(({ key }) => key))
  // With line ownership, each line keeps its owner, which may be part of the primary key.
  const keys = [...table.writeSchema.readers.keys()].filter((key) => sourceKeys.has(key))
  const select = table.writeSchema.primaryKey.length > 0 ? keys : ['_id', ...keys]
  const total = from.source.pointer.count
  const params = new URLSearchParams({ arrays: 'true', sort: '_i', select: select.join(',') })
  const request = { ...parseLinesQuery(params, from.source.fields, from.source.pointer.layout.located), size: Infinity }
  const source = {
    bytes: streamNdjson(from, request),
    format: 'ndjson' as const,
    maxBytes: Number.POSITIVE_INFINITY,
  }
  for await (const { summary, isLast } of writeActions(ctx, {
    table,
    operation: 'bulkLines',
    source,
    isolated: true,
  })) {
    await time.pause(run, total === 0 ? 100 : Math.floor((100 * (summary.nbOk + summary.nbErrors)) / total))
    if (!isLast || summary.nbErrors === 0) continue
    const failure = summary.errors.find(({ line }) => line === -1)
    if (failure) throw new Error(`lines of ${id} could not be copied: ${failure.error}`)
    const examples = summary.errors.slice(0, limits.processing.describedBadLines)
    const sentences = examples.map(({ line, error }) => `\nLigne ${line + 1}: ${error}`).join('')
    return [{ code: 'init-lines-left-out', params: { count: summary.nbErrors, examples: sentences } }]
  }
  return []
}
