/** Streamed pages of lines have the same content as several small pages. */
import { read, utils } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { limits } from '../../../worker/limits'
import { keyOf } from '../../support/accounts'
import { publish, untilFinalized } from '../../support/datasets'
import { bulk, createEditable } from '../../support/editable'
import { ask, refusal, send } from '../../support/http'

const rows = 210
const textOf = (at: number) => `${at} é "quoted", `.padEnd(40_000, 'x')
const csv = [
  'n,text,pos',
  ...Array.from({ length: rows }, (_, at) => `${at},"${textOf(at).replaceAll('"', '""')}","48.${at},-2"`),
]

type Page = { total: number; next?: string; results: { n: number; text: string }[] }

let id: string
let key: string
async function publishLarge() {
  key = await keyOf()
  const dataset = await publish(csv.join('\n'), { key })
  id = dataset.id
  const concept = 'http://www.w3.org/2003/01/geo/wgs84_pos#lat_long'
  const schema = dataset.schema
    .filter((field) => !field['x-calculated'])
    .map((field) => (field.key === 'pos' ? { ...field, 'x-refersTo': concept } : field))
  await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { schema } })
  await untilFinalized(id, key)
}

/** Without a limit of bandwidth. */
const vars = { RATE_USER: '0' }
const path = (query: string) => `/api/v1/datasets/${id}/lines?${query}`
const body = async (query: string) => (await send(path(query), { key, vars })).arrayBuffer()
const text = async (query: string) => new TextDecoder().decode(await body(query))
const page = (query: string) => ask<Page>(path(query), { key, vars })

test('JSON has the total, the lines in order, and a link to the next page', async () => {
  await publishLarge()
  expect(rows * 40_000).toBeGreaterThan(limits.lines.maxPageBytes)
  const all = await page('size=10000&sort=-n')
  expect([all.total, all.next]).toEqual([rows, undefined])
  expect(all.results.map(({ n }) => n)).toEqual(Array.from({ length: rows }, (_, at) => rows - 1 - at))
  expect(all.results[3]?.text).toBe(textOf(rows - 4))
  const response = await send(path('size=200'), { key, vars })
  expect(response.headers.get('link')).toContain('rel=next')
  const first = (await response.json()) as Page
  expect(first.results.length).toBe(200)
  const rest = await ask<Page>(new URL(first.next ?? '').pathname + new URL(first.next ?? '').search, { key, vars })
  expect(rest.results.map(({ n }) => n)).toEqual(Array.from({ length: 10 }, (_, at) => 200 + at))
  const second = await page('size=205&page=2')
  expect(second.results.map(({ n }) => n)).toEqual(Array.from({ length: 5 }, (_, at) => 205 + at))
  const found = await page('size=10000&q=quoted&n_gte=10')
  expect([found.total, new Set(found.results.map(({ n }) => n)).size]).toEqual([rows - 10, rows - 10])
})

