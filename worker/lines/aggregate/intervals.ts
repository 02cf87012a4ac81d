import { problem } from '../../errors'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../limits/units'
import { excerptOf } from '../../schema/cut-text'
import { defaultTimeZone } from '../../schema/dates/zone'
import type { Field } from '../../schema/field'
import type { CalendarUnit, Interval } from '../query/aggregate-request'
import type { Column } from '../query/column'
import { offsetSql, zoneSteps } from './zone-steps'

/** `interval` of a level: read (`intervalOf`), and as the SQL of a bucket's key (`bucketSql`). */

const calendar: ReadonlyMap<string, CalendarUnit | 'minute' | 'hour'> = new Map([
  ['minute', 'minute'],
  ['1m', 'minute'],
  ['hour', 'hour'],
  ['1h', 'hour'],
  ['day', 'day'],
  ['1d', 'day'],
  ['week', 'week'],
  ['1w', 'week'],
  ['month', 'month'],
  ['1M', 'month'],
  ['quarter', 'quarter'],
  ['1q', 'quarter'],
  ['year', 'year'],
  ['1y', 'year'],
])
const unitMs: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', SECOND_MS],
  ['m', MINUTE_MS],
  ['h', HOUR_MS],
  ['d', DAY_MS],
])
/** Reads the interval of a level. @throws `interval-refused` when it does not suit the field */
export function intervalOf(text: string | undefined, column: Column, field: Field): Interval {
  if (!text || text === 'value') return { is: 'value' }
  const refused = problem('interval-refused', { interval: excerptOf(text), field: column.key })
  if (column.kind === 'number') {
    const step = /^(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : 0
    if (step > 0 && Number.isFinite(step)) return { is: 'steps', step }
    throw refused
  }
  if (column.kind !== 'day' && column.kind !== 'moment') throw refused
  const zone = column.kind === 'moment' ? { timeZone: field.timeZone || defaultTimeZone } : {}
  const unit = calendar.get(text)
  if (unit && unit !== 'minute' && unit !== 'hour') return { is: 'calendar', unit, ...zone }
  const ms = unit ? (unit === 'hour' ? HOUR_MS : MINUTE_MS) : durationMs(text)
  if (!ms) throw refused
  // The finest bucket of a date is its day.
  if (zone.timeZone === undefined) return { is: 'local', ms: Math.max(ms, DAY_MS) }
  if (HOUR_MS % ms === 0) return { is: 'instants', ms, timeZone: zone.timeZone }
  return { is: 'local', ms, ...zone }
}

function durationMs(text: string): number | undefined {
  const parts = /^(\d{1,9})(ms|s|m|h|d)$/.exec(text)
  return parts ? Number(parts[1]) * (unitMs.get(parts[2] ?? '') ?? 0) : undefined
}

/** Key of the bucket of a value: its number, its first day, or its first local or true instant in ms. */
export function bucketSql(value: string, interval: Interval): string {
  switch (interval.is) {
    case 'value':
      return value
    case 'steps':
      return `floor((${value})/${real(interval.step)})`
    case 'calendar':
      return firstDaySql(
        interval.timeZone === undefined ? value : `date((${localSql(value, interval.timeZone)})/1000.0,'unixepoch')`,
        interval.unit,
      )
    case 'local': {
      const local = interval.timeZone === undefined ? `unixepoch(${value})*1000` : localSql(value, interval.timeZone)
      return `CAST(floor((${local})/${real(interval.ms)}) AS INTEGER)*${interval.ms}`
    }
    case 'instants': {
      const local = localSql(value, interval.timeZone)
      return `${value}-(((${local})%${interval.ms})+${interval.ms})%${interval.ms}`
    }
  }
}

function real(number: number): string {
  const text = String(number)
  return /[.e]/.test(text) ? text : `${text}.0`
}

function localSql(value: string, timeZone: string): string {
  return `${value}+${offsetSql(value, zoneSteps(timeZone))}`
}

function firstDaySql(day: string, unit: CalendarUnit): string {
  switch (unit) {
    case 'day':
      return day
    case 'week':
      return `date(${day},'-6 days','weekday 1')`
    case 'month':
      return `substr(${day},1,7)||'-01'`
    case 'quarter': {
      // The name of the month alone is replaced, so that the day is written once.
      const month = `substr(${day},1,7)`
      const renamed = [2, 3, 5, 6, 8, 9, 11, 12].reduce(
        (sql, from) => `replace(${sql},'-${two(from)}','-${two(from - ((from - 1) % 3))}')`,
        month,
      )
      return `${renamed}||'-01'`
    }
    case 'year':
      return `substr(${day},1,4)||'-01-01'`
  }
}

const two = (month: number): string => String(month).padStart(2, '0')
