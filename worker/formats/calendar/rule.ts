/** `parseRule`: parses an RRULE value (RFC 5545, section 3.3.10). Pure. */
import { type LocalTime, parseTime } from './time'

const frequencies = ['SECONDLY', 'MINUTELY', 'HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
type Frequency = (typeof frequencies)[number]

/** Monday is 0; `nth` 0 means every such weekday. */
type RuleDay = { weekday: number; nth: number }
export type Rule = {
  frequency: Frequency
  interval: number
  count: number | undefined
  until: LocalTime | undefined
  weekStart: number
  days: RuleDay[]
  months: number[]
  monthDays: number[]
  yearDays: number[]
  weeks: number[]
  hours: number[]
  minutes: number[]
  seconds: number[]
  positions: number[]
}

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/** Undefined when the text is not a rule. */
export function parseRule(text: string): Rule | undefined {
  const parts = new Map(
    text.split(';').map((part) => {
      const [name = '', value = ''] = part.split('=', 2)
      return [name.trim().toUpperCase(), value.trim().toUpperCase()] as const
    }),
  )
  const frequency = frequencies.find((name) => name === parts.get('FREQ'))
  const numbers = (name: string, from: number, to: number) => listOf(parts.get(name), from, to)
  const days = distinct((parts.get('BYDAY') ?? '').split(','))
    .filter(Boolean)
    .map(ruleDay)
  const rule = {
    interval: singleOf(parts.get('INTERVAL')) ?? 1,
    count: singleOf(parts.get('COUNT')),
    until: parts.has('UNTIL') ? parseTime(parts.get('UNTIL') ?? '') : undefined,
    weekStart: Math.max(0, weekdays.indexOf(parts.get('WKST') ?? 'MO')),
    months: numbers('BYMONTH', 1, 12),
    monthDays: numbers('BYMONTHDAY', -31, 31),
    yearDays: numbers('BYYEARDAY', -366, 366),
    weeks: numbers('BYWEEKNO', -53, 53),
    hours: numbers('BYHOUR', 0, 23),
    minutes: numbers('BYMINUTE', 0, 59),
    seconds: numbers('BYSECOND', 0, 60),
    positions: numbers('BYSETPOS', -366, 366),
  }
  const areIntegers = Object.values(rule).every((value) => !Array.isArray(value) || value.every(Number.isInteger))
  const validDays = days.flatMap((day) => day ?? [])
  if (!frequency || !areIntegers || validDays.length < days.length || (parts.has('UNTIL') && !rule.until))
    return undefined
  return rule.interval >= 1 ? { frequency, ...rule, days: validDays } : undefined
}

function singleOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

/** Numbers out of range become NaN. */
function listOf(text: string | undefined, from: number, to: number): number[] {
  const numbers = (text ?? '')
    .split(',')
    .filter(Boolean)
    .map((number) =>
      /^[+-]?\d{1,3}$/.test(number) && Number(number) >= from && Number(number) <= to ? Number(number) : Number.NaN,
    )
  return distinct(numbers)
}

/** A part that repeats a value generates the same times, only more slowly. */
function distinct<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)]
}

function ruleDay(text: string): RuleDay | undefined {
  const [, nth, name = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(text) ?? []
  const weekday = weekdays.indexOf(name)
  return weekday < 0 ? undefined : { weekday, nth: Number(nth ?? 0) }
}
