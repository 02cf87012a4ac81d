/** How selected cells go on: numbers and dates in a series, others repeated. Pure. */
import { maxDateMs } from '../../../../limits/service/islands'
import { DAY_MS } from '../../../../limits/units'
import type { GridColumn } from '../settings'
import { localTime, type Value } from '../values'

export type SeriesKind = 'number' | 'date' | 'date-time'

/** The kind of series of a column; undefined when its values are repeated: those with labels are codes. */
export function seriesOf({ type, format, labels, separator }: GridColumn): SeriesKind | undefined {
  if (labels || separator) return undefined
  if (type === 'integer' || type === 'number') return 'number'
  return format === 'date' || format === 'date-time' ? format : undefined
}

/**
 * The values after some, as many as `count`. Two or more with the same step are a series; others are repeated.
 *
 * @param dayStep days from one date to the next, when there is a single one; 0 repeats it
 */
export function continued(
  values: readonly Value[],
  count: number,
  kind?: SeriesKind,
  dayStep: -1 | 0 | 1 = 0,
): Value[] {
  const known = values.length === 1 && dayStep !== 0 ? [...values, ...dayAfter(values[0], kind, dayStep)] : values
  const next = (known.length > 1 && kind && rules[kind](known)) || ((at) => values[at % values.length])
  return Array.from({ length: count }, (_, at) => next(values.length + at))
}

/** The date some days after another; empty for other values. */
function dayAfter(value: Value, kind: SeriesKind | undefined, days: number): Value[] {
  const [, day = '', rest = ''] = /^(\d{4}-\d\d-\d\d)(T.*)?$/.exec(String(value)) ?? []
  if (kind === undefined || kind === 'number' || day === '') return []
  const next = isoOf(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS)?.slice(0, 'YYYY-MM-DD'.length)
  return next === undefined ? [] : [next + rest]
}

/** The value at a position of the series, whose first is 0. */
type Next = (at: number) => Value

const rules: Readonly<Record<SeriesKind, (values: readonly Value[]) => Next | undefined>> = {
  number: (values) => {
    const numbers = values.filter((value) => typeof value === 'number')
    if (numbers.length < values.length) return undefined
    const decimals = Math.max(...numbers.map(decimalsOf))
    const rounded = (value: number) => (decimals > maxDecimals ? value : Number(value.toFixed(decimals)))
    return arithmetic(numbers, rounded)
  },
  date: (values) => daysOf(values.filter((value) => typeof value === 'string')),
  'date-time': (values) => {
    const parts = values.map((value) => localTime.exec(String(value)))
    const [offset, ...offsets] = new Set(parts.map((part) => part?.[2] ?? ''))
    const locals = parts.flatMap((part) => part?.[1] ?? [])
    if (locals.length < values.length || offset === undefined || offsets.length > 0) return undefined
    const [time, ...times] = new Set(locals.map((local) => local.slice('YYYY-MM-DD'.length)))
    const days = times.length === 0 ? daysOf(locals.map((local) => local.slice(0, 'YYYY-MM-DD'.length))) : undefined
    if (days) return (at) => joined(days(at), `${time}${offset}`)
    const ms = arithmetic(locals.map((local) => Date.parse(`${local}Z`)))
    return ms && ((at) => joined(isoOf(ms(at))?.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length), offset))
  },
}

const joined = (start: Value, end: string): Value => (start === undefined ? undefined : `${start}${end}`)

/** More are those of fractions, which have no last decimal. */
const maxDecimals = 10
const decimalsOf = (value: number): number => /^-?\d+\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0

function arithmetic(
  numbers: readonly number[],
  rounded = (value: number) => value,
): ((at: number) => number) | undefined {
  const [first = Number.NaN, second = Number.NaN] = numbers
  const step = rounded(second - first)
  const isSeries = numbers.every((value, at) => rounded(first + at * step) === rounded(value))
  return isSeries ? (at) => rounded(first + at * step) : undefined
}

/** A series of months where the days are the same ones of their months, or the last; else of days. */
function daysOf(texts: readonly string[]): Next | undefined {
  const times = texts.map((text) => (/^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN))
  if (times.length < 2 || times.some(Number.isNaN)) return undefined
  const dates = times.map((time) => new Date(time))
  const days = dates.map((date) => date.getUTCDate())
  const areLast = dates.every((date) => new Date(date.getTime() + DAY_MS).getUTCDate() === 1)
  const months = arithmetic(dates.map((date) => date.getUTCFullYear() * 12 + date.getUTCMonth()))
  if (months && months(0) !== months(1) && (areLast || new Set(days).size === 1)) {
    const day = areLast ? 31 : (days[0] ?? 1)
    return (at) => isoOf(dayOfMonth(months(at), day))?.slice(0, 'YYYY-MM-DD'.length)
  }
  const ms = arithmetic(times)
  return ms && ((at) => isoOf(ms(at))?.slice(0, 'YYYY-MM-DD'.length))
}

/** A day of a month, counted from the year 0; the last of the month when it has no such day. */
function dayOfMonth(months: number, day: number): number {
  const [year, month] = [Math.floor(months / 12), ((months % 12) + 12) % 12]
  // `Date.UTC` reads the years 0 to 99 as those of 1900.
  const timeOf = (date: number, later = 0) => new Date(0).setUTCFullYear(year, month + later, date)
  return Math.min(timeOf(day), timeOf(0, 1))
}

/** Undefined outside of the times that a text of four digits of the year can have. */
function isoOf(ms: number): string | undefined {
  const text = Math.abs(ms) <= maxDateMs ? new Date(ms).toISOString() : undefined
  return text && /^\d{4}-/.test(text) ? text : undefined
}
