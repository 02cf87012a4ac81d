/** Aggregations over HTTP: groups, values and figures as contract lines §3 shows them. */
import { describe, expect, test } from 'vitest'
import { createContext } from '../../worker/context'
import { parseValuesAgg } from '../../worker/lines/aggregate/parse'
import { readBuckets } from '../../worker/lines/aggregate/read'
import { openLines } from '../../worker/lines/serve'
import { keyOf } from '../support/accounts'
import { open, publish } from '../support/datasets'
import { ask, refusal, send } from '../support/http'

const csv = [
  'color,thing,pop,flag,day,at,tags',
  'blue,desk,0,true,2023-10-02,2023-10-02T08:00:00+02:00,a ; b',
  'blue,desk,0,false,2023-10-31,2023-10-31T23:30:00+01:00,a',
  'blue,bed,13,true,2023-12-01,2023-12-01T00:10:00+01:00,b ; c',
  'red,desk,4,true,2023-12-05,2023-12-05T10:00:00Z,',
  'red,chair,,false,2023-12-31,2023-12-31T22:59:59Z,c',
  'green,,7,,,,',
].join('\n')

type Bucket = { total: number; value: unknown; results: unknown[]; aggs?: Bucket[] } & Record<string, unknown>
type Agg = { total: number; aggs: Bucket[]; next?: string } & Record<string, unknown>

async function dataset(content = csv) {
  const key = await keyOf()
  const made = await publish(content, { key })
  const path = `/api/v1/datasets/${made.id}`
  await open(made.id, key)
  const schema = made.schema.map((field) => (field.key === 'tags' ? { ...field, separator: ' ; ' } : field))
  return { key, id: made.id, path, schema, agg: (query: string) => ask<Agg>(`${path}/values_agg?${query}`) }
}

const pairs = ({ aggs }: Agg) => aggs.map(({ value, total }) => [value, total])

