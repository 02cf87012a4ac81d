/** Aggregations by grid cell. */
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { publish, untilFinalized } from '../../support/datasets'
import { ask, refusal, send } from '../../support/http'

type Cell = { total: number; value: string; centroid: { lat: number; lon: number }; bbox: number[]; results: unknown[] }
type Cells = { total: number; aggs: (Cell & Record<string, unknown>)[] }

async function publishPlaces(csv: string, key: string): Promise<string> {
  const { id, schema } = await publish(csv, { key })
  const json = {
    schema: schema
      .filter((field) => !field['x-calculated'])
      .map((field) =>
        field.key === 'at' ? { ...field, 'x-refersTo': 'http://www.w3.org/2003/01/geo/wgs84_pos#lat_long' } : field,
      ),
  }
  await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json })
  await untilFinalized(id, key)
  return id
}

const csv = 'name,n,at\nvannes,12.5,"47.6559,-2.7603"\ntheix,2,"47.6284,-2.6513"\nparis,4,"48.8566,2.3522"\nlost,9,\n'

/** By halves, as the geohash was first described. */
function geohash(lat: number, lon: number, length: number): string {
  const sides = [
    { value: lon, low: -180, high: 180 },
    { value: lat, low: -90, high: 90 },
  ]
  let bits = ''
  for (let at = 0; at < 5 * length; at++) {
    const side = sides[at % 2] ?? { value: 0, low: 0, high: 0 }
    const middle = (side.low + side.high) / 2
    if (side.value >= middle) side.low = middle
    else side.high = middle
    bits += side.low === middle ? '1' : '0'
  }
  return bits.replace(/.{5}/g, (digit) => '0123456789bcdefghjkmnpqrstuvwxyz'[Number.parseInt(digit, 2)] ?? '')
}

test('lines are counted in the cells of a grid', async () => {
  const key = await keyOf()
  const id = await publishPlaces(csv, key)
  const cells = (query: string) => ask<Cells>(`/api/v1/datasets/${id}/geo_agg?${query}`, { key })
  const { total, aggs } = await cells('agg_size=3&metric=sum&metric_field=n')
  expect(total).toBe(4)
  expect(aggs.map(({ value, total: lines, metric }) => [value, lines, metric])).toEqual([
    [expect.stringMatching(/^gbq/), 2, 14.5],
    [expect.stringMatching(/^u09/), 1, 4],
  ])
  const [first] = aggs
  expect(first?.centroid.lat).toBeCloseTo((47.6559 + 47.6284) / 2, 6)
  expect(first?.results).toHaveLength(1)
  const [west = 0, south = 0, east = 0, north = 0] = first?.bbox ?? []
  expect([west < -2.7603, east > -2.6513, south < 47.6284, north > 47.6559]).toEqual([true, true, true, true])
  expect(first?.center).toEqual({ lat: (south + north) / 2, lon: (west + east) / 2 })
  expect(Object.keys(first ?? {})).toEqual(['total', 'value', 'centroid', 'center', 'bbox', 'results', 'metric'])

  const near = await cells('bbox=-3,47.6,-2.6,47.7&agg_size=100&size=0')
  const length = near.aggs[0]?.value.length ?? 0
  expect(length).toBeGreaterThan(4)
  const expected = [geohash(47.6559, -2.7603, length), geohash(47.6284, -2.6513, length)].sort()
  expect(near.aggs.map(({ value }) => value).sort()).toEqual(expected)
  expect((await cells('name_eq=paris')).aggs.map(({ total: lines }) => lines)).toEqual([1])
})

test('lines are counted in the squares of a tile, each in one tile only', async () => {
  const key = await keyOf()
  // The last one is on the edge of four tiles.
  const id = await publishPlaces(`${csv}origin,1,"0,0"\n`, key)
  const squares = async (xyz: string) =>
    (await ask<Cells>(`/api/v1/datasets/${id}/geo_agg?grid=squares&size=0&xyz=${xyz}`, { key })).aggs
  const seen = (await Promise.all(['0,0,1', '1,0,1', '0,1,1', '1,1,1'].map(squares))).flat()
  expect(seen.map(({ value, total }) => [value, total]).sort()).toEqual([
    ['7/63/44', 2],
    ['7/64/44', 1],
    ['7/64/64', 1],
  ])
  // A square is named as the tile of its size, which filters lines.
  expect((await ask<Cells>(`/api/v1/datasets/${id}/lines?xyz=63,44,7&size=0`, { key })).total).toBe(2)
  expect((await squares('1,0,1'))[0]?.bbox.map((side) => Math.round(side * 1000) / 1000)).toEqual([
    0, 47.04, 2.813, 48.922,
  ])
  const tile = await send(`/api/v1/datasets/${id}/geo_agg?format=pbf&grid=squares&xyz=0,0,0&size=0`, { key })
  const types = (await featuresOf(tile)).map((feature) => [feature?.properties.total, feature?.type])
  expect(types.sort()).toEqual([
    [1, 1],
    [1, 1],
    [2, 3],
  ])
  const refused = async (query: string) => refusal(await send(`/api/v1/datasets/${id}/geo_agg?${query}`, { key }))
  expect(await refused('grid=squares')).toEqual([400, 'tile-missing'])
  expect(await refused('grid=hexagons&xyz=0,0,0')).toEqual([400, 'parameter-invalid'])
  expect(await refused('grid=squares&xyz=0,0,21')).toEqual([400, 'parameter-invalid'])
})