test('CSV, GeoJSON and WKT are those of small pages', async () => {
  await publishLarge()
  const small = async (query: string) => {
    const parts: string[] = []
    for (let at = 1; at <= 5; at++) parts.push(await text(`${query}&size=50&page=${at}`))
    return parts
  }
  const csvParts = await small('format=csv')
  const withoutHeader = csvParts.map((part, at) => (at === 0 ? part : part.slice(part.indexOf('\n') + 1)))
  // A difference of megabytes is not printed.
  expect((await text('format=csv&size=10000')) === withoutHeader.join('')).toBe(true)
  const whole = await text('format=geojson&size=10000')
  const parts = (await small('format=geojson')).map((part) => JSON.parse(part))
  expect(whole === JSON.stringify({ ...parts[0], features: parts.flatMap(({ features }) => features) })).toBe(true)
  const wkt = await text('format=wkt&size=10000')
  expect(wkt.match(/POINT \(/g)?.length).toBe(rows)
  expect(wkt.slice(0, 41)).toBe('GEOMETRYCOLLECTION (POINT (-2 48), POINT ')
  expect(wkt.endsWith(')')).toBe(true)
})

test('workbooks have all sheets, all rows, and the names of the columns that are cut for Excel', async () => {
  await publishLarge()
  const sheetsOf = async (format: string) => {
    const book = read(new Uint8Array(await body(`format=${format}&size=10000`)), { type: 'array' })
    return book.SheetNames.map((name) => utils.sheet_to_json<unknown[]>(book.Sheets[name] ?? {}, { header: 1 }))
  }
  const [xlsx, ods] = [await sheetsOf('xlsx'), await sheetsOf('ods')]
  for (const sheets of [xlsx, ods]) {
    expect(sheets).toHaveLength(5)
    expect(sheets[0]?.map(([n]) => n)).toEqual(['n', ...Array.from({ length: rows }, (_, at) => at)])
  }
  const cell = textOf(77)
  expect([xlsx[0]?.[78]?.[1], ods[0]?.[78]?.[1]]).toEqual([cell.slice(0, 32_767), cell])
  const names = (sheets: unknown[][][]) => sheets[1]?.some((row) => row.includes('text'))
  expect([names(xlsx), names(ods)]).toEqual([true, false])
})

test('collapsed lines and extracts are those of small pages', async () => {
  await publishLarge()
  for (const query of ['collapse=n', 'q=quoted&highlight=text', 'collapse=n&sort=-n']) {
    const parts: Page['results'][] = []
    for (let at = 1; at <= 5; at++) parts.push((await page(`${query}&size=50&page=${at}`)).results)
    const whole = await page(`${query}&size=10000`)
    // A difference of megabytes is not printed.
    expect([query, JSON.stringify(whole.results) === JSON.stringify(parts.flat())]).toEqual([query, true])
    expect(whole.total).toBe(rows)
  }
})

test('lines inside of groups are refused when they are too large together', async () => {
  await publishLarge()
  const grouped = (query: string) => send(`/api/v1/datasets/${id}/values_agg?field=n&${query}`, { key, vars })
  expect((await grouped('agg_size=50&size=1')).status).toBe(200)
  expect((await grouped('agg_size=200&size=100&select=n')).status).toBe(200)
  const many = Math.ceil(limits.lines.maxBucketBytes / 40_000)
  expect(many).toBeGreaterThan(rows)
})

test('pages of long editable lines are streamed once their size is known', async () => {
  const editable = await createEditable(await keyOf(), { schema: [{ key: 'text', type: 'string' }] })
  const sent = Array.from({ length: 90 }, (_, at) => ({ text: textOf(at) }))
  for (const part of [sent.slice(0, 45), sent.slice(45)]) await bulk(editable.id, await keyOf(), part)
  const address = `/api/v1/datasets/${editable.id}/lines?size=1000`
  await expect
    .poll(async () => (await send(address, { key: await keyOf(), vars })).headers.has('etag'), { timeout: 20_000 })
    .toBe(false)
  const { results } = await ask<Page>(address, { key: await keyOf(), vars })
  expect(results).toHaveLength(90)
})

test('a streamed CSV without lines is its header', async () => {
  const editable = await createEditable(await keyOf(), { schema: [{ key: 'name', type: 'string' }] })
  const response = await send(`/api/v1/datasets/${editable.id}/lines?format=csv&size=20000`, { key: await keyOf() })
  expect(await response.text()).toBe('"name"\n')
})

test('files of more lines than a page of JSON are whole', async () => {
  const key = await keyOf()
  const count = limits.lines.maxSize + 500
  const lines = Array.from({ length: count }, (_, at) => `${at},"48.1,-2"`)
  const { id } = await publish(`n,pos\n${lines.join('\n')}\n`, { key })
  const schema = [
    { key: 'n', type: 'integer' },
    { key: 'pos', type: 'string', 'x-refersTo': 'http://www.w3.org/2003/01/geo/wgs84_pos#lat_long' },
  ]
  await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { schema } })
  await untilFinalized(id, key)
  const file = async (format: string) => (await send(`/dataset/${id}/table.${format}`, { key, vars })).arrayBuffer()
  const numbers = Array.from({ length: count }, (_, at) => at)
  for (const format of ['xlsx', 'ods']) {
    const { Sheets, SheetNames } = read(await file(format))
    const sheet = utils.sheet_to_json<{ n: number }>(Sheets[SheetNames[0] ?? ''] ?? {})
    expect(
      sheet.map(({ n }) => n),
      format,
    ).toEqual(numbers)
  }
  const geojson = JSON.parse(new TextDecoder().decode(await file('geojson'))) as {
    features: { properties: { n: number } }[]
  }
  expect(geojson.features.map(({ properties }) => properties.n)).toEqual(numbers)
  const refused = async (query: string) => refusal(await send(`/api/v1/datasets/${id}/lines?${query}`, { key }))
  const tooLarge = [400, 'window-too-large']
  expect(await refused(`format=xlsx&size=${limits.lines.sheetRows + 1}`)).toEqual(tooLarge)
  expect(await refused('format=geojson&size=6000&page=2')).toEqual(tooLarge)
  expect(await refused(`format=wkt&size=${count}`)).toEqual(tooLarge)
})
