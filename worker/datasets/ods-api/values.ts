import { isoWithOffset } from '../../lines/aggregate/buckets'
import { instantOf, offsetAt, zoneSteps } from '../../lines/aggregate/zone-steps'
import type { Field } from '../../schema/field'
import { roundToPrecision } from '../../schema/numbers/read-number'
import type { OdsValue } from './expression-types'
import { durations, isDuration, type PeriodUnit } from './expression-types'
import { SyntaxFault } from './tokens'

/** Values in the format of the Opendatasoft-compatible API. */

/** The value of an expression in a line, in the format of `/lines` with `arrays`. */
export function valueIn(expression: OdsValue, line: Readonly<Record<string, unknown>>, timeZone: string): unknown {
  const value = line[expression.field.key]
  if (value === undefined || value === null) return null
  if (expression.is === 'format') {
    const text = formatted(
      instantOfField(expression.field, String(value)),
      expression.pattern,
      zoneOf(expression.field, timeZone),
    )
    return expression.asNumber ? Number(text) : text
  }
  if (expression.field.format === 'date-time' && typeof value === 'string') return moment(Date.parse(value), timeZone)
  return value
}

/** A date-time to the second, with its offset. */
export const moment = (instant: number, timeZone: string): string => isoWithOffset(instant, timeZone, false)

/** A plain date has no zone. */
const zoneOf = ({ format }: Field, timeZone: string): string => (format === 'date-time' ? timeZone : 'UTC')

const instantOfField = ({ format }: Field, value: string): number =>
  Date.parse(format === 'date-time' ? value : `${value}T00:00:00Z`)

const letters: Readonly<Record<string, readonly [from: number, to: number, sql: string]>> = {
  yyyy: [0, 4, '%Y'],
  MM: [5, 7, '%m'],
  dd: [8, 10, '%d'],
  HH: [11, 13, '%H'],
  mm: [14, 16, '%M'],
  ss: [17, 19, '%S'],
}
const partForm = /yyyy|MM|dd|HH|mm|ss|[A-Za-z]/g

function formatted(instant: number, pattern: string, timeZone: string): string {
  const local = new Date(instant + offsetAt(zoneSteps(timeZone), instant)).toISOString()
  return pattern.replace(partForm, (part) => {
    const [from, to] = letters[part] ?? []
    if (from === undefined) throw new SyntaxFault(`"${part}" is no part of a date: yyyy, MM, dd, HH, mm, ss`)
    return local.slice(from, to)
  })
}

/** The pattern as SQLite's strftime takes it. */
export function strftimeOf(pattern: string): string {
  return pattern.replaceAll('%', '%%').replace(partForm, (part) => {
    const sql = letters[part]?.[2]
    if (!sql) throw new SyntaxFault(`"${part}" is no part of a date: yyyy, MM, dd, HH, mm, ss`)
    return sql
  })
}

/** The value of a group in the response; `key` is the value of GROUP BY. */
export function groupOf(expression: OdsValue, key: unknown, timeZone: string): unknown {
  if (key === null || key === undefined) return null
  switch (expression.is) {
    case 'format':
      return expression.asNumber ? Number(key) : key
    case 'steps': {
      const bound = (at: number) => roundToPrecision(at * expression.step)
      return `[${bound(Number(key))}, ${bound(Number(key) + 1)}[`
    }
    case 'period': {
      const zone = zoneOf(expression.field, timeZone)
      const [start, end] = boundsOf(key, expression.unit, zone)
      const display = (instant: number) => (zone === 'UTC' ? new Date(instant).toISOString() : moment(instant, zone))
      return `[${display(start)}, ${display(end)}[`
    }
    case 'between': {
      const bounds = expression.bounds.slice(Number(key), Number(key) + 2)
      return `[${bounds.map((bound) => boundText(bound, expression.field, timeZone)).join(', ')}[`
    }
    case 'field':
      if (expression.field.type === 'boolean') return Number(key) === 1
      return expression.field.format === 'date-time' && typeof key === 'number' ? moment(key, timeZone) : key
  }
}

/** A bound in the response: numbers with a decimal, dates as instants. */
function boundText(bound: number | null, field: Field, timeZone: string): string {
  if (bound === null) return '*'
  if (field.type !== 'string') return Number.isInteger(bound) ? `${bound}.0` : String(bound)
  const zone = zoneOf(field, timeZone)
  return zone === 'UTC' ? new Date(bound).toISOString() : moment(bound, zone)
}

function boundsOf(key: unknown, unit: PeriodUnit, zone: string): readonly [number, number] {
  if (isDuration(unit)) return [Number(key), Number(key) + durations[unit]]
  const local = new Date(`${String(key)}T00:00:00Z`)
  const next = new Date(local)
  if (unit === 'day' || unit === 'week') next.setUTCDate(next.getUTCDate() + (unit === 'week' ? 7 : 1))
  else if (unit === 'month' || unit === 'quarter') next.setUTCMonth(next.getUTCMonth() + (unit === 'quarter' ? 3 : 1))
  else next.setUTCFullYear(next.getUTCFullYear() + 1)
  return [instantOf(local.getTime(), zone), instantOf(next.getTime(), zone)]
}