test('the cells of a grid are points in GeoJSON and in tiles', async () => {
  const key = await keyOf()
  const id = await publishPlaces(csv, key)
  const response = await send(`/api/v1/datasets/${id}/geo_agg?name_eq=paris&select=name&format=geojson`, { key })
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(await response.json()).toEqual({
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        id: expect.stringMatching(/^u09/),
        geometry: { type: 'Point', coordinates: [2.3522, 48.8566] },
        bbox: [expect.any(Number), expect.any(Number), expect.any(Number), expect.any(Number)],
        properties: { total: 1, center: expect.any(Object), results: [{ name: 'paris', _score: null }] },
      },
    ],
    bbox: [-2.7603, 47.6284, 2.3522, 48.8566],
  })
  const tile = await send(`/api/v1/datasets/${id}/geo_agg?format=pbf&xyz=0,0,0&size=0&agg_size=3`, { key })
  expect((await featuresOf(tile)).map((feature) => feature?.properties)).toEqual([
    expect.objectContaining({ total: 2, value: expect.stringMatching(/^g/) }),
    expect.objectContaining({ total: 1, value: expect.stringMatching(/^u/) }),
  ])
})

/** A vector tile as a map client reads it. */
async function featuresOf(response: Response) {
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/x-protobuf'])
  const layer = new VectorTile(new PbfReader(await response.arrayBuffer())).layers.results
  return Array.from({ length: layer?.length ?? 0 }, (_, at) => layer?.feature(at))
}

test('groups of values are points at the centroids of their lines', async () => {
  const key = await keyOf()
  const places = 'name,kind,at\na,x,"47,-2"\nb,x,"49,2"\nc,y,"48,1"\nd,z,\n'
  const id = await publishPlaces(places, key)
  const path = `/api/v1/datasets/${id}/values_agg?field=kind&sort=key`
  const response = await send(`${path}&extra_metrics=name:value_count&format=geojson`, { key })
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const rest = (total: number) => ({ properties: { total, results: [], name_value_count: total } })
  const point = (lon: number, lat: number) => ({ geometry: { type: 'Point', coordinates: [lon, lat] } })
  expect(await response.json()).toEqual({
    type: 'FeatureCollection',
    features: [
      { type: 'Feature', id: 'x', ...point(0, 48), bbox: [-2, 47, 2, 49], ...rest(2) },
      { type: 'Feature', id: 'y', ...point(1, 48), bbox: [1, 48, 1, 48], ...rest(1) },
      { type: 'Feature', id: 'z', geometry: null, ...rest(1) },
    ],
    bbox: [-2, 47, 2, 49],
  })
  const nested = await ask<{ features: { properties: { aggs: unknown[] } }[] }>(
    `/api/v1/datasets/${id}/values_agg?field=kind;name&format=geojson`,
    { key },
  )
  expect(nested.features[0]?.properties.aggs[0]).toEqual({
    total: 1,
    value: 'a',
    results: [],
    centroid: { lat: 47, lon: -2 },
    bbox: [-2, 47, -2, 47],
  })

  const groups = await featuresOf(await send(`${path}&format=mvt&xyz=0,0,0`, { key }))
  expect(groups.map((feature) => feature?.properties)).toEqual([
    { total: 2, value: 'x', results: '[]' },
    { total: 1, value: 'y', results: '[]' },
  ])
  expect((await send(`${path}&format=vt&xyz=0,0,5`, { key })).status).toBe(204)
  const missing = await send(`${path}&format=pbf`, { key })
  expect([missing.status, await missing.text()]).toEqual([
    400,
    expect.stringContaining('xyz parameter is required for vector tile format.'),
  ])
  const plain = await publish('a\n1\n2\n', { key })
  expect(await refusal(await send(`/api/v1/datasets/${plain.id}/values_agg?field=a&format=geojson`, { key }))).toEqual([
    400,
    'format-not-geolocalized',
  ])
})

test('a grid requires positions, and has limits', async () => {
  const key = await keyOf()
  const id = await publishPlaces(csv, key)
  const refused = async (dataset: string, query: string) =>
    refusal(await send(`/api/v1/datasets/${dataset}/geo_agg?${query}`, { key }))
  expect(await refused(id, 'agg_size=1001')).toEqual([400, 'size-too-large'])
  expect(await refused(id, 'size=101')).toEqual([400, 'size-too-large'])
  expect(await refused(id, 'bbox=1')).toEqual([400, 'parameter-invalid'])
  const plain = await publish('a\n1\n2\n', { key })
  expect(await refused(plain.id, '')).toEqual([400, 'aggregate-not-geolocalized'])
})
