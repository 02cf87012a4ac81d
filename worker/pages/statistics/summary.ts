/** The statistics of a dataset, as its page and its file say them. Pure. */
import { isMeasure } from '../../../applications/shared/charting/column'
import type { FieldStatistics } from '../../datasets'
import { chartColumn } from '../../previews/chart-column'
import type { Field } from '../../schema/field'
import { nameOf } from '../table/field'
import { isNearlyUnique } from '../table/quantity'

export type ColumnSummary = {
  key: string
  title: string
  type: string
  rows: number
  filled: number
  empty: number
  /** Share of rows with a value, from 0 to 1. */
  completeness: number
  distinct: number
  /** Otherwise `distinct` and `repeated` are estimates, within 3 % of `filled`. */
  isExact: boolean
  /** Cells that have a value of an earlier row; absent when the estimate does not tell whether there are any. */
  repeated?: number
  /** Values of more than 200 characters, which are not compared with others. */
  longValues: number
  min?: number | string
  max?: number | string
  /** UTF-8 bytes of the longest value, at most. */
  longestBytes: number
  /** Of numbers that measure something: their sum and their mean are exact. */
  sum?: number
  mean?: number
  standardDeviation?: number
  quartiles?: [first: number, median: number, third: number]
  /** Numbers of values far below and far above the quartiles (1.5 interquartile ranges). */
  outliers?: { below: number; above: number }
  /** The most frequent values with their counts; lower bounds unless `isExact`. */
  frequent: [string, number][]
}

export type DatasetSummary = {
  rows: number
  /** Rows taken at random that the statistics are of; absent when they are of all rows. */
  sampledRows?: number
  columns: ColumnSummary[]
  cells: number
  /** Share of cells with a value, from 0 to 1. */
  completeness: number
}

export function columnSummary(field: Field, statistics: FieldStatistics): ColumnSummary {
  const { filled, empty, cardinality, cardinalityExact, longValues, maxBytes, min, max, spread, frequent } = statistics
  const isMeasured = isMeasure(chartColumn(field))
  // Sums of decimals have digits that their arithmetic makes up.
  const sum = isMeasured && statistics.sum !== undefined ? Number(statistics.sum.toPrecision(12)) : undefined
  const rows = filled + empty
  // Long values are not counted among the distinct ones.
  const counted = filled - longValues
  const distinct = Math.min(cardinality, counted)
  return {
    key: field.key,
    title: nameOf(field),
    type: field.format ?? field.type,
    rows,
    filled,
    empty,
    completeness: rows === 0 ? 0 : filled / rows,
    distinct,
    isExact: cardinalityExact,
    longValues,
    ...(cardinalityExact || !isNearlyUnique(distinct, counted) ? { repeated: counted - distinct } : {}),
    ...(min === undefined || max === undefined ? {} : { min, max }),
    longestBytes: maxBytes,
    ...(sum === undefined || filled === 0 ? {} : { sum, mean: sum / filled }),
    ...(isMeasured && spread
      ? {
          standardDeviation: spread.deviation,
          quartiles: spread.quartiles,
          outliers: { below: spread.below, above: spread.above },
        }
      : {}),
    frequent,
  }
}

export function datasetSummary(
  fields: readonly Field[],
  statistics: ReadonlyMap<string, FieldStatistics>,
  total?: number,
): DatasetSummary {
  const columns = fields.flatMap((field) => {
    const known = field['x-calculated'] ? undefined : statistics.get(field.key)
    return known ? [columnSummary(field, known)] : []
  })
  const cells = columns.reduce((sum, { rows }) => sum + rows, 0)
  const filled = columns.reduce((sum, column) => sum + column.filled, 0)
  const described = columns[0]?.rows ?? 0
  const rows = total ?? described
  return {
    rows,
    ...(rows > described ? { sampledRows: described } : {}),
    columns,
    cells,
    completeness: cells === 0 ? 0 : filled / cells,
  }
}
