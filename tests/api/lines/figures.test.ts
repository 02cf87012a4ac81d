/** Statistics over all lines. */
import { describe, expect, test } from 'vitest'
import { aggregated } from '../../support/aggregates'
import { ask, refusal, send } from '../../support/http'

describe('metrics', () => {
  const numbers = `n,at,day,name\n${Array.from({ length: 11 }, (_, i) => `${i},2020-12-${i + 10}T01:10:10Z,2020-12-${i + 10},x${i}`).join('\n')}`

  test.each([
    ['field=n&metric=avg', 5],
    ['field=n&metric=sum&n_lt=4', 6],
    ['metric_field=n&metric=value_count', 11],
    ['field=n&metric=cardinality', 11],
    ['field=name&metric=cardinality', 11],
    ['field=n&metric=stats', { count: 11, min: 0, max: 10, avg: 5, sum: 55 }],
    [
      'field=n&metric=percentiles&percents=50,75',
      [
        { key: 50, value: 5 },
        { key: 75, value: 7.5 },
      ],
    ],
    ['field=at&metric=min', '2020-12-10T02:10:10+01:00'],
    ['field=day&metric=max', '2020-12-20'],
    ['field=n&metric=avg&n_gt=50', null],
    ['field=n&metric=sum&n_gt=50', 0],
    ['field=n&metric=percentiles&percents=50&n_gt=50', [{ key: 50, value: null }]],
  ])('metric_agg?%s is %j', async (query, metric) => {
    const { path } = await aggregated(numbers)
    const answer = await ask<{ total: number; metric: unknown }>(`${path}/metric_agg?${query}`)
    expect(answer.metric).toEqual(metric)
    expect(answer.total).toBe(query.includes('n_gt') ? 0 : query.includes('n_lt') ? 4 : 11)
  })

  test('many metrics are computed, however many columns they need', async () => {
    const keys = Array.from({ length: 30 }, (_, at) => `n${at}`)
    const rows = [1, 2, 3].map((row) => `g,${keys.map((_, at) => row * 10 + at + 0.5).join()}`)
    const { path } = await aggregated(`k,${keys.join()}\n${rows.join('\n')}`)
    const { metrics } = await ask<{ metrics: Record<string, { percentiles: unknown[]; stats: unknown }> }>(
      `${path}/simple_metrics_agg?metrics=percentiles,stats`,
    )
    expect(Object.keys(metrics)).toEqual(keys)
    expect(metrics.n29?.percentiles).toHaveLength(7)
    expect(metrics.n29?.stats).toEqual({ count: 3, min: 39.5, max: 59.5, avg: 49.5, sum: 148.5 })
    const sums = `values_agg?field=k&extra_metrics=${keys.map((key) => `${key}:sum`).join()}`
    expect(await ask(`${path}/${sums}`)).toMatchObject({ aggs: [{ n0_sum: 61.5, n29_sum: 148.5 }] })
    const percents = Array.from({ length: 39 }, (_, at) => at + 1)
    const ranks = `percents=${percents.join()}&extra_metrics=n0:percentiles`
    const [group] = (await ask<{ aggs: Array<{ n0_percentiles: unknown[] }> }>(`${path}/values_agg?field=k&${ranks}`))
      .aggs
    expect(group?.n0_percentiles).toHaveLength(39)
    const refused = await send(`${path}/values_agg?field=k&${ranks},n1:percentiles`)
    expect(await refusal(refused)).toEqual([400, 'parameter-invalid'])
  })

  test('simple_metrics_agg returns the metrics of each type', async () => {
    const { path } = await aggregated()
    expect(await ask(`${path}/simple_metrics_agg?fields=pop,day,color,flag&field=ignored`)).toEqual({
      total: 6,
      metrics: {
        pop: { min: 0, max: 13 },
        day: { min: '2023-10-02', max: '2023-12-31' },
        color: { cardinality: 3 },
        flag: {},
      },
    })
    const { metrics } = await ask<{ metrics: object }>(`${path}/simple_metrics_agg?metrics=avg`)
    expect(Object.keys(metrics)).toEqual(['pop', 'day', 'at'])
  })

  test.each(['values_agg?field=color', 'metric_agg?field=pop&metric=sum', 'simple_metrics_agg?fields=pop'])(
    '%s names the parameters that were ignored',
    async (query) => {
      const { path } = await aggregated()
      const hints = [expect.stringContaining('"foo"')]
      expect(await ask(`${path}/${query}&foo=1`)).toMatchObject({ meta: { hints } })
      expect(await ask(`${path}/${query}&foo=1&hint=false`)).not.toHaveProperty('meta')
      expect(await ask(`${path}/${query}`)).not.toHaveProperty('meta')
    },
  )

  test('min and max are bare numbers', async () => {
    const { path } = await aggregated()
    expect(await ask(`${path}/max/pop`)).toBe(13)
    expect(await ask(`${path}/min/day`)).toBe(Date.parse('2023-10-02'))
  })

  test.each([
    ['metric_agg?field=pop', 'parameter-missing'],
    ['metric_agg?metric=sum', 'parameter-missing'],
    ['metric_agg?metric=sum&field=nope', 'group-field-unknown'],
    ['metric_agg?metric=max&field=color', 'metric-refused'],
    ['metric_agg?metric=percentiles&percents=x&field=pop', 'parameter-invalid'],
    ['simple_metrics_agg?fields=nope', 'group-field-unknown'],
    ['simple_metrics_agg?metrics=nope', 'metric-refused'],
    ['max/nope', 'values-field-unknown'],
  ])('%s is refused as %s', async (query, code) => {
    const { path } = await aggregated()
    expect(await refusal(await send(`${path}/${query}`))).toEqual([400, code])
  })
})

test('each aggregation requires its own permission, and has the cache headers of lines', async () => {
  const { key, id, path } = await aggregated()
  const json = [{ operations: ['getValuesAgg'] }]
  await ask(`${path}/permissions`, { key, method: 'PUT', json })
  const response = await send(`/api/v1/datasets/${id}/values_agg?field=color`)
  expect(response.headers.get('cache-control')).toBe('must-revalidate, public, max-age=300')
  expect(JSON.parse(response.headers.get('x-operation') ?? '')).toMatchObject({ class: 'read', id: 'getValuesAgg' })
  const etag = response.headers.get('etag') ?? ''
  expect((await send(`${path}/values_agg?field=color`, { headers: { 'if-none-match': etag } })).status).toBe(304)
  for (const other of ['values/color', 'metric_agg?field=pop&metric=sum', 'lines']) {
    expect(await refusal(await send(`${path}/${other}`))).toEqual([403, 'permission-missing'])
  }
})
