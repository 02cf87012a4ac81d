/** The rows of each year of a column of dates, or of each month of a year. */
import type { Context } from '../../context'
import { groupLines, type OpenedLines } from '../../datasets/lines-api'
import { limits } from '../../limits'
import { capable } from '../../schema/capabilities'
import type { Field } from '../../schema/field'
import { cellKind } from '../table/field'
import { resultOf } from '../table/read-table'
import { linesQuery, withoutFiltersOf } from '../table/state'
import { type Period, periodFilter, periodIn } from './period'

/** `year`: that of the months. */
export type Periods = { year: string | undefined; counts: { period: Period; count: number }[] }

/**
 * Reads the periods of the rows that the other filters find: years, or the months of a year that is chosen or the only one.
 *
 * @returns undefined for other columns, for years beyond `limits.pages.periodBars`, and for queries that are refused
 */
export async function readPeriods(
  ctx: Context,
  opened: OpenedLines,
  { field, params }: { field: Field; params: URLSearchParams },
): Promise<Periods | undefined> {
  const isDated = ['date', 'date-time'].includes(cellKind(field)) && capable(field, 'values') && capable(field, 'index')
  if (!isDated || field['x-calculated']) return undefined
  const others = withoutFiltersOf(params, field.key)
  const read = async (unit: 'year' | 'month', year?: string) => {
    const query = linesQuery(others)
    if (year) {
      for (const [name, value] of Object.entries(periodFilter(field.key, year))) if (value) query.set(name, value)
    }
    // A key may contain a comma: with a final semicolon the list is split at semicolons only.
    for (const [name, value] of [
      ['field', `${field.key};`],
      ['interval', `${unit};`],
      ['sort', 'key;'],
    ] as const)
      query.set(name, value)
    const { aggs = [] } = await groupLines(ctx, opened, query)
    const length = unit === 'year' ? 4 : 7
    return aggs.map(({ value, total }) => ({ period: String(value).slice(0, length), count: total }))
  }
  const found = await resultOf(
    (async () => {
      const chosen = periodIn(params, field.key)?.slice(0, 4)
      if (chosen) return { year: chosen, counts: await read('month', chosen) }
      const years = await read('year')
      const [first] = years
      return first && years.length === 1
        ? { year: first.period, counts: await read('month', first.period) }
        : { year: undefined, counts: years }
    })(),
  )
  if (!('value' in found) || found.value.counts.length === 0) return undefined
  return found.value.counts.length > limits.pages.periodBars ? undefined : found.value
}
