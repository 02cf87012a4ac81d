/** Lines as files: GeoJSON, spreadsheets, WKT, and their headers. */
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { type Dataset, publish, untilFinalized } from '../../support/datasets'
import { ask, json, refusal, send } from '../../support/http'

const places = 'name,latitude,longitude,day\nA,47.5,-2.5,2023-11-21\nB,48,2,2023-11-22\nC,48.5,2.5,\n'
const linesOf = (id: string, query: string) => `/api/v1/datasets/${id}/lines?${query}`

/** Publishes places whose columns say where they are. */
async function publishPlaces(key: string): Promise<Dataset> {
  const { id, schema } = await publish(places, { key })
  const located = schema
    .filter((field) => !field['x-calculated'])
    .map((field) =>
      field.key.endsWith('itude') ? { ...field, 'x-refersTo': `http://schema.org/${field.key}` } : field,
    )
  await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { schema: located } })
  return untilFinalized(id, key)
}

test('GeoJSON has the features of a page and the bounding box of all matching lines', async () => {
  const key = await keyOf()
  const { id, slug } = await publishPlaces(key)
  const response = await send(linesOf(id, 'format=geojson&size=1'), { key })
  expect(response.headers.get('content-type')).toBe('application/geo+json; charset=utf-8')
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${slug}.geojson"`)
  expect(response.headers.get('link')).toMatch(/after=1.*>; rel=next$/)
  const collection = await json<{ features: Record<string, unknown>[] }>(response)
  expect(Object.keys(collection)).toEqual(['type', 'total', 'features', 'bbox'])
  expect(collection).toMatchObject({ type: 'FeatureCollection', total: 3, bbox: [-2.5, 47.5, 2.5, 48.5] })
  expect(collection.features).toHaveLength(1)
  expect(collection.features[0]).toMatchObject({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [-2.5, 47.5] },
    properties: { name: 'A', latitude: 47.5, _i: 1 },
  })
  const bounds = await json(await send(linesOf(id, 'format=geojson&size=0&name_in=B,C'), { key }))
  expect(bounds).toEqual({ type: 'FeatureCollection', total: 2, features: [], bbox: [2, 48, 2.5, 48.5] })
  const whole = await (await send(linesOf(id, 'format=geojson'), { key })).text()
  const again = await publish(whole, { key, fileName: 'again.geojson' })
  expect(again).toMatchObject({ count: 3, bbox: [-2.5, 47.5, 2.5, 48.5] })
  const keys = again.schema.filter((field) => !field['x-calculated']).map((field) => field.key)
  expect(keys).toEqual(['geometry', 'name', 'latitude', 'longitude', 'day'])
})

test.each([
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xl/worksheets/sheet1.xml'],
  ['ods', 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml'],
])('a workbook in %s contains the requested page', async (format, type, part) => {
  const key = await keyOf()
  const { id, slug } = await publish(places, { key })
  const response = await send(linesOf(id, `format=${format}&size=2&sort=-name&select=day,name`), { key })
  expect(response.headers.get('content-type')).toBe(type)
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${slug}.${format}"`)
  expect(response.headers.get('link')).toMatch(/; rel=next$/)
  const bytes = new Uint8Array(await response.arrayBuffer())
  expect(response.headers.get('content-length')).toBe(String(bytes.length))
  // The sheet of lines is the first, beside those that tell of them.
  const [xml = ''] = strFromU8(unzipSync(bytes)[part] ?? new Uint8Array()).split('</table:table>')
  expect(xml.match(/>(day|name|A|B|C)</g)).toEqual(['>day<', '>name<', '>C<', '>B<'])
  expect(xml).toMatch(/45252|2023-11-22/)
  const etag = response.headers.get('etag') ?? ''
  const date = response.headers.get('last-modified') ?? ''
  for (const headers of [{ 'if-none-match': etag }, { 'if-modified-since': date }]) {
    const again = await send(linesOf(id, `format=${format}&size=2&sort=-name&select=day,name`), { key, headers })
    expect([again.status, again.headers.get('vary')]).toEqual([304, 'cookie, accept-language'])
  }
})

test('a workbook has sheets for metadata, schema, labels and query, and lists the columns with cut values', async () => {
  const key = await keyOf()
  const { id, schema } = await publish(`name,text\na,${'x'.repeat(33_000)}\nb,short\n`, { key })
  const labelled = schema.map((field) => (field.key === 'name' ? { ...field, 'x-labels': { a: 'Alpha' } } : field))
  await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { schema: labelled, summary: 'About <names>' } })
  await untilFinalized(id, key)
  const sheets = async (format: string, language = 'en') => {
    const response = await send(linesOf(id, `format=${format}&sort=-name`), {
      key,
      headers: { 'accept-language': language },
    })
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
    return (part: string) => strFromU8(files[part] ?? new Uint8Array())
  }
  const xlsx = await sheets('xlsx')
  const names = [...xlsx('xl/workbook.xml').matchAll(/<sheet name="(\w+)"/g)].map(([, name]) => name)
  expect(names).toEqual(['Data', 'Metadata', 'Schema', 'Labels', 'Query'])
  const texts = (part: string) =>
    [...xlsx(part).matchAll(/<t[^>]*>([^<]*)<\/t>|<v>([^<]*)<\/v>/g)].map((found) => found[1] ?? found[2])
  const metadata = texts('xl/worksheets/sheet2.xml')
  expect(metadata.slice(0, 6)).toEqual(['Key', 'Label', 'Value', 'id', 'Identifier', id])
  expect(metadata).toEqual(expect.arrayContaining(['summary', 'About &lt;names&gt;', 'count', '2']))
  expect(metadata.slice(-3)).toEqual(['truncated', 'Columns with cut values', 'text'])
  expect(texts('xl/worksheets/sheet3.xml')).toEqual(expect.arrayContaining(['name', 'text', 'string']))
  expect(texts('xl/worksheets/sheet4.xml')).toEqual(['Column', 'Value', 'Label', 'name', 'a', 'Alpha'])
  const query = texts('xl/worksheets/sheet5.xml')
  expect(query.slice(3)).toEqual(['url', 'Address', expect.stringContaining('sort=-name'), 'sort', 'Order', '-name'])
  const ods = await sheets('ods', 'fr')
  const tables = [...ods('content.xml').matchAll(/table:name="([^"]+)"/g)].map(([, name]) => name)
  expect(tables).toEqual(['Données', 'Métadonnées', 'Schéma', 'Libellés', 'Requête'])
  expect(ods('content.xml')).not.toContain('truncated')
})

