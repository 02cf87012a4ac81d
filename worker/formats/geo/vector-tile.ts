import { geoJSONToTile } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { boundsOf, degreesOfPixels, mercatorSize, middleOf, type Shape } from '../../geometry'
import { limits } from '../../limits'
import { feature } from './write-geojson'

type Geometry = Extract<Parameters<typeof geoJSONToTile>[0], { type: 'Feature' }>['geometry']

/** Address of a tile of a map: x grows eastward, y southward. */
export type Tile = { x: number; y: number; z: number }

type Line = Record<string, unknown>

/** The shape, or a point at the middle of a line or an area of less than two pixels: its simplified outline would be empty. */
function pointIfSmall(shape: Shape, zoom: number): Shape {
  const bounds = shape.type === 'Point' || shape.type === 'MultiPoint' ? undefined : boundsOf(shape)
  if (!bounds) return shape
  const { smallShapePixels, tilePixels } = limits.geo
  if (mercatorSize(bounds) >= degreesOfPixels(smallShapePixels, { zoom, tilePixels })) return shape
  return { type: 'Point', coordinates: middleOf(bounds) }
}

/**
 * A vector tile (Mapbox Vector Tile 2) of one layer, `results`; undefined when no line intersects it. Properties that
 * are arrays are written as JSON. Shapes of less than two pixels are points.
 */
export function vectorTile(lines: readonly Line[], { x, y, z }: Tile): Uint8Array<ArrayBuffer> | undefined {
  const { tileExtent: extent, tileBuffer: buffer, tileTolerance: tolerance } = limits.geo
  const features = lines.flatMap((line) => {
    const { geometry, properties } = feature(line)
    const { _geopoint, ...others } = properties
    if (!geometry) return []
    // The library's type has mutable positions, which it does not change.
    return [{ type: 'Feature' as const, geometry: pointIfSmall(geometry, z) as Geometry, properties: others }]
  })
  const options = { extent, buffer, tolerance, maxZoom: Math.max(z, 1), clip: true, wrap: true }
  const tile = geoJSONToTile({ type: 'FeatureCollection', features }, z, x, y, options)
  if (!tile || tile.features.length === 0) return undefined
  return new Uint8Array(fromGeojsonVt({ results: tile }, { version: 2, extent }))
}
