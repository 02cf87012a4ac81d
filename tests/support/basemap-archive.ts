/** A small PMTiles 3 archive of vector tiles: https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md */
import { geoJSONToTile } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { gzipSync } from 'fflate'
import { zxyToTileId } from 'pmtiles'

type Tile = { z: number; x: number; y: number; bytes: Uint8Array }

const headerBytes = 127
const text = (value: string) => new TextEncoder().encode(value)

/** @param change changes the header before it is written, to make an archive that is wrong */
export function archiveOf(
  tiles: readonly Tile[],
  { isGzip = true, change = () => {} }: { isGzip?: boolean; change?: (header: DataView) => void } = {},
): Uint8Array<ArrayBuffer> {
  const sorted = tiles
    .map(({ z, x, y, bytes }) => ({ id: zxyToTileId(z, x, y), bytes: isGzip ? gzipSync(bytes) : bytes }))
    .sort((a, b) => a.id - b.id)
  const directory = gzipSync(
    Uint8Array.from([
      ...varint(sorted.length),
      ...sorted.flatMap(({ id }, at) => varint(id - (sorted[at - 1]?.id ?? 0))),
      ...sorted.flatMap(() => varint(1)),
      ...sorted.flatMap(({ bytes }) => varint(bytes.length)),
      // Zero: behind the tile before.
      ...sorted.flatMap((_, at) => varint(at === 0 ? 1 : 0)),
    ]),
  )
  const metadata = gzipSync(text('{}'))
  const data = sorted.reduce((sum, { bytes }) => sum + bytes.length, 0)
  const dataAt = headerBytes + directory.length + metadata.length
  const archive = new Uint8Array(dataAt + data)
  const header = new DataView(archive.buffer)
  archive.set(text('PMTiles\u0003'))
  const lengths = [
    ...[headerBytes, directory.length, headerBytes + directory.length, metadata.length],
    ...[dataAt, 0, dataAt, data, sorted.length, sorted.length, sorted.length],
  ]
  for (const [at, length] of lengths.entries()) header.setBigUint64(8 + 8 * at, BigInt(length), true)
  // Clustered; gzip inside; tiles; vector tiles; zooms.
  const zooms = tiles.map(({ z }) => z)
  archive.set([1, 2, isGzip ? 2 : 1, 1, Math.min(...zooms), Math.max(...zooms)], 96)
  for (const [at, degrees] of [-180, -85, 180, 85].entries()) header.setInt32(102 + 4 * at, degrees * 1e7, true)
  change(header)
  archive.set(directory, headerBytes)
  archive.set(metadata, headerBytes + directory.length)
  let end = dataAt
  for (const { bytes } of sorted) {
    archive.set(bytes, end)
    end += bytes.length
  }
  return archive
}

type Feature = { type: 'Feature'; properties: Record<string, string | number>; geometry: Geometry }
type Geometry =
  | { type: 'Polygon'; coordinates: [number, number][][] }
  | { type: 'Point'; coordinates: [number, number] }

/** A vector tile of some layers. */
export function vectorTileOf(layers: Record<string, Feature[]>, { z, x, y }: Omit<Tile, 'bytes'>): Uint8Array {
  const drawn = Object.entries(layers).flatMap(([name, features]) => {
    const tile = geoJSONToTile({ type: 'FeatureCollection', features }, z, x, y, { maxZoom: Math.max(z, 1) })
    return tile ? [[name, tile] as const] : []
  })
  return new Uint8Array(fromGeojsonVt(Object.fromEntries(drawn), { version: 2, extent: 4096 }))
}

const ring: [number, number][] = [
  [-180, 85],
  [180, 85],
  [180, -85],
  [-180, -85],
  [-180, 85],
]
/** The whole world of one tile: land, and a country with a name in three languages. */
export function smallWorld(): Uint8Array<ArrayBuffer> {
  const at = { z: 0, x: 0, y: 0 }
  const layers: Record<string, Feature[]> = {
    earth: [{ type: 'Feature', properties: { kind: 'earth' }, geometry: { type: 'Polygon', coordinates: [ring] } }],
    places: [
      {
        type: 'Feature',
        properties: { kind: 'country', name: 'Breizh', 'name:en': 'Brittany', 'name:fr': 'Bretagne', min_zoom: 0 },
        geometry: { type: 'Point', coordinates: [-4, 48.2] },
      },
    ],
  }
  return archiveOf([{ ...at, bytes: vectorTileOf(layers, at) }])
}

/** LEB128, as the format writes numbers. */
function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]
}
