/** The choice of the column that a preview shows. Pure. */
import { type Column, isDated, isNumeric } from '../../applications/shared/charting/column'
import { firstGroup } from '../../applications/shared/charting/first-chart'
import { limits } from '../limits'
import { datedFields } from '../schema/concepts'
import type { Field } from '../schema/field'
import type { FieldStatistics } from '../schema/profile/field-statistics'
import { chartColumn, columnFacts, groupable } from './chart-column'
import type { HistogramPreview, Preview, TopValuesPreview } from './preview'

type Statistics = ReadonlyMap<string, FieldStatistics>

/** Pictures of equal counts, or nearly so, say nothing. */
const leastVariation = 0.1

/**
 * The rows over time if there is a column of dates, else the values of the column that charts group by first, of those whose counts
 * differ; else a regular number of rows over time.
 *
 * @returns undefined if there is nothing to draw: no row, a single value, values that do not repeat
 */
export function columnPreview(fields: readonly Field[], statistics: Statistics): Preview | undefined {
  const candidates = groupable(fields)
  const columns = candidates.map(chartColumn)
  let regular: Preview | undefined
  for (const { key } of [...datedFields(candidates), ...columns.filter(isDated)]) {
    const distribution = distributed('dates', key, statistics)
    if (distribution && varies(distribution.counts)) return distribution
    regular ??= distribution
  }
  const others = columns.filter((column) => !isDated(column))
  while (others.length > 0) {
    const first = firstGroup(others, ({ key }: Column) => columnFacts(statistics.get(key)))
    if (!first) break
    const preview =
      (isNumeric(first) ? distributed('numbers', first.key, statistics) : undefined) ?? ranked(first, statistics)
    if (preview && varies(preview.kind === 'values' ? preview.values.map(([, rows]) => rows) : preview.counts))
      return preview
    others.splice(others.indexOf(first), 1)
  }
  // As many rows each month: the period is left to say.
  return regular
}

const varies = (counts: readonly number[]): boolean => Math.min(...counts) <= Math.max(...counts) * (1 - leastVariation)

function distributed(
  kind: HistogramPreview['kind'],
  key: string,
  statistics: Statistics,
): HistogramPreview | undefined {
  const { filled = 0, empty = 0, histogram } = statistics.get(key) ?? {}
  // A column that is empty in most rows does not represent them.
  if (!histogram || histogram.counts.length < 2 || filled < Math.max(limits.previews.minRows, empty)) return undefined
  const { min, max, counts } = histogram
  return { kind, field: key, min, max, counts: merged(counts, filled) }
}

/**
 * Counts of wider steps where there are few rows: one row a month in steps of half a month would be drawn as peaks and gaps. The
 * steps stay of one width.
 */
function merged(counts: readonly number[], filled: number): number[] {
  const sizes = counts.flatMap((_, at) => (counts.length % (at + 1) === 0 && at + 1 < counts.length ? [at + 1] : []))
  const isWide = (size: number) => filled * size >= counts.length * limits.previews.rowsPerStep
  const size = sizes.find(isWide) ?? sizes.at(-1) ?? 1
  return Array.from({ length: counts.length / size }, (_, at) =>
    counts.slice(at * size, (at + 1) * size).reduce((sum, count) => sum + count, 0),
  )
}

function ranked({ key }: Column, statistics: Statistics): TopValuesPreview | undefined {
  const { filled = 0, frequent = [], cardinality = 0 } = statistics.get(key) ?? {}
  const { rankedValues, valueChars, minRows } = limits.previews
  const values = frequent
    .slice(0, rankedValues)
    .map(([value, rows]): [string, number] => [value.slice(0, valueChars), rows])
  if (values.length < 2 || filled < minRows || cardinality > filled / 2) return undefined
  return { kind: 'values', field: key, values, filled }
}
