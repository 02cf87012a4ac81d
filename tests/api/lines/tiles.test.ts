/** Vector tiles of lines, decoded like a map client does. */
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { type Dataset, publish, untilFinalized } from '../../support/datasets'
import { ask, refusal, send } from '../../support/http'

const concepts: Record<string, string> = {
  lat: 'http://schema.org/latitude',
  lon: 'http://schema.org/longitude',
  geom: 'https://purl.org/geojson/vocab#geometry',
  name: 'http://www.w3.org/2000/01/rdf-schema#label',
}

async function publishPlaces(csv: string, key: string): Promise<Dataset> {
  const { id, schema } = await publish(csv, { key })
  const json = {
    schema: schema
      .filter((field) => !field['x-calculated'])
      .map((field) => (concepts[field.key] ? { ...field, 'x-refersTo': concepts[field.key] } : field)),
  }
  await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json })
  return untilFinalized(id, key)
}

/** Features of the layer of a tile. */
async function featuresOf(response: Response) {
  const tile = new VectorTile(new PbfReader(await response.arrayBuffer()))
  expect(Object.keys(tile.layers)).toEqual(['results'])
  const layer = tile.layers.results
  expect([layer?.version, layer?.extent]).toEqual([2, 4096])
  return Array.from({ length: layer?.length ?? 0 }, (_, at) => layer?.feature(at))
}

const long = Array.from(
  { length: 60 },
  (_, at) => `place number ${at},${at},${(at % 6) / 10 + 47},-2.5,long text ${at}\n`,
)

test('a tile has the lines within it, with the properties shown by a map', async () => {
  const key = await keyOf()
  const { id } = await publishPlaces(`name,n,lat,lon,note\n${long.join('')}far,99,10,10,x\n`, key)
  const response = await send(`/api/v1/datasets/${id}/lines?format=pbf&xyz=63,44,7`, { key })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/x-protobuf')
  expect(response.headers.get('content-disposition')).toBeNull()
  expect(response.headers.get('x-tilesmode')).toBe('es/neighbors/10000')
  expect(response.headers.get('x-tilesampling')).toBeNull()
  expect(response.headers.get('link')).toBeNull()
  const features = await featuresOf(response)
  expect(features).toHaveLength(50)
  const first = features.find((feature) => feature?.properties._i === 2)
  expect(first?.properties).toEqual({
    name: 'place number 1',
    n: 1,
    lat: 47.1,
    lon: -2.5,
    _i: 2,
    _id: expect.any(String),
  })
  const point = first?.loadGeometry()[0]?.[0]
  expect(point?.x).toBe(Math.round(((-2.5 + 2.8125) / 2.8125) * 4096))
})

test.each(['mvt', 'vt'])('%s is the same format', async (format) => {
  const key = await keyOf()
  const { id } = await publishPlaces('name,lat,lon\na,47.5,-2.5\nb,47.6,-2.5\n', key)
  const response = await send(
    `/api/v1/datasets/${id}/lines?format=${format}&xyz=63,44,7&select=name&count=true&name_eq=b`,
    { key },
  )
  expect(response.headers.get('x-tilesampling')).toBe('1/1')
  expect((await featuresOf(response)).map((feature) => feature?.properties)).toEqual([{ name: 'b' }])
})

test('a tile without lines is empty, an invalid tile is refused', async () => {
  const key = await keyOf()
  const { id } = await publishPlaces('name,lat,lon\na,47.5,-2.5\nb,47.6,-2.5\n', key)
  const empty = await send(`/api/v1/datasets/${id}/lines?format=pbf&xyz=0,0,7`, { key })
  expect([empty.status, await empty.text()]).toEqual([204, ''])
  expect(await refusal(await send(`/api/v1/datasets/${id}/lines?format=pbf`, { key }))).toEqual([400, 'tile-missing'])
  expect(await refusal(await send(`/api/v1/datasets/${id}/lines?format=pbf&xyz=9,9,1`, { key }))).toEqual([
    400,
    'parameter-invalid',
  ])
  const plain = await publish('a,b\n1,2\n', { key })
  expect(await refusal(await send(`/api/v1/datasets/${plain.id}/lines?format=pbf&xyz=0,0,0`, { key }))).toEqual([
    400,
    'format-not-geolocalized',
  ])
})

test('shapes are clipped at the edges of a tile', async () => {
  const key = await keyOf()
  const { id } = await publishPlaces(
    'name,geom\na,"POLYGON ((-10 40, 10 40, 10 50, -10 50, -10 40))"\nb,POINT (100 0)\n',
    key,
  )
  const [area, ...others] = await featuresOf(await send(`/api/v1/datasets/${id}/lines?format=pbf&xyz=63,44,7`, { key }))
  expect(others).toEqual([])
  expect(area?.properties).toMatchObject({ name: 'a', _i: 1 })
  const coordinates = area?.loadGeometry().flat() ?? []
  expect(coordinates.length).toBeGreaterThan(3)
  for (const { x, y } of coordinates)
    expect(Math.max(Math.abs(x - 2048), Math.abs(y - 2048))).toBeLessThanOrEqual(2048 + 64)
})

test('a dense tile has a sample of its lines, at the rate of its densest neighbour', async () => {
  const key = await keyOf()
  const crowd = Array.from({ length: 90 }, (_, at) => `c${at},47.5,1.${at}\n`).join('')
  const few = Array.from({ length: 30 }, (_, at) => `f${at},47.5,-1.${at}\n`).join('')
  const { id } = await publishPlaces(`name,lat,lon\n${crowd}${few}`, key)
  const tile = async (query: string) =>
    (await featuresOf(await send(`/api/v1/datasets/${id}/lines?format=pbf&${query}`, { key }))).length
  expect(await tile('xyz=63,44,7&size=60')).toBe(Math.ceil((30 * 60) / 90))
  expect(await tile('xyz=64,44,7&size=60')).toBe(60)
  expect(await tile('xyz=63,44,7')).toBe(30)
  expect(await tile('xyz=64,44,7&size=20&sampling=max')).toBe(80)
  expect(await tile('xyz=63,44,7&sampling=even')).toBe(30)
})

test('an area smaller than a pixel is a point, which a simplified outline would lose', async () => {
  const key = await keyOf()
  const square = (side: number) =>
    `POLYGON((-2.5 47.5, ${-2.5 + side} 47.5, ${-2.5 + side} ${47.5 + side}, -2.5 ${47.5 + side}, -2.5 47.5))`
  const { id } = await publishPlaces(`name,geom\nhouse,"${square(0.0002)}"\ntown,"${square(0.2)}"\n`, key)
  const typesAt = async (xyz: string) => {
    const response = await send(`/api/v1/datasets/${id}/lines?format=pbf&xyz=${xyz}&select=name`, { key })
    const features = await featuresOf(response)
    return Object.fromEntries(features.map((feature) => [String(feature?.properties.name), feature?.type]))
  }
  const [point, area] = [1, 3]
  expect(await typesAt('63,44,7')).toEqual({ house: point, town: area })
  expect(await typesAt('129251,91666,18')).toEqual({ house: area, town: area })
})
