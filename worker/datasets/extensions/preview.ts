import type { Context } from '../../context'
import type { Reason } from '../../errors'
import { limits } from '../../limits'
import { parseLinesQuery } from '../../lines'
import { type LineValue, type LineValues, newRecord } from '../../lines/write'
import { withErrorTitles } from '../../schema/calculated'
import type { Field } from '../../schema/field'
import { openLines, readLinesPage } from '../lines-api/read/open-lines'
import { loadDataset } from '../metadata/load'
import { applyExtensions, sentExtensions } from './apply'
import type { CountsByPrefix } from './counts'
import { datasetOf } from './dataset-source'
import type { Extension } from './definition'
import { lineExtender } from './extend-lines'
import { identityOf, producedFields } from './fields'
import { resolveExtensions } from './resolve'

/** The first lines with the values of an extension that is not stored. */
export type ExtensionPreview = {
  /** The columns that the extension adds, and those of the dataset. */
  fields: Field[]
  context: Field[]
  /** The values of each line, with those of the extension, or why it has none. */
  lines: { values: LineValues; failure?: Reason }[]
  /** Lines of the first `rows` that a dataset has a match for. */
  matches?: { matched: number; rows: number }
}

/**
 * Computes an extension, after those of the dataset, for its first lines.
 *
 * @throws what `applyExtensions` throws
 */
export async function previewExtension(
  ctx: Context,
  input: {
    id: string
    extension: Extension
    /** The place of the extension that it replaces. */
    at?: number | undefined
  },
): Promise<ExtensionPreview> {
  const { owner, metadata, published } = await loadDataset(ctx, input.id, 'simulateExtension')
  const stored = metadata.extensions ?? []
  const { at = stored.length } = input
  const before = stored.toSpliced(at, 1)
  const all = sentExtensions(before.toSpliced(at, 0, input.extension)) ?? []
  const added = all.slice(at, at + 1)
  const replaced = stored[at] && identityOf(stored[at])
  const fields = published.schema.filter(({ 'x-extension': by }) => !by || by !== replaced)
  await applyExtensions(ctx, { owner, extensions: all, before, fields, areComplete: true })
  const resolved = await resolveExtensions(ctx, { owner, extensions: added, isUrgent: true, language: ctx.language })
  const counts: CountsByPrefix = {}
  const extend = lineExtender(resolved, published.schema, counts)
  // Services are asked for the shown lines only: their requests may have a price.
  const isCounted = added.some((one) => one.type === 'remoteService' && datasetOf(one) !== undefined)
  const size = isCounted ? limits.extensions.countedRows : limits.extensions.previewRows
  const values = await firstLines(ctx, { id: input.id, fields: published.schema, size })
  const extended = extend ? await extend(values) : []
  const shown = extended.slice(0, limits.extensions.previewRows)
  const matched = Object.values(counts).reduce((sum, one) => sum + one.matched, 0)
  return {
    fields: withErrorTitles(producedFields(resolved, published.schema), ctx.language),
    context: withErrorTitles(published.schema, ctx.language),
    lines: shown.map(({ values: computed, failure }, at) => ({
      values: { ...values[at], ...computed },
      ...(failure ? { failure: failure.reason } : {}),
    })),
    ...(isCounted ? { matches: { matched, rows: values.length } } : {}),
  }
}

async function firstLines(
  ctx: Context,
  { id, fields, size }: { id: string; fields: readonly Field[]; size: number },
): Promise<LineValues[]> {
  const opened = await openLines(ctx, { id, draft: false })
  const { source } = opened
  const served = new Set(source.fields.map(({ key }) => key))
  const select = fields.flatMap(({ key }) => (served.has(key) ? key : [])).join(',')
  const params = new URLSearchParams({ select, size: String(size), arrays: 'true', sort: '_i', count: 'false' })
  const page = await readLinesPage(ctx, opened, parseLinesQuery(params, source.fields, source.pointer.layout.located))
  // `readPageRows` reads JSON objects joined by commas.
  const lines = JSON.parse(`[${page.lines.join(',')}]`) as Record<string, LineValue>[]
  return lines.map((line) => Object.assign(newRecord<LineValue>(), line))
}