describe('values_agg', () => {
  test('groups lines on two levels, with a figure and the totals of what is not shown', async () => {
    const { agg } = await dataset()
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
    const { agg } = await dataset()
    expect(pairs(await agg(query))).toEqual(expected)
  })

  test('an interval tells neither values nor others, and a size of zero no group', async () => {
    const { agg } = await dataset()
    expect(Object.keys(await agg('field=day&interval=month'))).toEqual(['total', 'aggs'])
    expect(await agg('field=color&agg_size=0')).toEqual({ total: 6, total_values: 3, total_other: 6 })
    expect(Object.keys(await agg('field=color&precision_threshold=0'))).toEqual(['total', 'total_other', 'aggs'])
  })

  test('lists are separated by commas or semicolons alike', async () => {
    const { path } = await dataset()
    const text = async (query: string) => (await send(`${path}/values_agg?field=color&size=2&${query}`)).text()
    expect(await text('sort=-count;pop,_i')).toBe(await text('sort=-count,pop,_i'))
  })

  test('shows lines inside of groups, selected and sorted', async () => {
    const { agg } = await dataset()
    const { aggs } = await agg('field=color&size=2&sort=-count;-pop,_i&select=thing,pop')
    expect(aggs.map(({ results }) => results)).toEqual([
      [
        { thing: 'bed', pop: 13, _score: null },
        { thing: 'desk', pop: 0, _score: null },
      ],
      [
        { thing: 'desk', pop: 4, _score: null },
        { thing: 'chair', _score: null },
      ],
      [{ pop: 7, _score: null }],
    ])
    const nested = await agg('field=color;thing&size=1&q=bed')
    expect(nested.aggs[0]?.results).toEqual([])
    expect(nested.aggs[0]?.aggs?.[0]?.results).toEqual([expect.objectContaining({ thing: 'bed' })])
  })

  test('a line is in the group of each of its values', async () => {
    const { key, path, schema, agg } = await dataset()
    const { id } = await publish(csv, { key, parts: [{ name: 'schema', value: JSON.stringify(schema) }] })
    await open(id, key)
    const other = path.replace(/[^/]+$/, id)
    const tags = await ask<Agg>(`${other}/values_agg?field=tags;color&metric=sum&metric_field=pop&sort=key`)
    expect(pairs(tags)).toEqual([
      ['a', 2],
      ['b', 2],
      ['c', 2],
    ])
    expect(tags.aggs.map(({ metric }) => metric)).toEqual([0, 13, 13])
    expect(await ask(`${other}/values/tags`)).toEqual(['a', 'b', 'c'])
    expect(await ask(`${other}/metric_agg?field=tags&metric=cardinality`)).toEqual({ total: 6, metric: 3 })
    expect(pairs(await agg('field=color')).length).toBe(3)
  })

  test('dates and numbers have all figures; those of dates are in ms', async () => {
    const { agg } = await dataset()
    const { aggs } = await agg(
      'field=color&agg_size=1&metric=min&metric_field=day&extra_metrics=pop:stats,pop:percentiles',
    )
    expect(aggs[0]).toMatchObject({
      metric: Date.parse('2023-12-05'),
      value: 'red',
      pop_stats: { count: 1, min: 4, max: 4, avg: 4, sum: 4 },
    })
    expect(aggs[0]?.pop_percentiles).toContainEqual({ key: 50, value: 4 })
  })

  test('the chain of next gives every group once', async () => {
    const { path, agg } = await dataset()
    for (const [query, expected] of [
      ['field=color&agg_size=1&sort=-color', ['red', 'green', 'blue']],
      ['field=at&agg_size=2&sort=key', 5],
      ['field=flag&agg_size=1&sort=key', ['false', 'true']],
    ] as const) {
      const seen: unknown[] = []
      for (let url: string | undefined = `${path}/values_agg?${query}`; url; ) {
        const response = await send(url)
        const page: Agg = await response.json()
        expect(response.headers.get('link')).toBe(page.next ? `<${page.next}>; rel=next` : null)
        seen.push(...page.aggs.map(({ value }) => value))
        url = page.next
        if (seen.length > 10) throw new Error('the chain does not end')
      }
      if (typeof expected === 'number') expect(seen).toHaveLength(expected)
      else expect(seen).toEqual(expected)
    }
    expect((await agg('field=color&agg_size=1&sort=-color')).next).toContain('color_lt=red')
    expect((await agg('field=color&agg_size=1')).next).toBeUndefined()
  })

  test('four levels of dates, and fields beyond the columns of a table, fit in one statement', async () => {
    const wide = Array.from({ length: 110 }, (_, i) => `w${i}`)
    const row = (at: string, tail: string) => `${at},${wide.map((_, i) => i).join(',')},${at},${tail}`
    const rows = [row('2023-10-29T00:30:00Z', 'true,3'), row('2023-10-29T01:30:00Z', 'false,4'), row('', ',')]
    const { agg } = await dataset(`at,${wide.join(',')},late,flag,n\n${rows.join('\n')}\n`)
    const nested = await agg('field=at;late;at;late&interval=year;month;day;hour&size=1&select=n')
    const [year] = nested.aggs
    expect(year?.value).toBe('2023-01-01T00:00:00.000+01:00')
    const hours = year?.aggs?.[0]?.aggs?.[0]?.aggs
    expect(hours?.map(({ value, total, results }) => [value, total, results])).toEqual([
      ['2023-10-29T02:00:00.000+02:00', 1, [{ n: 3, _score: null }]],
      ['2023-10-29T02:00:00.000+01:00', 1, [{ n: 4, _score: null }]],
    ])
    expect(pairs(await agg('field=flag&metric=max&metric_field=late'))).toEqual([
      ['false', 1],
      ['true', 1],
    ])
    expect(pairs(await agg('field=late&interval=day&missing=2023-10-30'))).toEqual([
      ['2023-10-29T00:00:00.000+02:00', 2],
      ['2023-10-30T00:00:00.000+01:00', 1],
    ])
  })

  test('groups with lines cost two round trips after the dataset, whatever the number of groups', async () => {
    const { id } = await dataset()
    const { faultyEnv } = await import('../support/faults')
    const counted = faultyEnv()
    const ctx = createContext(counted.env, { identity: { actor: { type: 'anonymous' } }, requestId: 'test' })
    const opened = await openLines(ctx, { id, draft: false }, 'getValuesAgg')
    const before = counted.calls()
    const query = new URLSearchParams('field=color;at&interval=value;month&size=3&q=desk&metric=sum&metric_field=pop')
    await readBuckets(opened.database, parseValuesAgg(query, opened.source), opened.source)
    expect(counted.calls() - before).toBe(2)
  })

  test.each([
    ['', 'parameter-missing'],
    ['field=nope', 'group-field-unknown'],
    ['field=_id', 'group-refused'],
    ['field=color&agg_size=1001', 'size-too-large'],
    ['field=color&agg_size=x', 'parameter-invalid'],
    ['field=color&size=10001', 'size-too-large'],
    ['field=color&size=101&agg_size=1000', 'bucket-lines-too-many'],
    ['field=color&sort=pop', 'group-sort-refused'],
    ['field=color&sort=metric', 'group-sort-refused'],
    ['field=color&interval=month', 'interval-refused'],
    ['field=pop&interval=month', 'interval-refused'],
    ['field=pop&interval=0', 'interval-refused'],
    ['field=day&interval=3', 'interval-refused'],
    ['field=pop&missing=x', 'missing-invalid'],
    ['field=flag&missing=x', 'missing-invalid'],
    ['field=day&missing=x', 'missing-invalid'],
    ['field=color&metric=sum&metric_field=thing', 'metric-refused'],
    ['field=color&metric=scripted_metric&metric_field=pop', 'metric-refused'],
    ['field=color&metric=sum&metric_field=nope', 'group-field-unknown'],
    ['field=color&extra_metrics=pop', 'parameter-invalid'],
    ['field=at&interval=1s', 'buckets-too-many'],
    ['field=color&nope_eq=1', 'filter-field-unknown'],
  ])('%j is refused as %s', async (query, code) => {
    const { path } = await dataset()
    expect(await refusal(await send(`${path}/values_agg?${query}`))).toEqual([400, code])
  })

  test('a field that is not groupable is refused with what it still allows', async () => {
    const { key, schema } = await dataset()
    const closed = schema.map((field) =>
      field.key === 'color' ? { ...field, 'x-capabilities': { values: false } } : { ...field, separator: null },
    )
    const { id } = await publish(csv, { key, parts: [{ name: 'schema', value: JSON.stringify(closed) }] })
    const detail = async (query: string) =>
      (
        await ask<{ detail: string }>(
          `/api/v1/datasets/${id}/${query}`,
          { key, headers: { 'accept-language': 'fr' } },
          400,
        )
      ).detail
    expect(await detail('values_agg?field=color')).toMatch(
      /Impossible de grouper sur le champ color.*Opérations disponibles/,
    )
    expect(await detail('metric_agg?field=color&metric=cardinality')).toMatch(
      /Triable et groupable.*Opérations disponibles/,
    )
  })
})

