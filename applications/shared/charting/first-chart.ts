/** Defaults of a chart: the column to group by, the step of dates, the width of intervals. Pure. */
import type { GroupedChart, Step } from './chart'
import { type Column, isAdded, isCode, isDated, isMeasure, isNumeric, isYear } from './column'

/** Counts and range of the values of a column. */
export type Facts = {
  distinct: number
  filled: number
  empty: number
  min?: number | string
  max?: number | string
  /** Whether most of the values have digits: texts of codes, times and addresses. */
  hasDigits?: boolean
  /** Whether most of the values are sentences or lists: too long for the name of a group. */
  isLong?: boolean
  /** Whether all values have as many rows, as stations with a row for each day: their number says nothing. */
  isUniform?: boolean
}

const dayMs = 86_400_000
/** Whole numbers between these are years, whatever the name of their column. */
const [firstYear, lastYear] = [1900, 2100]
/** A column with more distinct values is not proposed for grouping. */
const maxGroups = 30
/** A column with more distinct values is proposed only if each occurs twice on average. */
const maxRareGroups = 10
/** Number of intervals of a column of numbers. */
const intervalCount = 20

/**
 * The column to group by: one with few values that repeat, words before codes and times; else a date, else numbers; codes and
 * places are the last resort.
 *
 * @param options.adds numbers are added up: before numbers, the few rows of a budget are groups by their names
 */
export function firstGroup(
  columns: readonly Column[],
  factsOf: (column: Column) => Facts | undefined,
  { adds = false }: { adds?: boolean } = {},
): Column | undefined {
  const repeats = (column: Column) => {
    const { distinct, filled, empty } = factsOf(column) ?? { distinct: 0, filled: 0, empty: 0 }
    const isFew = distinct >= 2 && distinct <= maxGroups && filled >= empty
    return isFew && filled > (distinct > maxRareGroups ? 2 * distinct - 1 : distinct)
  }
  const noCodes = columns.filter((column) => !isCode(column))
  const dated = noCodes.find(isDated)
  if (dated && columns.some((column) => repeats(column) && factsOf(column)?.isUniform)) return dated
  const texts = noCodes.filter((column) => column.type === 'string' && !isDated(column))
  const words = texts.filter((column) => {
    const { hasDigits, isLong } = factsOf(column) ?? {}
    return !hasDigits && !isLong
  })
  const isSmall = (column: Column) => (factsOf(column)?.distinct ?? 0) <= maxGroups
  const found =
    words.find(repeats) ??
    texts.find(repeats) ??
    noCodes.find(isDated) ??
    (adds ? (words.find(isSmall) ?? texts.find(isSmall)) : undefined) ??
    noCodes.find(repeats) ??
    noCodes.find(isNumeric)
  if (found) return found
  return columns.find(repeats) ?? words.find(isSmall) ?? texts.find(isSmall) ?? lastResort(columns, factsOf)
}

/** Where no values repeat: numbers, whose intervals have several rows, before a text of which each row has its own. */
function lastResort(columns: readonly Column[], factsOf: (column: Column) => Facts | undefined): Column | undefined {
  const rest = columns.filter((column) => !isDated(column))
  const groups = (column: Column) => factsOf(column)?.distinct ?? Number.POSITIVE_INFINITY
  const fewest = rest.toSorted((one, other) => groups(one) - groups(other))
  return fewest.find((column) => isNumeric(column) && !column.refersTo) ?? fewest[0] ?? columns[0]
}

/**
 * The numbers whose sum is what a table is about, as in a budget, or in measures at stations; undefined for other tables, whose rows
 * are counted.
 */
export function firstAdded(
  columns: readonly Column[],
  factsOf: (column: Column) => Facts | undefined,
): Column | undefined {
  const numbers = columns.filter(isNumeric)
  const isOfStations = columns.some((column) => factsOf(column)?.isUniform)
  return numbers.find(isAdded) ?? (isOfStations ? numbers.find(isMeasure) : undefined)
}

/** The order of groups when none is chosen: that of years, and of numbers along a line; else the highest figures first. */
export function firstSort(
  kind: GroupedChart['kind'],
  group: Column,
  { min, max }: Partial<Pick<Facts, 'min' | 'max'>> = {},
): GroupedChart['sort'] {
  if (!isNumeric(group) || kind === 'pie') return 'figure'
  const areYears = group.type === 'integer' && Number(min) >= firstYear && Number(max) <= lastYear
  return kind === 'line' || kind === 'area' || areYears || isYear(group) ? 'label' : 'figure'
}

/** The step of dates that shows the time between two with a readable number of groups. */
export function firstStep(first: string, last: string): Step {
  const days = (Date.parse(last) - Date.parse(first)) / dayMs || 0
  if (days <= 45) return 'day'
  return days <= 200 ? 'week' : days <= 365 * 4 ? 'month' : 'year'
}

/** The width of the intervals of a column of numbers; undefined when each value can be a group. */
export function firstWidth(column: Column, { distinct, min, max }: Facts): number | undefined {
  if (distinct <= maxGroups || typeof min !== 'number' || typeof max !== 'number') return undefined
  return intervalWidth({ min, max, count: intervalCount, isWhole: column.type === 'integer' })
}

/** The width of intervals, 1, 2 or 5 times a power of ten, so that there are about `count` of them. */
export function intervalWidth(range: { min: number; max: number; count: number; isWhole: boolean }): number {
  const rough = (range.max - range.min) / range.count
  if (!(rough > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(rough))
  const width = ([1, 2, 5, 10].find((factor) => factor * power >= rough * 0.999) ?? 10) * power
  return range.isWhole ? Math.max(1, Math.round(width)) : Number(width.toPrecision(12))
}
