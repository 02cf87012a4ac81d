/** The Opendatasoft-compatible API (contract lines §8). */

import { env } from 'cloudflare:workers'
import { strFromU8, unzipSync } from 'fflate'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { keyOf, town } from '../support/accounts'
import { publish, untilFinalized } from '../support/datasets'
import { ask, json, refusal, send } from '../support/http'

type Records = { total_count: number; results: Record<string, unknown>[] }

const csv = `id,nb,city,day,at,tags,flag,pos
k1,11,Lyon,2017-10-10,2017-10-10T21:30:00Z,a;b,true,"45.76,4.83"
k2,22,Paris,2017-10-11,2017-10-11T08:00:00+02:00,b,false,"48.85,2.35"
k3,33,Lyon,2018-02-01,2018-01-31T23:30:00Z,,true,"45.75,4.85"
k4,5,Koubia,,,c,false,
`

/** Lets the town offer this API. */
async function offer(isOffered = true): Promise<void> {
  await env.DB.prepare(
    "insert into settings (owner_type, owner_id, department, body, version, updated_at) values ('organization', ?1, '', ?2, 1, '2026-01-01') on conflict do update set body = ?2",
  )
    .bind(town.id, JSON.stringify({ compatODS: isOffered }))
    .run()
}

describe('records and exports', () => {
  let key: string
  let id: string
  beforeEach(async () => {
    key = await keyOf()
    await offer()
    const dataset = await publish(csv, { key })
    id = dataset.id
    const schema = dataset.schema
      .filter((field) => !field['x-calculated'])
      .map((field) => {
        if (field.key === 'tags') return { ...field, separator: ';' }
        return field.key === 'pos'
          ? { ...field, 'x-refersTo': 'http://www.w3.org/2003/01/geo/wgs84_pos#lat_long' }
          : field
      })
    await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { schema } })
    await untilFinalized(id, key)
  })
  const search = (query: Record<string, string>) => new URLSearchParams(query).toString()
  const records = (query: Record<string, string>) =>
    ask<Records>(`/api/v1/datasets/${id}/compat-ods/records?${search(query)}`, { key })
  const file = async (format: string, query: Record<string, string> = {}, version = 'v2.1') =>
    send(`/api/v1/compat-ods/${version}/catalog/datasets/${id}/exports/${format}?${search(query)}`, { key })

  test('a record has all fields, null where it has no value, and dates in the zone asked for', async () => {
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

  const conditions: [string, string[]][] = [
    ['city = "Lyon"', ['k1', 'k3']],
    ["city: 'Lyon'", ['k1', 'k3']],
    ['NOT city = "Lyon"', ['k2', 'k4']],
    ['nb > 11', ['k2', 'k3']],
    ['nb >= 11 and nb < 33', ['k1', 'k2']],
    ['city="Paris" OR nb<10 AND flag=false', ['k2', 'k4']],
    ['(city="Paris" OR nb<10) AND nb>6', ['k2']],
    ['nb IN (5, 33)', ['k3', 'k4']],
    ['nb in [11 TO 22]', ['k1', 'k2']],
    ['nb in ]11..33[', ['k2']],
    ["'b' in tags", ['k1', 'k2']],
    ['tags = "a"', ['k1']],
    ['day is null', ['k4']],
    ['day is not null', ['k1', 'k2', 'k3']],
    ['day = null', ['k4']],
    ['flag = true', ['k1', 'k3']],
    ["city like 'kou*'", ['k4']],
    ['"lyon"', ['k1', 'k3']],
    ['search(city, "lyo")', ['k1', 'k3']],
    ['search(*, "kou")', ['k4']],
    ['search("pari")', ['k2']],
    ["suggest(city, 'Par')", ['k2']],
    ["startswith(city, 'Ly')", ['k1', 'k3']],
    ["startswith(*, 'k2')", ['k2']],
    ['year(day) = 2017', ['k1', 'k2']],
    ['year(day) > 2017', ['k3']],
    ['year(at) < 2018', ['k1', 'k2']],
    ["day >= date'2017/10/11'", ['k2', 'k3']],
    ["at > date'2017-10-10T22:00'", ['k2', 'k3']],
    ['at < now(year=2017, month=10, day=11, hour=0)', ['k1']],
    ['at < now()', ['k1', 'k2', 'k3']],
    ['in_bbox(pos, 4, 45, 5, 46)', ['k1', 'k3']],
    ["within_distance(pos, geom'POINT (2.35 48.85)', 10km)", ['k2']],
    [`within_distance(pos, geom'{"type":"Point","coordinates":[4.83,45.76]}', 100m)`, ['k1']],
    ['`city` = "Lyon"', ['k1', 'k3']],
  ]
  test('conditions', async () => {
    for (const [where, expected] of conditions) {
      const { results } = await records({ where, select: 'id' })
      expect([where, results.map((row) => row.id)]).toEqual([where, expected])
    }
  })

  test('a naive date is of the zone asked for', async () => {
    const where = "at >= date'2018-02-01'"
    expect((await records({ where })).total_count).toBe(0)
    expect((await records({ where, timezone: 'Europe/Paris' })).total_count).toBe(1)
  })

  const invalid: [string, string][] = [
    ['where', 'city: Lyon'],
    ['where', 'city'],
    ['where', 'nope = 1'],
    ['where', '(nb > 1'],
    ['where', 'nb > 1 nb < 3'],
    ['where', 'nb = "x"'],
    ['where', `city = "${'x'.repeat(201)}"`],
    ['where', '('.repeat(500)],
    ['where', 'NOT '.repeat(400)],
    ['where', 'nb = 1; DROP TABLE lines'],
    ['where', "intersects(pos, geom'POLYGON ((0 0, 1 1, 1 0, 0 0))')"],
    ['select', 'nope'],
    ['select', 'sum(nb'],
    ['select', 'year(city)'],
    ['select', "date_format(day, 'EEE')"],
    ['order_by', 'nope'],
    ['group_by', 'sum(nb)'],
    ['group_by', 'range(nb, 0)'],
    ['refine', 'nope:1'],
    ['timezone', 'Nowhere/Land'],
    ['offset', '-1'],
    ['offset', '9999'],
    ['limit', 'x'],
  ]
  test('what cannot be read is refused, naming the parameter', async () => {
    for (const [parameter, value] of invalid) {
      const response = await send(`/api/v1/datasets/${id}/compat-ods/records?${search({ [parameter]: value })}`, {
        key,
        headers: { 'accept-language': 'fr' },
      })
      expect([value, response.status]).toEqual([value, 400])
      expect((await json<{ detail: string }>(response)).detail).toContain(`le paramètre "${parameter}" est invalide :`)
    }
  })

  test('select, figures and orders', async () => {
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

  test('exports', async () => {
    const text = async (response: Promise<Response>) =>
      new TextDecoder('utf-8', { ignoreBOM: true, fatal: true }).decode(await (await response).arrayBuffer())
    const lines = 'id;tags;flag\nk1;"a;b";1\nk2;b;0\nk3;;1\nk4;c;0\n'
    expect(await text(file('csv', { select: 'id,tags,flag' }))).toBe(`\ufeff${lines}`)
    expect(await text(file('csv', { select: 'id,tags,flag' }, 'v2.0'))).toBe(lines)
    expect(
      await text(file('csv', { select: 'id', limit: '1', delimiter: ',', quote_all: 'true', with_bom: 'false' })),
    ).toBe('"id"\n"k1"\n')
    expect(JSON.parse(await text(file('json', { select: 'id', where: 'nb > 11' })))).toEqual([
      { id: 'k2' },
      { id: 'k3' },
    ])
    expect(await text(file('jsonl', { select: 'id', limit: '2' }))).toBe('{"id":"k1"}\n{"id":"k2"}\n')
    expect(JSON.parse(await text(file('json', { select: 'id', where: 'nb > 99' })))).toEqual([])
    const collection = JSON.parse(await text(file('geojson', { select: 'id', limit: '1' })))
    expect(collection).toEqual({
      type: 'FeatureCollection',
      features: [
        { type: 'Feature', geometry: { type: 'Point', coordinates: [4.83, 45.76] }, properties: { id: 'k1' } },
      ],
    })
    const xml = strFromU8(
      unzipSync(new Uint8Array(await (await file('xlsx', { select: 'id,nb' })).arrayBuffer()))[
        'xl/worksheets/sheet1.xml'
      ] ?? new Uint8Array(),
    )
    expect(xml).toContain('<v>22</v>')
    expect(await text(file('csv', { group_by: 'city', select: 'sum(nb) as s', with_bom: 'false' }))).toBe(
      'city;s\nKoubia;5\nLyon;44\nParis;22\n',
    )
    const response = await file('csv')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w-]+\.csv"$/)
    expect(await refusal(await file('shp'))).toEqual([400, 'ods-format-unknown'])
    expect((await file('csv', { offset: '3' })).status).toBe(400)
  })

  test('an owner offers this API, or there is none; the rest of it is gone', async () => {
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

  test('what depends on the time is not dated', async () => {
    const isDated = async (where: string) =>
      (await send(`/api/v1/datasets/${id}/compat-ods/records?${search({ where })}`, { key })).headers.has(
        'last-modified',
      )
    // Within the second of a publication nothing is dated.
    await vi.waitFor(async () => expect(await isDated('nb > 1')).toBe(true), { timeout: 10_000, interval: 50 })
    expect(await isDated('at < now()')).toBe(false)
  })
})
