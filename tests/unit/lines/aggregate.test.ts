import { describe, expect, test } from 'vitest'
import { limits } from '../../../worker/limits'
import type { LineSource } from '../../../worker/lines'
import { planLines } from '../../../worker/lines'
import { filledKeys, isoWithOffset } from '../../../worker/lines/aggregate/buckets'
import { bucketsSql } from '../../../worker/lines/aggregate/buckets-sql'
import { levelItems } from '../../../worker/lines/aggregate/level-items'
import { figureOf } from '../../../worker/lines/aggregate/metrics'
import { parseValuesAgg } from '../../../worker/lines/aggregate/parse-values-agg'
import { offsetAt, zoneSteps } from '../../../worker/lines/aggregate/zone-steps'
import { layoutOf } from '../../../worker/lines/storage/layout'
import type { Field } from '../../../worker/schema/field'

const fields: Field[] = [
  { key: 'name', type: 'string' },
  { key: 'n', type: 'integer' },
  { key: 'at', type: 'string', format: 'date-time' },
]
const source: LineSource = {
  pointer: { shard: 0, run: 'r1', layout: layoutOf(fields, new Map(), undefined), count: 42 },
  fields,
  defaultOrder: 'file',
}
const parse = (query: string) => parseValuesAgg(new URLSearchParams(query), source)
const orderOf = (query: string) =>
  parse(query).levels.map(({ order }) => order.map(({ by, descending }) => `${descending ? '-' : ''}${by}`).join(' '))

test.each([
  [null, []],
  ['a', ['a']],
  ['a,b', ['a', 'b']],
  ['a;b', ['a', 'b']],
  ['a;b,c', ['a', 'b,c']],
  [';1', ['', '1']],
])('the list %j has the items %j', (text, items) => {
  expect(levelItems(text)).toEqual(items)
})

test.each([
  ['field=name', ['-count key']],
  ['field=at&interval=month', ['key -count']],
  ['field=n&interval=5', ['-count key']],
  ['field=name&metric=sum&metric_field=n', ['-metric -count key']],
  ['field=name&metric=stats&metric_field=n', ['-count key']],
  ['field=name&metric=sum', ['-count key']],
  ['field=name;n&sort=-key', ['-key -count', '-count key']],
  ['field=name,n&sort=count,-n', ['count key', '-key -count']],
])('groups of %s are ordered by %j', (query, order) => {
  expect(orderOf(query)).toEqual(order)
})

describe('time zones', () => {
  test.each([
    ['Europe/Paris', '2023-10-29T00:59:59Z', 120],
    ['Europe/Paris', '2023-10-29T01:00:00Z', 60],
    ['Europe/Paris', '2024-03-31T01:00:00Z', 120],
    ['Asia/Kolkata', '2024-03-31T01:00:00Z', 330],
    ['America/St_Johns', '2024-01-01T00:00:00Z', -210],
    ['Africa/Casablanca', '2024-03-20T00:00:00Z', 0],
    ['UTC', '1900-01-01T00:00:00Z', 0],
  ])('%s at %s is %i minutes from UTC', (zone, at, minutes) => {
    expect(offsetAt(zoneSteps(zone), Date.parse(at)) / 60_000).toBe(minutes)
  })

  test('an instant is written in its time zone', () => {
    expect(isoWithOffset(Date.parse('2020-12-01T01:10:10Z'), 'Europe/Paris', false)).toBe('2020-12-01T02:10:10+01:00')
    expect(isoWithOffset(0, 'America/St_Johns', true)).toBe('1969-12-31T20:30:00.000-03:30')
  })

  test('four levels with a time zone fit in a statement', () => {
    const { levels, metrics, lines } = parse('field=at;at;at;at&interval=year;quarter;week;hour&missing=;;2020-01-01;')
    const plan = { lines: planLines(lines, source), levels, metrics, max: limits.lines.maxBuckets }
    expect(bucketsSql(plan).text.length).toBeLessThan(limits.lines.maxSqlChars)
  })
})

describe('empty buckets', () => {
  const max = 100
  test.each([
    [{ is: 'calendar', unit: 'month' }, ['2023-12-01', '2023-10-01'], ['2023-10-01', '2023-11-01', '2023-12-01']],
    [{ is: 'calendar', unit: 'quarter' }, ['2023-10-01', '2024-04-01'], ['2023-10-01', '2024-01-01', '2024-04-01']],
    [{ is: 'calendar', unit: 'year' }, ['9998-01-01', '9999-01-01'], ['9998-01-01', '9999-01-01']],
    [{ is: 'steps', step: 0.5 }, [-1, 1], [-1, 0, 1]],
    [{ is: 'steps', step: 1 }, [2 ** 53, 2 ** 53 + 2], [2 ** 53, 2 ** 53 + 2]],
    [{ is: 'value' }, ['b', 'a'], ['b', 'a']],
  ] as const)('%j of %j gives %j', (interval, keys, filled) => {
    expect(filledKeys(interval, keys, max)).toEqual(filled)
  })

  test('are refused when they are too many', () => {
    const refused = expect.objectContaining({ code: 'buckets-too-many', status: 400 })
    expect(() => filledKeys({ is: 'steps', step: 1 }, [0, 1e15], max)).toThrow(refused)
    expect(() => filledKeys({ is: 'calendar', unit: 'day' }, ['0001-01-01', '9999-12-31'], max)).toThrow(refused)
  })
})

test('a percentile lies between two ranks', () => {
  const metric = parse('field=name&metric=percentiles&metric_field=n&percents=75').metrics[0]
  expect(metric && figureOf(metric, [11, 7, 8])).toEqual([{ key: 75, value: 7.5 }])
  expect(metric && figureOf(metric, [1, 4, null])).toEqual([{ key: 75, value: 4 }])
})
