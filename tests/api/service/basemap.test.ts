/** The base map of an archive in the bucket: styles and tiles, read by ranges of R2 and through the edge cache. */

import { env } from 'cloudflare:workers'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { beforeEach, describe, expect, test } from 'vitest'
import { archiveOf, smallWorld, vectorTileOf } from '../../support/basemap-archive'
import { json, origin, refusal, send } from '../../support/http'

const key = 'basemaps/world.pmtiles'
const get = (path: string, headers: Record<string, string> = {}) =>
  send(path, { vars: { BASEMAP: 'pmtiles:world.pmtiles' }, headers })

type Style = {
  sources: { basemap: { tiles: [string]; minzoom: number; maxzoom: number; attribution: string; bounds: number[] } }
  layers: { id: string; type: string; layout?: Record<string, unknown>; paint?: Record<string, unknown> }[]
  glyphs?: string
  sprite?: string
}
const styleOf = async (path = '/basemap/style-light.json') => json<Style>(await get(path))
const tilePath = async (address: string) =>
  ((await styleOf()).sources.basemap.tiles[0] ?? '').replace(origin, '').replace('{z}/{x}/{y}', address)

const inflated = async (response: Response) => {
  const bytes = new Uint8Array(await response.arrayBuffer())
  // The test calls the Worker itself: nobody inflates on the way.
  if (bytes[0] !== 0x1f) return bytes
  return new Uint8Array(
    await new Response(new Response(bytes).body?.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer(),
  )
}

describe('an archive', () => {
  beforeEach(async () => {
    await env.FILES.put(key, smallWorld())
  })

  test('has a light and a dark style in the requested language, without addresses of other hosts', async () => {
    const [light, dark, french] = await Promise.all([
      styleOf(),
      styleOf('/basemap/style-dark.json'),
      styleOf('/basemap/style-light.json?language=fr'),
    ])
    const { tiles, minzoom, maxzoom, attribution, bounds } = light.sources.basemap
    expect(tiles[0]).toMatch(new RegExp(`^${origin}/basemap/{z}/{x}/{y}.mvt\\?version=\\w+$`))
    expect([minzoom, maxzoom, bounds]).toEqual([0, 0, [-180, -85, 180, 85]])
    expect(attribution).toMatch(/© OpenStreetMap.*Protomaps/)
    expect([light.glyphs, light.sprite]).toEqual([undefined, undefined])
    expect(JSON.stringify(light.layers)).not.toMatch(/icon-image|https?:/)
    const colorOf = ({ layers }: Style) => layers.find(({ id }) => id === 'background')?.paint?.['background-color']
    expect(colorOf(light)).not.toBe(colorOf(dark))
    expect(JSON.stringify(french.layers)).toContain('name:fr')
    expect(JSON.stringify(light.layers)).not.toContain('name:fr')
  })

  test('returns its tiles compressed as stored, inflated for callers without gzip', async () => {
    const path = await tilePath('0/0/0')
    const response = await get(path, { 'accept-encoding': 'gzip' })
    expect(response.headers.get('content-type')).toBe('application/vnd.mapbox-vector-tile')
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(response.headers.get('vary')).toBe('accept-encoding')
    expect(response.headers.get('cache-control')).toBe('public, max-age=604800, immutable')
    const tile = new VectorTile(new PbfReader(await inflated(response)))
    expect(Object.keys(tile.layers).sort()).toEqual(['earth', 'places'])
    const plain = await get(path, { 'accept-encoding': 'identity' })
    expect([plain.headers.get('content-encoding'), plain.headers.get('etag')]).toEqual([
      null,
      response.headers.get('etag'),
    ])
    expect(new VectorTile(new PbfReader(await plain.arrayBuffer())).layers.places?.feature(0).properties).toMatchObject(
      {
        'name:en': 'Brittany',
      },
    )
  })

  test('answers 304 to conditional requests, and 204 for a missing tile', async () => {
    for (const path of [await tilePath('0/0/0'), '/basemap/style-dark.json']) {
      const etag = (await get(path)).headers.get('etag') ?? ''
      expect(etag).toMatch(/^W\/"/)
      expect((await get(path, { 'if-none-match': etag })).status).toBe(304)
    }
    for (const address of ['1/0/0', '22/4194303/0']) {
      const response = await get(await tilePath(address))
      expect([response.status, response.headers.get('cache-control')]).toEqual([
        204,
        'public, max-age=604800, immutable',
      ])
    }
  })

  test('a tile at the address of its version comes from the edge cache, though the object is gone', async () => {
    const path = await tilePath('0/0/0')
    const first = await inflated(await get(path))
    await env.FILES.delete(key)
    expect(await inflated(await get(path))).toEqual(first)
    expect(await refusal(await get('/basemap/0/0/0.mvt'))).toEqual([404, 'basemap-missing'])
  })

  test('a new archive has new tile addresses, and made-up versions are cached briefly', async () => {
    const before = await tilePath('0/0/0')
    const at = { z: 0, x: 0, y: 0 }
    const town = {
      type: 'Feature' as const,
      properties: {},
      geometry: { type: 'Point' as const, coordinates: [0, 0] as [number, number] },
    }
    await env.FILES.put(key, archiveOf([{ ...at, bytes: vectorTileOf({ pois: [town] }, at) }], { isGzip: false }))
    const after = await tilePath('0/0/0')
    expect(after).not.toBe(before)
    const response = await get(after)
    expect(response.headers.get('content-encoding')).toBeNull()
    expect(Object.keys(new VectorTile(new PbfReader(await response.arrayBuffer())).layers)).toEqual(['pois'])
    // Nobody can fill the cache under another version.
    const other = await get('/basemap/0/0/0.mvt?version=made-up')
    expect(other.headers.get('cache-control')).toBe('public, max-age=300')
    await other.arrayBuffer()
    await env.FILES.delete(key)
    expect((await get('/basemap/0/0/0.mvt?version=made-up')).status).toBe(404)
    expect((await get(after)).status).toBe(200)
  })

  test.each([
    ...['-1/0/0', '0.5/0/0', '1e1/0/0', '00/0/0', '23/0/0', '99999999999999999999/0/0', 'NaN/0/0'],
    ...['0/1/0', '0/0/1', '2/4/0', '2/0/4', '2/-1/0', '3/0x1/0', '3/1 /0', '2/0/9007199254740993', '2/0/%F0%9F%8C%8D'],
  ])('refuses the tile %s', async (address) => {
    expect(await refusal(await get(`/basemap/${address}.mvt`))).toEqual([400, 'parameter-invalid'])
  })

  test.each(['de', 'en,fr', '__proto__', 'x'.repeat(5_000)])('refuses the language %s', async (language) => {
    const response = await get(`/basemap/style-light.json?language=${language}`)
    expect(await refusal(response)).toEqual([400, 'parameter-invalid'])
  })

  test.each(['style-blue.json', 'style-light', 'world.pmtiles', '0/0/0.pbf', '0/0/..%2F..%2Fworld.pmtiles'])(
    'another path below its address is 404: %s',
    async (path) => {
      expect((await get(`/basemap/${path}`)).status).toBe(404)
    },
  )
})

const errors: [name: string, content: Uint8Array][] = [
  ['nothing', new Uint8Array(0)],
  ['a text', new TextEncoder().encode('this is no archive at all '.repeat(20))],
  ['a half', smallWorld().slice(0, 150)],
  [
    'pictures',
    archiveOf([{ z: 0, x: 0, y: 0, bytes: new Uint8Array([1]) }], { change: (header) => header.setUint8(99, 2) }),
  ],
  [
    'brotli',
    archiveOf([{ z: 0, x: 0, y: 0, bytes: new Uint8Array([1]) }], { change: (header) => header.setUint8(98, 3) }),
  ],
  [
    'a directory of 9 GB',
    archiveOf([{ z: 0, x: 0, y: 0, bytes: new Uint8Array([1]) }], {
      change: (header) => header.setBigUint64(16, 9_000_000_000n, true),
    }),
  ],
]
test.each(errors)('an object with %s is not an archive', async (_, content) => {
  await env.FILES.put(key, content)
  expect(await refusal(await get('/basemap/style-light.json'))).toEqual([500, 'basemap-unreadable'])
  expect(await refusal(await get('/basemap/0/0/0.mvt'))).toEqual([500, 'basemap-unreadable'])
})

test.each(['none', 'https://tiles.example.org/style.json'])('with %s the routes are 404', async (BASEMAP) => {
  await env.FILES.put(key, smallWorld())
  for (const path of ['/basemap/style-light.json', '/basemap/0/0/0.mvt', '/basemap/x/y/z.mvt']) {
    expect(await refusal(await send(path, { vars: { BASEMAP } }))).toEqual([404, 'basemap-missing'])
  }
})

test('an archive missing from the bucket is 404', async () => {
  expect(await refusal(await get('/basemap/style-light.json'))).toEqual([404, 'basemap-missing'])
})
