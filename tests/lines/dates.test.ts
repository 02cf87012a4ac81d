import { beforeEach, describe, expect, test } from 'vitest'
import type { LineSource } from '../../worker/lines'
import type { Field } from '../../worker/schema/field'
import { askFor, publish } from './tables'

const date = 'http://schema.org/Date'
const startDate = 'https://schema.org/startDate'
const endDate = 'https://schema.org/endDate'
const moment = { type: 'string', format: 'date-time' } as const
const day = { type: 'string', format: 'date' } as const

describe('date_match compares instants', () => {
  let source: LineSource
  beforeEach(async () => {
    const values = ['2023-11-20T23:00:00Z', '2023-11-21T23:00:00Z', '2023-11-22T08:00:00Z']
    source = await publish(
      [{ key: 'date', ...moment, 'x-refersTo': date }],
      [...values.map((value) => ({ date: value })), { date: null }],
    )
  })

  test.each<[string, number[]]>([
    ['date_match=2023-11-21', [1]],
    ['date_match=2023-11-21,2023-11-22', [1, 2, 3]],
    ['_c_date_match=2023-11-21', [1]],
    ['date_gt=2023-11-20&date_lt=2023-11-22', [1]],
    ['date_match=2023-11-22,', [2, 3]],
    ['date_match=,2023-11-21', [1]],
    ['date_match=2023-11-21T23:00:00Z', [2]],
    ['date_match=2023-11-21T23:00:00Z,2023-11-22T09:00:00%2B01:00', [2, 3]],
    ['date_eq=2023-11-22T09:00:00+01:00', [3]],
    ['date_match=', [1, 2, 3, 4]],
  ])('%s keeps %j', async (query, expected) => {
    expect(await askFor(source, '_i', query)).toEqual(expected)
  })

  test.each([
    'date_match=soon',
    'date_match=,',
    'date_match=2023-01-01,2023-01-02,2023-01-03',
    'date_match=2023-02-30',
    'date_match=2020-01-01T00:00:00%2B25:00',
    'date_gt=2020-01-01T00:00:00%2B24:00',
    'date_gt=2020-01-01T00:00:00-10:60',
  ])('%s is refused', async (query) => {
    await expect(askFor(source, '_i', query)).rejects.toMatchObject({ code: 'parameter-invalid', status: 400 })
  })
})

test('date_match compares days for a field of dates', async () => {
  const rows = ['2017-10-05', '2017-11-12', '2018-01-01'].map((value) => ({ d: value }))
  const source = await publish([{ key: 'd', ...day, 'x-refersTo': date }], rows)
  expect(await askFor(source, '_i', 'date_match=2017-11-12')).toEqual([2])
  expect(await askFor(source, '_i', 'date_match=2017-11-12,2018-01-01')).toEqual([2, 3])
})

test('date_match keeps the overlapping and the open-ended intervals', async () => {
  const fields: Field[] = [
    { key: 'from', ...day, 'x-refersTo': startDate },
    { key: 'to', ...day, 'x-refersTo': endDate },
  ]
  const source = await publish(fields, [
    { from: '2023-01-01', to: '2023-01-10' },
    { from: '2023-01-10', to: '2023-01-20' },
    { from: '2023-02-01', to: '2023-02-02' },
    { from: '2023-01-05', to: null },
    { from: null, to: null },
    { from: null, to: '2023-01-03' },
  ])
  expect(await askFor(source, '_i', 'date_match=2023-01-10')).toEqual([1, 2, 4])
  expect(await askFor(source, '_i', 'date_match=2023-01-11,2023-01-31')).toEqual([2, 4])
  expect(await askFor(source, '_i', 'date_match=,2023-01-04')).toEqual([1, 6])
  expect(await askFor(source, '_i', 'date_match=2023-01-02')).toEqual([1, 6])
  expect(await askFor(source, '_i', 'date_match=2023-02-01,')).toEqual([3, 4])
})

test('without a date concept, date_match is refused and _c_date_match ignored', async () => {
  const source = await publish([{ key: 'd', ...day }], [{ d: '2023-01-01' }])
  await expect(askFor(source, '_i', 'date_match=2023-01-02')).rejects.toMatchObject({ code: 'date-match-refused' })
  expect(await askFor(source, '_i', '_c_date_match=2023-01-02')).toEqual([1])
})

describe('date math', () => {
  const now = new Date('2024-03-31T10:00:00Z')
  let source: LineSource
  beforeEach(async () => {
    // Clocks of Paris went from 2:00 to 3:00 on 31 March 2024.
    const values = [
      ['2024-02-29T23:30:00+01:00', '2024-02-29'],
      ['2024-03-30T10:00:00+01:00', '2024-03-30'],
      ['2024-03-30T23:30:00Z', '2024-03-31'],
      ['2024-03-31T09:30:00Z', '2024-04-01'],
    ]
    const rows = values.map(([at = '', on = '']) => ({ at, on }))
    source = await publish(
      [
        { key: 'at', ...moment, 'x-refersTo': date },
        { key: 'on', ...day },
      ],
      [...rows, { at: null, on: null }],
    )
    source = { ...source, now }
  })

  test.each<[string, number[]]>([
    ['at_gte=now-1d', [3, 4]],
    ['at_gte=now-1d/d', [2, 3, 4]],
    ['at_gt=now-1d/d', [3, 4]],
    ['at_lt=now/d', [1, 2]],
    ['at_lte=now/d', [1, 2, 3, 4]],
    ['at_eq=now/d', [3, 4]],
    ['at_gte=now/M', [2, 3, 4]],
    ['at_gte=now/w', [2, 3, 4]],
    ['at_lt=now-30m', [1, 2, 3]],
    ['at_gte=now-24h', [3, 4]],
    ['at_gt=2024-03-30||', [2, 3, 4]],
    ['at_lte=2024-02-15||/M', [1]],
    ['at_gt=2024-02-15||/M', [2, 3, 4]],
    ['at_lt=2024-01-31||%2B1M%2B1d', [1]],
    ['at_lt=2024-01-31|| 1M 1d', [1]],
    ['at_lt=2024-03-30T10:00:00Z||', [1, 2]],
    ['date_match=now-1d/d,now', [2, 3, 4]],
    ['date_match=now/d', [3, 4]],
    ['on_gte=now', [3, 4]],
    ['on_lte=now-1M/M', [1]],
    ['on_eq=2024-03-01||/M', [2, 3]],
    ['on_gt=2024-03-01||/M', [4]],
    ['qs=at:[now-1d TO now]', [3, 4]],
    ['qs=at:>=now-1d/d AND at:<now/d', [2]],
    ['qs=on:{2024-02-29 TO now/d]', [2, 3]],
    ['qs=at:"2024-02-15||/M"', [1]],
  ])('%s keeps %j', async (query, expected) => {
    expect(await askFor(source, '_i', query)).toEqual(expected)
  })

  test.each([
    'at_gte=now-1x',
    'at_gte=now/2d',
    'at_gte=tomorrow',
    'at_gte=now+999999999y',
    'at_gte=soon||/d',
    'on_in=now',
  ])('%s is refused', async (query) => {
    await expect(askFor(source, '_i', query)).rejects.toMatchObject({ code: 'parameter-invalid', status: 400 })
  })

  test('has a bounded number of steps', async () => {
    await expect(askFor(source, '_i', `at_gte=now${'-1d'.repeat(11)}`)).rejects.toMatchObject({ status: 400 })
    expect(await askFor(source, '_i', `at_gte=now${'-1d'.repeat(10)}`)).toEqual([2, 3, 4])
  })
})
