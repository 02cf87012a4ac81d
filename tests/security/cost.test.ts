/** The cost of queries, measured by the rows that SQLite reads, not by duration. */
import { beforeEach, describe, expect, test } from 'vitest'
import { forgetDataset } from '../../worker/datasets'
import { limits } from '../../worker/limits'
import { keyOf } from '../support/accounts'
import { publish } from '../support/datasets'
import { json, refusal, send } from '../support/http'
import { rows } from '../support/stored'

const count = 3_000
const content = `town,street,n,day,at\n${Array.from({ length: count }, (_, at) =>
  [
    `Zoé ${at % 7}`,
    `rue ${at % 1_000}`,
    at,
    `20${10 + (at % 12)}-01-0${1 + (at % 9)}`,
    `2023-0${1 + (at % 9)}-01T10:00:00Z`,
  ].join(','),
).join('\n')}\n`

let key: string
let id: string
beforeEach(async () => {
  key = await keyOf()
  id = (await publish(content, { key })).id
})

const get = (query: string, path = 'lines') => send(`/api/v1/datasets/${id}/${path}?${query}`, { key })

/** Rows that SQLite read for a query that must be answered. */
async function rowsRead(query: string, path = 'lines'): Promise<number> {
  const response = await get(query, path)
  if (!response.ok) throw new Error(`${query}: ${response.status} ${await response.text()}`)
  return Number(/rows;desc="(\d+)"/.exec(response.headers.get('server-timing') ?? '')?.[1])
}

/** The dataset as if it had that many lines: the estimate believes its description. */
async function pretend(lines: number): Promise<void> {
  await rows(
    `update datasets set published=json_set(published,'$.lines.count',?1), version=version+1 where id=?2`,
    lines,
    id,
  )
  forgetDataset(id)
}

describe('before it is run, a query is refused', () => {
  const million = 1_000_000
  test.each([
    ['sort=town,street', 'lines', 40 * million],
    ['field=at;day;town;n&interval=month;month;value;value', 'values_agg', 5 * million],
    ['field=n&metric=percentiles', 'metric_agg', 20 * million],
    ['q=rue&sort=town', 'lines', 100 * million],
    ['format=csv&size=1000000&sort=street,town', 'lines', 40 * million],
  ])('%s of %s, with advice', async (query, path, lines) => {
    await pretend(lines)
    const response = await get(query, path)
    expect(response.status).toBe(400)
    expect(response.headers.get('server-timing')).toContain('rows;desc="0"')
    const { code, detail } = await json<{ code: string; detail: string }>(response)
    expect(code).toBe('query-too-costly')
    // The fields of most values first: a filter on them spares most.
    expect(detail).toContain('Filter on n, street,')
  })

  test('but not with the suggested filter, nor in the order of the table', async () => {
    await pretend(40 * million)
    expect((await get('sort=town,street&n_eq=5')).status).toBe(200)
    expect((await get('size=20&page=100')).status).toBe(200)
    expect((await get('n_gte=5&count=false')).status).toBe(200)
  })
})

describe('stays cheap:', () => {
  test('thousands of values in one list read each line once', async () => {
    const numbers = Array.from({ length: 1_500 }, (_, at) => at * 2).join(',')
    const list = await rowsRead(`n_in=${numbers}&count=false&size=10&sort=-n`)
    expect(list).toBeLessThan(3 * count)
    const instants = Array.from({ length: 300 }, (_, at) => `2023-01-01T${String(at % 24).padStart(2, '0')}:00:00Z`)
    expect(await rowsRead(`at_in=${instants}&count=false&size=10`)).toBeLessThan(3 * count)
  })

  test('consecutive days are one span, and too many separate days are refused', async () => {
    const day = (at: number) => new Date(Date.UTC(2000, 0, 1 + at)).toISOString().slice(0, 10)
    const following = Array.from({ length: 600 }, (_, at) => day(at)).join(',')
    expect(await rowsRead(`at_in=${following}&count=false`)).toBeLessThan(3 * count)
    const apart = Array.from({ length: limits.lines.maxSpans + 1 }, (_, at) => day(at * 2)).join(',')
    expect(await refusal(await get(`at_in=${apart}`))).toEqual([400, 'parameter-invalid'])
  })

  test.each([
    ['q', 'parameter-invalid'],
    ['_c_q', 'parameter-invalid'],
    ['qs', 'query-malformed'],
    ['town_search', 'parameter-invalid'],
  ])('10 kB of %s are refused without reading lines', async (parameter, code) => {
    const response = await get(`${parameter}=${'mot '.repeat(2_500)}`)
    expect(response.headers.get('server-timing')).toContain('rows;desc="0"')
    expect(await refusal(response)).toEqual([400, code])
  })

  test('the maximum number of words reads the index, not the lines', async () => {
    const words = Array.from({ length: 300 }, (_, at) => `xyz${at}`).join(' ')
    expect(await rowsRead(`q=${encodeURIComponent(words)}&count=false`)).toBeLessThan(count)
  })

  test.each(['q=a&q=b', 'n_eq=1&n_eq=2', 'size=1&size=2'])('the repeated parameter %s is refused', async (query) => {
    expect(await refusal(await get(query))).toEqual([400, 'parameter-repeated'])
  })

  test('nested groups read the lines once per level', async () => {
    const one = await rowsRead('field=town&agg_size=1000', 'values_agg')
    const four = await rowsRead('field=town;day;street;n&agg_size=1000;1000;1000;1000', 'values_agg').catch(() => 0)
    expect(four).toBeLessThan(20 * Math.max(one, count))
  })

  test.each([
    ['field=town;day;street;n;at', 'values_agg'],
    ['field=town&agg_size=1001', 'values_agg'],
    ['field=n&agg_size=1000&size=1000&missing=0', 'values_agg'],
    [`sort=${'town,'.repeat(3)}${Array.from({ length: 11 }, (_, at) => `_geo_distance:${at}:1`)}`, 'lines'],
    ['size=10001', 'lines'],
    ['page=10001&size=1', 'lines'],
    [Array.from({ length: 61 }, (_, at) => `n_${at % 2 ? 'neq' : 'gt'}=${at}&_c_${at}=1`).join('&'), 'lines'],
    [`qs=${'('.repeat(50)}a${')'.repeat(50)}`, 'lines'],
  ])('%s exceeds a limit', async (query, path) => {
    expect((await get(query, path)).status).toBe(400)
  })
})
