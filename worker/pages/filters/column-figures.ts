/** The figures of a column in its panel, of the rows found. */
import type { Context } from '../../context'
import type { FieldStatistics } from '../../datasets'
import type { OpenedLines } from '../../datasets/lines-api'
import { limits } from '../../limits'
import type { Field } from '../../schema/field'
import { isFiltered, withoutFiltersOf } from '../table/state'
import { filteredStatistics, filteredValues, type ShownStatistics } from './filtered-statistics'
import { type Periods, readPeriods } from './read-periods'

/**
 * Reads the figures of a column over the rows found, and the frequent values and the periods of the rows that the other filters find.
 *
 * @param input.statistics the figures of all rows; undefined for rows that no analysis has read, as those of editable datasets:
 *   their figures are read when they are few
 * @param input.readsFound the figures of the rows found are read, which may cost much
 */
export async function figuresOfColumn(
  ctx: Context,
  opened: OpenedLines,
  input: { field: Field; params: URLSearchParams; statistics: FieldStatistics | undefined; readsFound: boolean },
): Promise<ColumnFigures & { periods: Periods | undefined }> {
  const [periods, figures] = await Promise.all([readPeriods(ctx, opened, input), readFigures(ctx, opened, input)])
  return { ...figures, periods }
}

type ColumnFigures = { found?: ShownStatistics | undefined; values?: ShownStatistics | undefined }

async function readFigures(
  ctx: Context,
  opened: OpenedLines,
  input: Parameters<typeof figuresOfColumn>[2],
): Promise<ColumnFigures> {
  const { field, params, statistics } = input
  const isAnalyzed = statistics !== undefined || opened.source.pointer.count > limits.pages.maxFoundLines
  const readsFound = input.readsFound || !isAnalyzed
  const others = withoutFiltersOf(params, field.key)
  const size = limits.pages.listedValues
  const listed =
    params.get('values') === 'all' ? await filteredValues(ctx, opened, { field, params: others, size }) : undefined
  if (!readsFound) return listed ? { values: listed } : {}
  const isOwn = others.size < params.size
  const [found, values] = await Promise.all([
    filteredStatistics(ctx, opened, { field, params }),
    !listed && isOwn && (isFiltered(others) || !statistics)
      ? filteredValues(ctx, opened, { field, params: others })
      : listed,
  ])
  return { found, values: values ?? (isOwn ? statistics : found) }
}
