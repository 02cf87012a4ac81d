import type { TableDatabases } from '../../db/lines-databases'
import { limits } from '../../limits'
import { capable } from '../../schema/capabilities'
import { datedFields } from '../../schema/concepts'
import type { Field } from '../../schema/field'
import type { Metric } from '../query/aggregate-request'
import { columnOf } from '../query/find-column'
import { parseLinesQuery } from '../query/parse/parse'
import { planLines } from '../query/plan/plan'
import type { LineSource } from '../query/source'
import { readLines } from '../read/read-lines'
import { type Figure, metricsFor } from './metrics'
import { parseValuesAgg } from './parse-values-agg'
import { readBuckets } from './read-buckets'
import { readFigures } from './read-figures'
import { writeBuckets } from './write-buckets'

type ObservedField = { 'x-cardinality'?: number; enum?: (string | number | boolean)[] }
type ObservedSource = {
  count: number
  bounds?: number[]
  period?: { startDate: string; endDate: string }
  fields: Record<string, ObservedField>
}

/** The statistics of the visible lines of a virtual dataset: number, bounding box, period, frequent values of its fields. */
export async function observeSource(
  db: TableDatabases,
  source: LineSource,
  fields: readonly Field[],
): Promise<ObservedSource> {
  const { located } = source.pointer.layout
  const params = new URLSearchParams({ size: '0', ...(located ? { format: 'geojson' } : {}) })
  const lines = parseLinesQuery(params, source.fields, located)
  const { total = 0, bounds } = await readLines(db, planLines(lines, source))
  // Values of booleans are listed, although the API has no metric `cardinality` for them.
  const isCounted = (field: Field) => field.type === 'boolean' || metricsFor(field).includes('cardinality')
  const grouped = fields.filter((field) => capable(field, 'values') && isCounted(field))
  const metrics = grouped.flatMap((field): Metric[] => {
    const column = columnOf(source, field.key)
    if (!column) return []
    return [
      { name: field.key, metric: 'cardinality', column, percents: [] },
      { name: field.key, metric: 'value_count', column, percents: [] },
    ]
  })
  const limitsOfDates = datedFields(fields).flatMap(({ key }): Metric[] => {
    const column = columnOf(source, key)
    if (column?.kind !== 'day' && column?.kind !== 'moment') return []
    return (['min', 'max'] as const).map((metric) => ({ name: `${key}_${metric}`, metric, column, percents: [] }))
  })
  const { figures } = await readFigures(db, { metrics: [...metrics, ...limitsOfDates], lines }, source)
  const observed: ObservedSource['fields'] = {}
  for (const [at, field] of grouped.entries()) {
    const [cardinality, filled] = [Number(figures[2 * at] ?? 0), Number(figures[2 * at + 1] ?? 0)]
    const { maxEnum, minEnumShare } = limits.schema
    const isListed =
      cardinality >= 1 && cardinality <= maxEnum && cardinality <= filled / 2 && filled > total * minEnumShare
    observed[field.key] = {
      'x-cardinality': cardinality,
      ...(isListed ? { enum: await frequentFirst(db, source, field) } : {}),
    }
  }
  const period = periodOf(figures.slice(metrics.length))
  return {
    count: total,
    fields: observed,
    ...(bounds && bounds.length > 0 ? { bounds } : {}),
    ...(period ? { period } : {}),
  }
}

/** From the first to the last of some instants in milliseconds. */
function periodOf(instants: readonly Figure[]): ObservedSource['period'] {
  const times = instants.filter((instant) => typeof instant === 'number')
  if (times.length === 0) return undefined
  const [startDate, endDate] = [Math.min(...times), Math.max(...times)].map((time) => new Date(time).toISOString())
  return startDate && endDate ? { startDate, endDate } : undefined
}

async function frequentFirst(
  db: TableDatabases,
  source: LineSource,
  { key, type }: Field,
): Promise<(string | number | boolean)[]> {
  // A field key may contain `,`: with a final `;` the list is split at `;` only.
  const request = parseValuesAgg(new URLSearchParams({ field: `${key};`, agg_size: '50' }), source)
  const { members } = writeBuckets(request, await readBuckets(db, request, source))
  // `writeBuckets` writes the members of a JSON object.
  const { aggs = [] } = JSON.parse(`{${members}}`) as { aggs?: { value: string | number }[] }
  // Groups name booleans by their text.
  return aggs.map(({ value }) => (type === 'boolean' ? value === 'true' : value))
}
