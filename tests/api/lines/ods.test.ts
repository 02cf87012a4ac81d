/** Records of the Opendatasoft-compatible API. */
import { beforeEach, describe, expect, test } from 'vitest'
import { ask, json, refusal, send } from '../../support/http'
import { offer, offered, type Records, search } from '../../support/ods'
import { eventually } from '../../support/wait'

describe('records', () => {
  let key: string
  let id: string
  let records: Awaited<ReturnType<typeof offered>>['records']
  beforeEach(async () => {
    ;({ key, id, records } = await offered())
  })

  test('a record has all fields, null for missing values, and dates in the requested time zone', async () => {
    const { total_count, results } = await records({ limit: '1' })
    expect(total_count).toBe(4)
    expect(results).toEqual([
      {
        id: 'k1',
        nb: 11,
        city: 'Lyon',
        day: '2017-10-10',
        at: '2017-10-10T21:30:00+00:00',
        tags: ['a', 'b'],
        flag: true,
        pos: '45.76,4.83',
      },
    ])
    const [last] = (await records({ offset: '3', timezone: 'Europe/Paris' })).results
    expect(last).toMatchObject({ id: 'k4', day: null, at: null, tags: ['c'] })
    expect((await records({ select: 'at', limit: '1', timezone: 'Europe/Paris' })).results).toEqual([
      { at: '2017-10-10T23:30:00+02:00' },
    ])
  })

  test('select, aggregates and order_by', async () => {
    expect(
      (await records({ select: 'id as name, year(day), month(day), date_format(at, "yyyy/MM") as m', limit: '1' }))
        .results,
    ).toEqual([{ name: 'k1', 'year(day)': 2017, 'month(day)': 10, m: '2017/10' }])
    const [figures] = (
      await records({ select: 'count(*), avg(nb) as mean, max(at), median(nb), count(distinct city)' })
    ).results
    expect(figures).toEqual({
      'count(*)': 4,
      mean: 17.75,
      'max(at)': '2018-01-31T23:30:00+00:00',
      'median(nb)': 16.5,
      'count(distinct city)': 3,
    })
    expect((await records({ order_by: 'nb desc', select: 'nb' })).results.map((row) => row.nb)).toEqual([33, 22, 11, 5])
    expect((await records({ order_by: '-nb', select: 'nb', limit: '1', offset: '1' })).results).toEqual([{ nb: 22 }])
    const random = (await records({ order_by: 'random(3)', select: 'id' })).results
    expect((await records({ order_by: 'random(4) desc', select: 'id' })).results).toEqual(random.toReversed())
  })

  test.each([
    ['1 ms', '2017-10-10T21:30:00.000Z', '2017-10-10T21:30:00.001Z'],
    ['1 s', '2017-10-10T21:30:00.000Z', '2017-10-10T21:30:01.000Z'],
    ['1 min', '2017-10-10T21:30:00.000Z', '2017-10-10T21:31:00.000Z'],
    ['1 week', '2017-10-09T00:00:00.000Z', '2017-10-16T00:00:00.000Z'],
    ['1 quarter', '2017-10-01T00:00:00.000Z', '2018-01-01T00:00:00.000Z'],
  ])('dates are grouped by range(at, %s)', async (step, from, to) => {
    const group = `range(at, ${step})`
    const { results } = await records({ group_by: group, select: 'count(*) as n' })
    expect(results.map((row) => row[group])).toContain(`[${from}, ${to}[`)
  })

  test('ranges with given bounds are all returned, including empty ones', async () => {
    expect(await records({ group_by: 'range(nb, *, 10, 20, 30, *)', select: 'count(*) as n, max(nb)' })).toEqual({
      total_count: 4,
      results: [
        { 'range(nb, *, 10, 20, 30, *)': '[*, 10.0[', n: 1, 'max(nb)': 5 },
        { 'range(nb, *, 10, 20, 30, *)': '[10.0, 20.0[', n: 1, 'max(nb)': 11 },
        { 'range(nb, *, 10, 20, 30, *)': '[20.0, 30.0[', n: 1, 'max(nb)': 22 },
        { 'range(nb, *, 10, 20, 30, *)': '[30.0, *[', n: 1, 'max(nb)': 33 },
      ],
    })
    const days = "range(day, *, date'2017-10-11', date'2017-12-01', date'2018-01-01', *)"
    expect(await records({ group_by: `${days} as period`, select: 'count(*) as n' })).toEqual({
      total_count: 4,
      results: [
        { period: '[*, 2017-10-11T00:00:00.000Z[', n: 1 },
        { period: '[2017-10-11T00:00:00.000Z, 2017-12-01T00:00:00.000Z[', n: 1 },
        { period: '[2017-12-01T00:00:00.000Z, 2018-01-01T00:00:00.000Z[', n: 0 },
        { period: '[2018-01-01T00:00:00.000Z, *[', n: 1 },
      ],
    })
    const between = { group_by: 'range(nb, 0, 10, 20, 30) as r', select: 'count(*) as n, max(nb) as most' }
    const of = async (query: Record<string, string>) => (await records({ ...between, ...query })).results
    expect(await of({ where: 'nb > 6', order_by: 'n, r desc' })).toEqual([
      { r: '[0.0, 10.0[', n: 0, most: null },
      { r: '[20.0, 30.0[', n: 1, most: 22 },
      { r: '[10.0, 20.0[', n: 1, most: 11 },
    ])
    expect(await of({ order_by: 'r desc', limit: '1' })).toMatchObject([{ r: '[20.0, 30.0[' }])
    expect((await records({ group_by: 'range(nb, 20, 30)', select: 'count(*) as n', limit: '5' })).results).toEqual([
      { 'range(nb, 20, 30)': '[20.0, 30.0[', n: 1 },
    ])
  })

  const grouped: [Record<string, string>, Record<string, unknown>[]][] = [
    [
      { group_by: 'city', select: 'count(*) as n, sum(nb)' },
      [
        { city: 'Koubia', n: 1, 'sum(nb)': 5 },
        { city: 'Lyon', n: 2, 'sum(nb)': 44 },
        { city: 'Paris', n: 1, 'sum(nb)': 22 },
      ],
    ],
    [
      { group_by: 'city', order_by: 'count(*) desc, city desc' },
      [{ city: 'Lyon' }, { city: 'Paris' }, { city: 'Koubia' }],
    ],
    [{ group_by: 'city', order_by: 'sum(nb) desc', limit: '1' }, [{ city: 'Lyon' }]],
    [{ group_by: 'day' }, [{ day: null }, { day: '2017-10-10' }, { day: '2017-10-11' }, { day: '2018-02-01' }]],
    [
      { group_by: 'year(day) as y', select: 'count(*)' },
      [
        { y: null, 'count(*)': 1 },
        { y: 2017, 'count(*)': 2 },
        { y: 2018, 'count(*)': 1 },
      ],
    ],
    [
      { group_by: 'range(nb, 10)', where: 'nb > 6' },
      [{ 'range(nb, 10)': '[10, 20[' }, { 'range(nb, 10)': '[20, 30[' }, { 'range(nb, 10)': '[30, 40[' }],
    ],
    [
      { group_by: 'range(at, 1 day) as d', where: 'nb = 11' },
      [{ d: '[2017-10-10T00:00:00.000Z, 2017-10-11T00:00:00.000Z[' }],
    ],
    [
      { group_by: 'range(at, 1 day) as d', where: 'nb = 11', timezone: 'Europe/Paris' },
      [{ d: '[2017-10-10T00:00:00+02:00, 2017-10-11T00:00:00+02:00[' }],
    ],
    [{ group_by: "date_format(at, 'yyyy/MM') as m", where: 'nb = 33' }, [{ m: '2018/01' }]],
    [{ group_by: "date_format(at, 'yyyy/MM') as m", where: 'nb = 33', timezone: 'Europe/Paris' }, [{ m: '2018/02' }]],
    [
      { group_by: 'flag, city', where: 'nb > 6' },
      [
        { flag: false, city: 'Paris' },
        { flag: true, city: 'Lyon' },
      ],
    ],
    [{ group_by: 'tags', where: 'nb < 30' }, [{ tags: 'a' }, { tags: 'b' }, { tags: 'c' }]],
  ]
  test('the number of groups is that of all pages, without any group in the page too', async () => {
    for (const query of [{ limit: '0' }, { offset: '50' }]) {
      expect(await records({ group_by: 'city', ...query })).toEqual({ total_count: 3, results: [] })
      expect(await records({ group_by: 'city', where: 'nb > 99', ...query })).toEqual({ total_count: 0, results: [] })
    }
  })

  test('steps are written without the noise of their arithmetic', async () => {
    const { results } = await records({ group_by: 'range(nb, 0.1) as r', where: 'nb = 11' })
    expect(results).toEqual([{ r: '[11, 11.1[' }])
    expect((await records({ group_by: 'range(nb, 0.7) as r', where: 'nb = 5' })).results).toEqual([{ r: '[4.9, 5.6[' }])
  })

  test('groups', async () => {
    for (const [query, expected] of grouped) expect([query, (await records(query)).results]).toEqual([query, expected])
  })

  test('refine, repeated parameters and limits', async () => {
    const refined = await ask<Records>(
      `/api/v1/datasets/${id}/compat-ods/records?refine=city:Lyon&refine=day:2017/10`,
      { key },
    )
    expect(refined.results.map((row) => row.id)).toEqual(['k1'])
    expect((await records({ refine: 'at:2018/2/1', timezone: 'Europe/Paris' })).total_count).toBe(1)
    expect((await records({ refine: 'city:Lyon,nb:33' })).total_count).toBe(1)
    expect((await records({ limit: '-1' })).results).toHaveLength(4)
    const tooMany = await send(`/api/v1/datasets/${id}/compat-ods/records?limit=101`, { key })
    expect((await json<{ detail: string }>(tooMany)).detail).toBe('limit should be less than 100')
  })

  test('values of many fields are selected, figures up to a limit', async () => {
    const times = (item: (at: number) => string, count: number) =>
      Array.from({ length: count }, (_, at) => item(at)).join()
    const [row] = (await records({ select: `${times((at) => `nb as n${at}`, 30)},count(*)` })).results
    expect(Object.keys(row ?? {})).toHaveLength(31)
    const path = `/api/v1/datasets/${id}/compat-ods/records`
    const ranks = times((at) => `percentile(nb, ${at}) as p${at}`, 24)
    for (const more of [{}, { group_by: 'city' }])
      expect((await records({ select: ranks, ...more })).results[0]).toHaveProperty('p23')
    for (const select of [times((at) => `sum(nb) as s${at}`, 25), times((at) => `nb as n${at}`, 1_001)])
      expect((await send(`${path}?${search({ select })}`, { key })).status).toBe(400)
  })

  test('this API answers only when the owner enables it; removed routes get 410', async () => {
    for (const rest of ['catalog/datasets', `catalog/datasets/${id}/facets`, 'nothing']) {
      expect((await send(`/api/v1/compat-ods/v2.1/${rest}`, { key })).status, rest).toBe(410)
    }
    expect((await send(`/api/v1/datasets/${id}/compat-ods/records`)).status).toBe(403)
    await offer(false)
    expect(await refusal(await send(`/api/v1/datasets/${id}/compat-ods/records`, { key }))).toEqual([
      404,
      'ods-unknown',
    ])
  })

  test('a response that depends on the current time has no Last-Modified', async () => {
    const isDated = async (where: string) =>
      (await send(`/api/v1/datasets/${id}/compat-ods/records?${search({ where })}`, { key })).headers.has(
        'last-modified',
      )
    // Last-Modified is not sent within one second of a publication.
    await eventually(async () => expect(await isDated('nb > 1')).toBe(true))
    expect(await isDated('at < now()')).toBe(false)
  })
})