describe('values', () => {
  test.each([
    ['values/color', ['blue', 'green', 'red']],
    ['values/color?sort=desc&size=2', ['red', 'green']],
    ['values/pop', [0, 4, 7, 13]],
    ['values/pop?stringify=true&color_eq=blue', ['0', '13']],
    ['values/flag', ['false', 'true']],
    ['values/day?size=1', ['2023-10-02']],
    ['values/at?size=1', ['2023-10-02T06:00:00.000Z']],
    ['values/thing?q=des&q_mode=complete', ['desk']],
    ['values/thing?q=ch*', ['chair']],
    ['values/color?q=desk', []],
    ['values-labels/thing?size=1', [{ value: 'bed', label: 'bed' }]],
  ])('%s gives %j', async (query, expected) => {
    const { path } = await dataset()
    expect(await ask(`${path}/${query}`)).toEqual(expected)
  })

  test('labels name values, and stand alone when values are restricted to them', async () => {
    const { key, path } = await dataset()
    const label = async (restricted: boolean) => {
      const schema = (await ask<{ schema: Record<string, unknown>[] }>(path)).schema.map((field) =>
        field.key === 'color'
          ? { ...field, 'x-labels': { blue: 'Blue', pink: 'Pink' }, 'x-labelsRestricted': restricted }
          : field,
      )
      await ask(path, { key, method: 'PATCH', json: { schema } })
    }
    await label(false)
    expect(await ask(`${path}/values-labels/color?size=2`)).toEqual([
      { value: 'blue', label: 'Blue' },
      { value: 'green', label: 'green' },
    ])
    await label(true)
    expect(await ask(`${path}/values-labels/color?size=1`)).toEqual([
      { value: 'blue', label: 'Blue' },
      { value: 'pink', label: 'Pink' },
    ])
  })

  test.each([
    ['values/nope', 'values-field-unknown'],
    ['values/color?size=1001', 'size-too-large'],
    ['values/color?sort=up', 'parameter-invalid'],
  ])('%s is refused as %s', async (query, code) => {
    const { path } = await dataset()
    expect(await refusal(await send(`${path}/${query}`))).toEqual([400, code])
  })
})

describe('figures', () => {
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
    const { path } = await dataset(numbers)
    const answer = await ask<{ total: number; metric: unknown }>(`${path}/metric_agg?${query}`)
    expect(answer.metric).toEqual(metric)
    expect(answer.total).toBe(query.includes('n_gt') ? 0 : query.includes('n_lt') ? 4 : 11)
  })

  test('simple metrics are those usual for each type', async () => {
    const { path } = await dataset()
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

  test('min and max are bare numbers', async () => {
    const { path } = await dataset()
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
    const { path } = await dataset()
    expect(await refusal(await send(`${path}/${query}`))).toEqual([400, code])
  })
})

test('each aggregation asks for its own permission, and tells caches what lines tell', async () => {
  const { key, id, path } = await dataset()
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
