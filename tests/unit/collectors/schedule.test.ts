/** Rules, cron expressions and the next date, across daylight saving. */
import { describe, expect, test } from 'vitest'
import { checkRules, cronOf, nextDate, type Rule, schedulingSchema } from '../../../worker/collectors/schedule'

const rulesOf = (...rules: unknown[]): Rule[] => schedulingSchema.parse(rules)
const next = (after: string, ...rules: unknown[]) => nextDate(rulesOf(...rules), new Date(after))?.toISOString()

test.each([
  [{ type: 'hours', hour: '*', hourStep: 6, minute: 15 }, '15 */6 * * *'],
  [{ type: 'hours' }, '0 */1 * * *'],
  [{ type: 'daily', hour: 3, minute: 30, dayOfWeek: '*', dayOfMonth: '*', month: '*' }, '30 3 * * *'],
  [{ type: 'daily', hour: '3', minute: '30' }, '30 3 * * *'],
  [{ type: 'weekly', dayOfWeek: '1', hour: 6, minute: 0 }, '0 6 * * 1'],
  [{ type: 'monthly', dayOfMonth: 28, hour: 6, minute: 5 }, '5 6 28 * *'],
  [{ type: 'monthly', lastDayOfMonth: true, hour: 6, minute: 5 }, '5 6 L * *'],
  [{ type: 'monthly', dayOfMonth: '*', lastDayOfMonth: true, hour: 6, minute: 5 }, '5 6 L * *'],
  [{ type: 'cron', cron: ' */5 8-18 * * 1-5 ' }, '*/5 8-18 * * 1-5'],
])('%j is %s', (rule, expression) => {
  expect(rulesOf(rule).map(cronOf)).toEqual([expression])
})

test.each([
  [{ type: 'hours', hour: '*', dayOfWeek: '*', dayOfMonth: '*', month: '*', hourStep: 2, minute: 5 }],
  [{ type: 'daily', hour: 3, minute: 30, dayOfWeek: '*', dayOfMonth: '*', month: '*' }],
  [{ type: 'weekly', dayOfWeek: '1', dayOfMonth: '*', month: '*', hour: 6, minute: 0 }],
])('%j is returned as it was sent', (rule) => {
  expect(rulesOf(rule)).toEqual([{ ...rule, timeZone: 'Europe/Paris' }])
})

test.each([
  [{ type: 'hours', hourStep: 13 }],
  [{ type: 'daily', hour: 24 }],
  [{ type: 'weekly', dayOfWeek: '7' }],
  [{ type: 'weekly' }],
  [{ type: 'monthly', dayOfMonth: 29 }],
  [{ type: 'yearly' }],
])('%j is not a rule', (rule) => {
  expect(schedulingSchema.safeParse([rule]).success).toBe(false)
})

describe('the next date', () => {
  test.each([
    ['in winter', '2026-01-10T00:00:00Z', '2026-01-10T02:00:00.000Z'],
    ['in summer', '2026-07-10T00:00:00Z', '2026-07-10T01:00:00.000Z'],
    ['at the date itself is the next one', '2026-07-10T01:00:00Z', '2026-07-11T01:00:00.000Z'],
  ])('of 3:00 in Paris, %s', (_, after, date) => {
    expect(next(after, { type: 'daily', hour: 3 })).toBe(date)
  })

  test('of a time skipped by daylight saving is the first after the gap, once', () => {
    const rule = { type: 'daily', hour: 2, minute: 30 }
    expect(next('2026-03-28T12:00:00Z', rule)).toBe('2026-03-29T01:00:00.000Z')
    expect(next('2026-03-29T01:00:00Z', rule)).toBe('2026-03-30T00:30:00.000Z')
  })

  test('of a repeated time is its first occurrence', () => {
    const rule = { type: 'daily', hour: 2, minute: 30 }
    expect(next('2026-10-24T12:00:00Z', rule)).toBe('2026-10-25T00:30:00.000Z')
    expect(next('2026-10-25T00:30:00Z', rule)).toBe('2026-10-26T01:30:00.000Z')
  })

  test('of each quarter of an hour includes the repeated hour', () => {
    const rule = { type: 'cron', cron: '*/15 * * * *' }
    const dates: string[] = []
    for (let at = '2026-10-25T00:40:00Z'; dates.length < 4; at = dates.at(-1) ?? at) dates.push(next(at, rule) ?? '')
    expect(dates.map((date) => date.slice(11, 16))).toEqual(['00:45', '01:00', '01:15', '01:30'])
  })

  test('is the earliest of all rules, each in its time zone', () => {
    const tokyo = { type: 'daily', hour: 9, timeZone: 'Asia/Tokyo' }
    const paris = { type: 'daily', hour: 9 }
    expect(next('2026-07-10T02:00:00Z', tokyo, paris)).toBe('2026-07-10T07:00:00.000Z')
    expect(next('2026-07-10T08:00:00Z', tokyo, paris)).toBe('2026-07-11T00:00:00.000Z')
  })

  test('without rules is undefined', () => expect(next('2026-07-10T02:00:00Z')).toBeUndefined())

  test('of the last day of a month', () => {
    expect(next('2028-02-03T00:00:00Z', { type: 'monthly', lastDayOfMonth: true, hour: 5 })).toBe(
      '2028-02-29T04:00:00.000Z',
    )
  })
})

test.each([
  ['* * * * * *', 'Europe/Paris', '5 fields'],
  ['@daily', 'Europe/Paris', '5 fields'],
  ['61 * * * *', 'Europe/Paris', '61'],
  ['0 0 30 2 *', 'Europe/Paris', 'no date'],
  ['0 0 * * *', 'Europe/Nowhere', 'unknown time zone "Europe/Nowhere"'],
])('%s in %s is refused: %s', (cron, timeZone, reason) => {
  expect(() => checkRules(rulesOf({ type: 'cron', cron, timeZone }), new Date())).toThrow(reason)
})