test.each([
  ['', ',"_geo_distance"'],
  ['&select=name', ''],
])('the CSV of a distance (%j) has the columns that are selected', async (query, distance) => {
  const key = await keyOf()
  const { id } = await publishPlaces(key)
  const text = await (await send(linesOf(id, `format=csv&geo_distance=2,48,1000km${query}`), { key })).text()
  const [header = ''] = text.replace('\ufeff', '').split('\n')
  expect(header.endsWith(distance || '"name"')).toBe(true)
  expect(header.includes('_geo_distance')).toBe(distance !== '')
})

test('WKT is one collection of points', async () => {
  const key = await keyOf()
  const { id } = await publishPlaces(key)
  const response = await send(linesOf(id, 'format=wkt&size=2'), { key })
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(await response.text()).toBe('GEOMETRYCOLLECTION (POINT (-2.5 47.5), POINT (2 48))')
})

test.each(['', 'format=csv', 'format=geojson', 'format=xlsx', 'size=0'])(
  'HEAD has the headers of GET (%j)',
  async (query) => {
    const key = await keyOf()
    const { id } = await publishPlaces(key)
    const told = async (method: string) => {
      const response = await send(linesOf(id, query), { key, method })
      const body = await response.arrayBuffer()
      const kept = ['content-type', 'content-length', 'etag', 'content-disposition', 'link', 'x-resource']
      return { headers: kept.map((name) => response.headers.get(name)), length: body.byteLength }
    }
    const [get, head] = [await told('GET'), await told('HEAD')]
    expect(head.headers).toEqual(get.headers)
    expect(get.headers[1]).toBe(String(get.length))
    expect(head.length).toBe(0)
  },
)

test('the dataset and the operation are named in headers', async () => {
  const key = await keyOf()
  const { id, title } = await publish(places, { key })
  const { headers } = await send(linesOf(id, ''), { key })
  expect(JSON.parse(headers.get('x-resource') ?? '')).toEqual({
    type: 'datasets',
    id,
    title: encodeURIComponent(title),
  })
})

test('a dataset without positions has no GeoJSON, and its refusals are not cached', async () => {
  const key = await keyOf()
  const { id } = await publish('name\na\n', { key })
  for (const query of ['format=geojson', 'bbox=1,2,3,4', 'sort=_geo_distance:1:2']) {
    const response = await send(linesOf(id, query), { key })
    expect([response.headers.get('cache-control'), response.headers.get('expires')]).toEqual(['no-cache', '-1'])
    expect(await refusal(response)).toEqual([400, expect.stringMatching(/not-geolocalized$/)])
  }
})

test('collapse returns the number of values, estimates of small datasets are exact, and select=* returns all fields', async () => {
  const key = await keyOf()
  const { id } = await publish('g,n\na,1\nb,2\na,3\n', { key })
  const collapsed = await json<{ results: unknown[] }>(await send(linesOf(id, 'collapse=g'), { key }))
  expect(Object.keys(collapsed)).toEqual(['total', 'totalCollapse', 'results'])
  expect(collapsed).toMatchObject({ total: 3, totalCollapse: 2 })
  const estimated = await json<{ results: object[] }>(await send(linesOf(id, 'count=estimate&select=*'), { key }))
  expect(Object.keys(estimated)).toEqual(['total', 'results'])
  expect(Object.keys(estimated.results[0] ?? {})).toEqual(['g', 'n', '_i', '_rand', '_score', '_id'])
  const second = await send(linesOf(id, 'format=csv&page=2&size=2&header=false'), { key })
  expect(await second.text()).toContain('"a",3\n')
})
