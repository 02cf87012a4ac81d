/** Lines with shapes, and lines whose coordinates are in a projection, from the file to GeoJSON. */
import { expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import {
  type Dataset,
  type Field,
  journal,
  lines,
  publish,
  read,
  untilFinalized,
  untilSettled,
} from '../../support/datasets'
import { ask, json, refusal, send } from '../../support/http'

const concepts: Record<string, string> = {
  geom: 'https://purl.org/geojson/vocab#geometry',
  geomp: 'http://data.ign.fr/def/geometrie#Geometry',
  x: 'http://data.ign.fr/def/geometrie#coordX',
  y: 'http://data.ign.fr/def/geometrie#coordY',
}

/** Publishes a file, then says what its columns are. */
async function publishPlaced(csv: string, key: string, said: Record<string, unknown> = {}): Promise<Dataset> {
  const { id, schema } = await publish(csv, { key })
  const fields = schema
    .filter((field) => !field['x-calculated'])
    .map((field): Field => (concepts[field.key] ? { ...field, 'x-refersTo': concepts[field.key] } : field))
  await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { ...said, schema: fields } })
  return untilFinalized(id, key)
}

const shapes =
  'name,geom\n' +
  'line,"{""type"":""LineString"",""coordinates"":[[102.0,0.0],[103.0,1.0],[104.0,0.0],[105.0,1.0]]}"\n' +
  'area,"POLYGON ((100 0, 101 0, 101 1, 100 1, 100 0))"\n' +
  'none,\n'

test('a column of geometries sets the position of lines', async () => {
  const key = await keyOf()
  const dataset = await publishPlaced(shapes, key)
  expect(dataset.bbox).toEqual([100, 0, 105, 1])
  expect(dataset.schema.map((field) => field.key)).toEqual([
    'name',
    'geom',
    '_geoshape',
    '_geocorners',
    '_geopoint',
    '_id',
    '_i',
    '_rand',
  ])
  const all = await lines(dataset.id, '', key)
  expect(all.results.map((line) => line._geopoint)).toEqual(['0.5,103.5', '0.5,100.5', undefined])
  expect(all.results[1]).toMatchObject({ geom: 'POLYGON ((100 0, 101 0, 101 1, 100 1, 100 0))' })
  expect((await lines(dataset.id, 'bbox=100.2,0.2,100.3,0.3', key)).results.map((line) => line.name)).toEqual(['area'])
  expect((await lines(dataset.id, 'geo_distance=103.5,0.5', key)).results.map((line) => line.name)).toEqual(['line'])
})

test('GeoJSON and WKT contain the shapes, CSV when the column is selected', async () => {
  const key = await keyOf()
  const { id } = await publishPlaced(shapes, key)
  const collection = await json<{ features: Record<string, unknown>[]; bbox: number[] }>(
    await send(`/api/v1/datasets/${id}/lines?format=geojson`, { key }),
  )
  expect(collection.bbox).toEqual([100, 0, 105, 1])
  expect(collection.features.map(({ geometry }) => (geometry as { type: string } | undefined)?.type)).toEqual([
    'LineString',
    'Polygon',
    undefined,
  ])
  expect(Object.keys(collection.features[0]?.properties ?? {})).toEqual(['name', '_geopoint', '_i', '_rand', '_id'])
  const wkt = await (await send(`/api/v1/datasets/${id}/lines?format=wkt`, { key })).text()
  expect(wkt).toBe(
    'GEOMETRYCOLLECTION (LINESTRING (102 0, 103 1, 104 0, 105 1), POLYGON ((100 0, 101 0, 101 1, 100 1, 100 0)))',
  )
  const csv = await (await send(`/api/v1/datasets/${id}/lines?format=csv&select=_geoshape&size=1`, { key })).text()
  expect(csv).toContain('"{""type"":""LineString"",""coordinates"":[[102,0],')
})

test('projected coordinates and geometries are converted to longitudes and latitudes', async () => {
  const key = await keyOf()
  const projection = { code: 'EPSG:27572', title: 'NTF (Paris) / Lambert zone II' }
  const points = await publishPlaced('x,y\n610336,2132685\n', key, { projection })
  expect(points.projection).toEqual(projection)
  const [line] = (await lines(points.id, '', key)).results
  expect(line?._geopoint).toMatch(/^46\.19\d+,2\.4\d+$/)

  const shaped = await publishPlaced('name,geomp\na,POINT (652469 6862035)\n', key, {
    projection: { code: 'EPSG:2154', title: 'RGF93 / Lambert-93' },
  })
  expect((await lines(shaped.id, 'select=_geopoint', key)).results[0]?._geopoint).toMatch(/^48\.85\d+,2\.35\d+$/)

  // Another projection is another place.
  await ask(`/api/v1/datasets/${shaped.id}`, { key, method: 'PATCH', json: { projection: { code: 'EPSG:3857' } } })
  await untilFinalized(shaped.id, key)
  expect((await lines(shaped.id, 'select=_geopoint', key)).results[0]?._geopoint).toMatch(/^52\.3\d+,5\.86\d+$/)
  expect((await read(shaped.id, key)).projection).toEqual({ code: 'EPSG:3857' })
})

test('an unknown projection is refused', async () => {
  const key = await keyOf()
  const { id } = await publish('x,y\n1,2\n', { key })
  const sent = { key, method: 'PATCH', json: { projection: { code: 'EPSG:1' } } }
  expect(await refusal(await send(`/api/v1/datasets/${id}`, sent))).toEqual([400, 'body-invalid'])
})

test('a property that no feature of a GeoJSON file has is no column, and nothing is said about it', async () => {
  const key = await keyOf()
  const geometry = { type: 'Point', coordinates: [1, 2] }
  const features = [1, 2].map((n) => ({ type: 'Feature', geometry, properties: { n, note: null } }))
  const content = JSON.stringify({ type: 'FeatureCollection', features })
  const { id, schema } = await publish(content, { key, fileName: 'places.geojson' })
  expect(schema.filter((field) => !field['x-calculated']).map((field) => field.key)).toEqual(['geometry', 'n'])
  expect((await journal(id, key)).map(({ type }) => type)).toEqual(['finalize-end', 'dataset-created'])
})

test('an invalid geometry is reported with its line', async () => {
  const key = await keyOf()
  const rows = Array.from({ length: 60 }, (_, at) => `n${at},POINT (${at} 1)\n`).join('')
  const { id, schema } = await publish(`name,geom\n${rows}bad,POINT (1)\n`, { key })
  const fields = schema
    .filter((field) => !field['x-calculated'])
    .map((field) => (field.key === 'geom' ? { ...field, 'x-refersTo': concepts.geom } : field))
  await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { schema: fields } })
  const dataset = await untilSettled(id, key)
  expect([dataset.status, dataset.count]).toEqual(['finalized', 60])
  const told = (await journal(id, key)).find(({ code }) => code === 'lines-left-out')
  expect(told?.data).toMatch(/^2% of the rows have an error/)
  expect(told?.data).toContain('Row 62: "POINT (1)" in the column geom is not a valid geometry')
})
