/** Aggregations by value: groups, order and totals. */
import { describe, expect, test } from 'vitest'
import { aggregated, pairs } from '../../support/aggregates'
import { send } from '../../support/http'

describe('values_agg', () => {
  test('groups lines on two levels, with a metric and the totals of omitted groups', async () => {
    const { agg } = await aggregated()
    expect(
      await agg('field=color;thing&agg_size=1;1&metric=sum&metric_field=pop&extra_metrics=pop:max&sort=-count;-count'),
    ).toEqual({
      total: 6,
      total_values: 3,
      total_other: 3,
      aggs: [
        {
          total: 3,
          value: 'blue',
          results: [],
          metric: 13,
          pop_max: 13,
          total_values: 2,
          total_other: 1,
          aggs: [{ total: 2, value: 'desk', results: [], metric: 0, pop_max: 0 }],
        },
      ],
    })
  })

  test.each([
    [
      'field=color',
      [
        ['blue', 3],
        ['red', 2],
        ['green', 1],
      ],
    ],
    [
      'field=color&sort=color',
      [
        ['blue', 3],
        ['green', 1],
        ['red', 2],
      ],
    ],
    [
      'field=color&sort=-key',
      [
        ['red', 2],
        ['green', 1],
        ['blue', 3],
      ],
    ],
    [
      'field=color&sort=_count',
      [
        ['green', 1],
        ['red', 2],
        ['blue', 3],
      ],
    ],
    [
      'field=color&metric=max&metric_field=pop',
      [
        ['blue', 3],
        ['green', 1],
        ['red', 2],
      ],
    ],
    [
      'field=color&metric=max&metric_field=pop&sort=metric',
      [
        ['red', 2],
        ['green', 1],
        ['blue', 3],
      ],
    ],
    [
      'field=flag',
      [
        ['true', 3],
        ['false', 2],
      ],
    ],
    [
      'field=flag&missing=false',
      [
        ['false', 3],
        ['true', 3],
      ],
    ],
    [
      'field=thing&missing=none&sort=key',
      [
        ['bed', 1],
        ['chair', 1],
        ['desk', 3],
        ['none', 1],
      ],
    ],
    [
      'field=pop&missing=0&sort=key',
      [
        [0, 3],
        [4, 1],
        [7, 1],
        [13, 1],
      ],
    ],
    [
      'field=pop&interval=5',
      [
        [0, 3],
        [5, 1],
        [10, 1],
      ],
    ],
    ['field=pop&interval=1e30', [[0, 5]]],
    [
      'field=pop&interval=4&sort=key',
      [
        [0, 2],
        [4, 2],
        [8, 0],
        [12, 1],
      ],
    ],
    [
      'field=day&interval=month',
      [
        ['2023-10-01', 2],
        ['2023-11-01', 0],
        ['2023-12-01', 3],
      ],
    ],
    ['field=day&interval=quarter', [['2023-10-01', 5]]],
    ['field=day&interval=1y', [['2023-01-01', 5]]],
    [
      'field=day&interval=week&day_lt=2023-11-01',
      [
        ['2023-10-02', 1],
        ['2023-10-09', 0],
        ['2023-10-16', 0],
        ['2023-10-23', 0],
        ['2023-10-30', 1],
      ],
    ],
    [
      'field=day&interval=30d',
      [
        ['2023-09-20', 1],
        ['2023-10-20', 1],
        ['2023-11-19', 2],
        ['2023-12-19', 1],
      ],
    ],
    [
      'field=at&interval=month',
      [
        ['2023-10-01T00:00:00.000+02:00', 2],
        ['2023-11-01T00:00:00.000+01:00', 0],
        ['2023-12-01T00:00:00.000+01:00', 3],
      ],
    ],
    ['field=at&interval=1q&sort=-key', [['2023-10-01T00:00:00.000+02:00', 5]]],
    ['field=at&interval=hour&at_gte=2023-12-31', [['2023-12-31T23:00:00.000+01:00', 1]]],
    ['field=at&agg_size=1&sort=key', [['2023-10-02T08:00:00+02:00', 1]]],
    [
      'field=day&sort=-day&agg_size=2',
      [
        ['2023-12-31', 1],
        ['2023-12-05', 1],
      ],
    ],
    [
      'field=color&thing_eq=desk',
      [
        ['blue', 2],
        ['red', 1],
      ],
    ],
    [
      'field=color&q=desk',
      [
        ['blue', 2],
        ['red', 1],
      ],
    ],
  ])('%s gives %j', async (query, expected) => {
    const { agg } = await aggregated()
    expect(pairs(await agg(query))).toEqual(expected)
  })

  test('many groups have a hint, on request', async () => {
    const { agg } = await aggregated()
    const hints = [expect.stringContaining('"agg_size"')]
    expect(await agg('field=color&agg_size=100&hint=true')).toMatchObject({ total: 6, meta: { hints } })
    expect(await agg('field=color&agg_size=100')).not.toHaveProperty('meta')
    expect(await agg('field=color&agg_size=20&hint=true')).not.toHaveProperty('meta')
  })

  test('an interval has no totals of values, and a size of zero no group', async () => {
    const { agg } = await aggregated()
    expect(Object.keys(await agg('field=day&interval=month'))).toEqual(['total', 'aggs'])
    expect(await agg('field=color&agg_size=0')).toEqual({ total: 6, total_values: 3, total_other: 6 })
    expect(Object.keys(await agg('field=color&precision_threshold=0'))).toEqual(['total', 'total_other', 'aggs'])
  })

  test('lists are separated by commas or semicolons', async () => {
    const { path } = await aggregated()
    const text = async (query: string) => (await send(`${path}/values_agg?field=color&size=2&${query}`)).text()
    expect(await text('sort=-count;pop,_i')).toBe(await text('sort=-count,pop,_i'))
    const nested = 'field=color,thing&size=2&sort='
    const [mixed, commas] = await Promise.all(
      ['-count;key,-pop,_i', '-count,key,-pop,_i'].map((sort) => send(`${path}/values_agg?${nested}${sort}`)),
    )
    expect([mixed?.status, await mixed?.text()]).toEqual([200, await commas?.text()])
  })
})
