import type { Context } from '../../../context'
import { parseValuesAgg } from '../../../lines/aggregate/parse-values-agg'
import { readBuckets } from '../../../lines/aggregate/read-buckets'
import { writeBuckets } from '../../../lines/aggregate/write-buckets'
import type { ReadableParameters } from '../../../net/parameters'
import type { OpenedLines } from './open-lines'

/** Groups of lines, in the format of `values_agg`. */
type Groups = {
  total: number
  total_values?: number
  total_other?: number
  aggs?: Group[]
}
export type Group = { total: number; value: string | number; metric?: number | null; aggs?: Group[] }

/** Groups the lines by the values of a field, for charts. @throws the problems of the query */
export async function groupLines(ctx: Context, opened: OpenedLines, params: ReadableParameters): Promise<Groups> {
  const aggregation = parseValuesAgg(params, opened.source)
  const buckets = await readBuckets(opened.database, aggregation, opened.source)
  ctx.rowsRead += buckets.rowsRead
  // `writeBuckets` writes these members.
  return JSON.parse(`{${writeBuckets(aggregation, buckets).members}}`) as Groups
}
