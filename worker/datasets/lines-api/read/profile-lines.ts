/** The statistics of lines that no file was analyzed for: computed of all lines, or of a sample of them. */

import { LruCache } from '../../../collections/lru-cache'
import type { Context } from '../../../context'
import { limits } from '../../../limits'
import { isWhole } from '../../../lines/query/source'
import { lineBytes } from '../../../lines/read/line-pages'
import type { Field } from '../../../schema/field'
import { ownValue } from '../../../schema/own-value'
import { FieldProfile } from '../../../schema/profile/field-profile'
import type { FieldStatistics } from '../../../schema/profile/field-statistics'
import { bitsOf } from '../../../schema/recognize-type'
import type { Dataset } from '../../metadata/dataset'
import { type OpenedLines, openLines } from './open-lines'
import { readQuery } from './read-query'

/** `total` is the number of lines, of which the statistics may be a sample. */
export type ProfiledLines = { statistics: ReadonlyMap<string, FieldStatistics>; total: number }

/** By run and write: the statistics of lines that all readers see. */
const computed = new LruCache<ProfiledLines>(limits.pages.rememberedStatistics, () => 1)

/**
 * Reads the lines that the reader may see, at most a sample of them, taken at random, and profiles their columns.
 *
 * @param sample the number of lines of a sample
 * @throws the problems of the query
 */
export async function profileLines(
  ctx: Context,
  dataset: Dataset,
  sample: number = limits.pages.statisticsSample,
): Promise<ProfiledLines> {
  const opened = await openLines(ctx, { id: dataset.id, draft: false })
  const key = cacheKey(opened, sample)
  const cached = key === undefined ? undefined : computed.get(key)
  if (cached) return cached
  const fields = opened.source.fields.filter((field) => !field['x-calculated'])
  if (fields.length === 0) return { statistics: new Map(), total: 0 }
  const size = Math.min(sample, Math.ceil(limits.lines.maxPageBytes / lineBytes(opened.source)))
  const query = new URLSearchParams({ select: fields.map(({ key }) => key).join(','), size: String(size) })
  if (opened.source.pointer.count > size) query.set('sort', '_rand')
  const { lines, total = lines.length } = await readQuery(ctx, opened, query)
  const profiled = { statistics: statisticsOf(fields, lines), total }
  if (key !== undefined) computed.set(key, profiled)
  return profiled
}

/** The key of statistics in the cache; undefined where readers see different lines, or lines of several tables. */
function cacheKey({ source, writeToken }: OpenedLines, sample: number): string | undefined {
  return isWhole(source) ? `${source.pointer.run} ${writeToken ?? ''} ${sample}` : undefined
}

function statisticsOf(
  fields: readonly Field[],
  lines: readonly Record<string, unknown>[],
): ReadonlyMap<string, FieldStatistics> {
  const budget = { left: limits.schema.maxTrackedValuesInAll }
  return new Map(
    fields.map((field) => {
      const profile = new FieldProfile(budget, bitsOf(field))
      for (const line of lines) profile.add(textOf(ownValue(line, field.key)))
      const statistics = profile.statistics(field.timeZone ?? undefined)
      return [field.key, { ...statistics, frequent: statistics.frequent.slice(0, limits.schema.maxFrequent) }]
    }),
  )
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
