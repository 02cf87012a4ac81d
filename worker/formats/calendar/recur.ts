/** `occurrences`: the local times that a recurrence rule generates, in order (RFC 5545, section 3.3.10). Pure. */
import { limits } from '../../limits'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../limits/units'
import { clockMs, daysOf } from '../../schema/dates/calendar'
import type { Rule } from './rule'

/** Bounds the work of a whole file: a short rule can test every second and match none. */
export type Steps = { left: number }

type Day = { number: number; year: number; month: number; day: number; weekday: number }

/**
 * Local times from `start` on, in order, without duplicates; COUNT and UNTIL of the rule are not applied. Stops after
 * `untilMs`, or when no step is left.
 */
export function* occurrences(rule: Rule, start: number, untilMs: number, steps: Steps): Generator<number> {
  const complete = withDefaults(rule, dayNumbered(Math.floor(start / DAY_MS)))
  for (const period of periods(complete, start, untilMs)) {
    if (steps.left <= 0) return
    steps.left -= period.days.length + 1
    const days = period.days.filter((day) => matchesDay(complete, day))
    const times = period.times(start)
    // A rule of every second of every day has 31 million times a year, which would not fit in memory.
    if (days.length * times.length > limits.calendars.maxPeriodTimes) steps.left = 0
    if (steps.left <= 0) return
    const all = days.flatMap(({ number }) => times.map((time) => number * DAY_MS + time))
    steps.left -= all.length
    for (const time of rule.positions.length > 0 ? atPositions(all, rule.positions) : all) {
      if (time > untilMs) return
      if (time >= start) yield time
    }
  }
}

/** The parts that a rule does not have are those of its start. */
function withDefaults(rule: Rule, start: Day): Rule {
  const hasDays = rule.days.length + rule.monthDays.length + rule.yearDays.length > 0
  if (rule.frequency === 'WEEKLY') {
    return rule.days.length > 0 ? rule : { ...rule, days: [{ weekday: start.weekday, nth: 0 }] }
  }
  if (hasDays || (rule.frequency !== 'MONTHLY' && rule.frequency !== 'YEARLY')) return rule
  if (rule.weeks.length > 0) return { ...rule, days: [{ weekday: start.weekday, nth: 0 }] }
  const isAnyMonth = rule.frequency === 'YEARLY' && rule.months.length === 0
  return { ...rule, monthDays: [start.day], ...(isAnyMonth ? { months: [start.month] } : {}) }
}

/** The days of one period, and the times of each. */
type Period = { days: Day[]; times: (start: number) => number[] }

function* periods(rule: Rule, start: number, untilMs: number): Generator<Period> {
  const first = dayNumbered(Math.floor(start / DAY_MS))
  const { interval, frequency } = rule
  const times = (from: number) => timesOfDay(rule, from)
  const lastDay = Math.floor(untilMs / DAY_MS)
  if (frequency === 'YEARLY') {
    for (let year = first.year; daysOf(year, 1, 1) <= lastDay; year += interval) {
      yield { days: daysOfYear(rule, year), times }
    }
  } else if (frequency === 'MONTHLY') {
    for (let month = first.year * 12 + first.month - 1; ; month += interval) {
      const [from, to] = [monthStart(month), monthStart(month + 1)]
      if (from > lastDay) return
      yield { days: daysBetween(from, to), times }
    }
  } else if (frequency === 'WEEKLY') {
    const monday = first.number - ((first.weekday - rule.weekStart + 7) % 7)
    for (let from = monday; from <= lastDay; from += 7 * interval) yield { days: daysBetween(from, from + 7), times }
  } else if (frequency === 'DAILY') {
    for (let day = first.number; day <= lastDay; day += interval) yield { days: [dayNumbered(day)], times }
  } else yield* shortPeriods(rule, start, untilMs)
}

/** Skips the days of other months where the rule names its months. */
function daysOfYear({ months }: Rule, year: number): Day[] {
  if (months.length === 0) return daysBetween(daysOf(year, 1, 1), daysOf(year + 1, 1, 1))
  return ordered(months).flatMap((month) =>
    daysBetween(monthStart(year * 12 + month - 1), monthStart(year * 12 + month)),
  )
}

/** Hours, minutes, seconds: a day, an hour or a minute that does not match is skipped at once. */
function* shortPeriods(rule: Rule, start: number, untilMs: number): Generator<Period> {
  const unit = rule.frequency === 'HOURLY' ? HOUR_MS : rule.frequency === 'MINUTELY' ? MINUTE_MS : 1_000
  const step = unit * rule.interval
  for (let at = start - (start % unit); at <= untilMs; ) {
    const day = dayNumbered(Math.floor(at / DAY_MS))
    const span = nonMatchingSpan(rule, day, at)
    if (span === undefined) yield { days: [day], times: () => timesWithin(rule, at - day.number * DAY_MS, start) }
    else yield { days: [], times: () => [] }
    at += span === undefined ? step : Math.ceil((span - (at % span)) / step) * step
  }
}

