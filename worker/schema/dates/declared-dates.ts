/**
 * `patternReader`: the dates that a publisher describes by a `dateFormat` or a `dateTimeFormat` of their own, such as
 * `DD/MM/YYYY HH:mm`, `MM-DD-YYYY` or `D MMMM YYYY` (months by their French or English
 * name, also after that of a weekday). The notations that the analysis detects are read by `detected-dates.ts`, which costs less.
 */
import { limits } from '../../limits'
import { DAY_MS } from '../../limits/units'
import { clockMs, daysOf, isCalendarDay } from './calendar'
import { fullYear } from './detected-dates'
import { monthNamed, withoutWeekday } from './written-date'

/** Milliseconds of the local clock read as UTC; undefined when the text does not match, or is not a calendar day. */
export type PatternReader = (text: string) => number | undefined

const parts = {
  YYYY: '(?<year>\\d{4})',
  YY: '(?<shortYear>\\d{2})',
  MMMM: '(?<monthName>\\p{L}+)\\.?',
  MM: '(?<month>\\d{2})',
  M: '(?<month>\\d{1,2})',
  DD: '(?<day>\\d{2})',
  D: '(?<day>\\d{1,2})(?:er|st|nd|rd|th)?',
  HH: '(?<hours>\\d{2})',
  H: '(?<hours>\\d{1,2})',
  mm: '(?<minutes>\\d{2})',
  m: '(?<minutes>\\d{1,2})',
  ss: '(?<seconds>\\d{2})',
  s: '(?<seconds>\\d{1,2})',
  SSS: '(?<millis>\\d{3})',
} as const

const isPart = (token: string): token is keyof typeof parts => Object.hasOwn(parts, token)
const tokens = /\[([^\]]*)\]|YYYY|YY|MMMM|MM?|DD?|HH?|mm?|ss?|SSS|./gsu

/**
 * Undefined for a pattern with an unknown letter, a repeated part, or without a year, a month or a day. Reading takes a
 * bounded time: each of seven parts once, of four digits at most.
 */
export function patternReader(pattern: string): PatternReader | undefined {
  if (pattern.length > limits.schema.maxDateFormatChars) return undefined
  const source: string[] = []
  const seen = new Set<string>()
  for (const [token, escaped] of pattern.matchAll(tokens)) {
    if (isPart(token)) {
      const name = nameOf(token)
      if (seen.has(name)) return undefined
      seen.add(name)
      source.push(parts[token])
    } else if (escaped === undefined && /[a-z]/i.test(token) && token !== 'T') return undefined
    else source.push((escaped ?? token).replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
  }
  if (!['year', 'month', 'day'].every((name) => seen.has(name))) return undefined
  const expression = new RegExp(`^${source.join('')}$`, 'u')
  const isNamed = source.includes(parts.MMMM)
  return (text) => {
    const groups = expression.exec(isNamed ? withoutWeekday(text) : text)?.groups
    if (!groups) return undefined
    const numberOf = (name: string) => Number(groups[name] ?? 0)
    const year = groups.shortYear === undefined ? numberOf('year') : fullYear(numberOf('shortYear'))
    const month = groups.monthName === undefined ? numberOf('month') : (monthNamed(groups.monthName) ?? 0)
    const day = numberOf('day')
    const [hours, minutes, seconds] = [numberOf('hours'), numberOf('minutes'), numberOf('seconds')]
    if (!isCalendarDay(year, month, day) || hours > 23 || minutes > 59 || seconds > 59) return undefined
    return daysOf(year, month, day) * DAY_MS + clockMs(hours, minutes, seconds) + numberOf('millis')
  }
}

const nameOf = (token: keyof typeof parts): string =>
  token.startsWith('Y') ? 'year' : token.startsWith('M') ? 'month' : (/<(\w+)>/.exec(parts[token])?.[1] ?? token)