/** The length in ms of the span around this time that the rule excludes; undefined when the time matches. */
function nonMatchingSpan(rule: Rule, day: Day, at: number): number | undefined {
  const isOutside = (values: readonly number[], value: number) => values.length > 0 && !values.includes(value)
  if (!matchesDay(rule, day)) return DAY_MS
  if (isOutside(rule.hours, Math.floor((at % DAY_MS) / HOUR_MS))) return HOUR_MS
  if (rule.frequency === 'HOURLY') return undefined
  if (isOutside(rule.minutes, Math.floor((at % HOUR_MS) / MINUTE_MS))) return MINUTE_MS
  if (rule.frequency === 'MINUTELY') return undefined
  return isOutside(rule.seconds, Math.floor((at % MINUTE_MS) / 1_000)) ? 1_000 : undefined
}

function timesOfDay(rule: Rule, start: number): number[] {
  const inDay = ((start % DAY_MS) + DAY_MS) % DAY_MS
  const hours = rule.hours.length > 0 ? rule.hours : [Math.floor(inDay / HOUR_MS)]
  const minutes = rule.minutes.length > 0 ? rule.minutes : [Math.floor(inDay / MINUTE_MS) % 60]
  const seconds = rule.seconds.length > 0 ? rule.seconds : [Math.floor(inDay / 1_000) % 60]
  const all = hours.flatMap((h) => minutes.flatMap((m) => seconds.map((s) => clockMs(h, m, s))))
  return ordered(all)
}

/** The times of a matching hour, minute or second. */
function timesWithin(rule: Rule, inDay: number, start: number): number[] {
  const hours = [Math.floor(inDay / HOUR_MS)]
  const minutes = [Math.floor(inDay / MINUTE_MS) % 60]
  if (rule.frequency === 'HOURLY') return timesOfDay({ ...rule, hours }, start)
  if (rule.frequency === 'MINUTELY') return timesOfDay({ ...rule, hours, minutes }, start)
  return [inDay]
}

function matchesDay(rule: Rule, day: Day): boolean {
  const { months, monthDays, yearDays, weeks, days } = rule
  if (months.length > 0 && !months.includes(day.month)) return false
  const inMonth = lengthOfMonth(day)
  if (monthDays.length > 0 && !hasPosition(monthDays, day.day, inMonth)) return false
  const newYear = daysOf(day.year, 1, 1)
  const inYear = daysOf(day.year + 1, 1, 1) - newYear
  const dayOfYear = day.number - newYear + 1
  if (yearDays.length > 0 && !hasPosition(yearDays, dayOfYear, inYear)) return false
  if (weeks.length > 0) {
    const { week, of } = weekOf(day, rule.weekStart)
    if (!hasPosition(weeks, week, of)) return false
  }
  if (days.length === 0) return true
  const isInYear = rule.frequency === 'YEARLY' && months.length === 0
  const counts = rule.frequency === 'YEARLY' || rule.frequency === 'MONTHLY'
  const [at, length] = isInYear ? [dayOfYear, inYear] : [day.day, inMonth]
  return days.some(({ weekday, nth }) => {
    if (weekday !== day.weekday) return false
    return (
      nth === 0 || !counts || hasPosition([nth], Math.ceil(at / 7), Math.ceil(at / 7) + Math.floor((length - at) / 7))
    )
  })
}

/** Positions count from one, and backwards from minus one. */
function hasPosition(positions: readonly number[], at: number, length: number): boolean {
  return positions.includes(at) || positions.includes(at - length - 1)
}

/** The first week of a year has at least four of its days. */
function weekOf(day: Day, weekStart: number): { week: number; of: number } {
  // The year of a week is that of its fourth day.
  const fourth = dayNumbered(day.number - ((day.weekday - weekStart + 7) % 7) + 3)
  const first = firstWeek(fourth.year, weekStart)
  return {
    week: Math.floor((day.number - first) / 7) + 1,
    of: Math.round((firstWeek(fourth.year + 1, weekStart) - first) / 7),
  }
}

function firstWeek(year: number, weekStart: number): number {
  const fourth = dayNumbered(daysOf(year, 1, 4))
  return fourth.number - ((fourth.weekday - weekStart + 7) % 7)
}

function atPositions(all: readonly number[], positions: readonly number[]): number[] {
  return ordered(positions.flatMap((at) => all[at > 0 ? at - 1 : all.length + at] ?? []))
}

function ordered(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].sort((a, b) => a - b)
}

function dayNumbered(number: number): Day {
  const date = new Date(number * DAY_MS)
  return {
    number,
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    weekday: (date.getUTCDay() + 6) % 7,
  }
}

function daysBetween(from: number, to: number): Day[] {
  return Array.from({ length: to - from }, (_, at) => dayNumbered(from + at))
}

function monthStart(month: number): number {
  return daysOf(Math.floor(month / 12), (month % 12) + 1, 1)
}

function lengthOfMonth({ year, month }: Day): number {
  return monthStart(year * 12 + month) - monthStart(year * 12 + month - 1)
}
