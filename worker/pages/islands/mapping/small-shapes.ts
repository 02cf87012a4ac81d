/** Lines and areas that are smaller than a pixel: points stand for them, as in vector tiles of the service. Pure. */
import type { Feature, FeatureCollection, Geometry } from 'geojson'
import type { DataDrivenPropertyValueSpecification, ExpressionSpecification } from 'maplibre-gl'

/** Pixels of a tile of MapLibre, of which 2^zoom by 2^zoom are the world. */
const tilePixels = 512
/** Pixels below which a shape is drawn as a point. */
const smallPixels = 3
const lastZoom = 22

/** The size of a shape, in degrees of longitude. */
const sizeName = '_size'

/** A point at the middle of each line and area, with the properties of its feature. */
export function centersOf(features: FeatureCollection['features']): Feature[] {
  return features.flatMap(({ geometry, properties, ...feature }) => {
    const box = geometry && boxOf(geometry)
    if (!box) return []
    const [west, south, east, north] = box
    const center: Geometry = { type: 'Point', coordinates: [(west + east) / 2, (south + north) / 2] }
    // A degree of latitude is higher on the map, the farther from the equator.
    const size = Math.max(east - west, (north - south) / Math.max(0.1, Math.cos((north * Math.PI) / 180)))
    return [{ ...feature, geometry: center, properties: { ...properties, [sizeName]: size } }]
  })
}

/** Opaque as long as the shape is small; `zoom` is read for all features at once. */
export function smallShapeOpacity(opacity: number): DataDrivenPropertyValueSpecification<number> {
  const at = (zoom: number): ExpressionSpecification => {
    const degrees = (smallPixels * 360) / (tilePixels * 2 ** zoom)
    return ['case', ['<', ['get', sizeName], degrees], opacity, 0]
  }
  const steps = Array.from({ length: lastZoom }, (_, below) => [below + 1, at(below + 1)] as const)
  return ['step', ['zoom'], at(0), ...steps.flat()] as ExpressionSpecification // pairs of a zoom and an opacity
}

function boxOf(geometry: Geometry): [number, number, number, number] | undefined {
  if (geometry.type === 'GeometryCollection' || geometry.type === 'MultiPoint') return undefined
  const numbers = geometry.coordinates.flat(3)
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let at = 0; at + 1 < numbers.length; at += 2) {
    const [x = 0, y = 0] = [numbers[at], numbers[at + 1]]
    west = Math.min(west, x)
    east = Math.max(east, x)
    south = Math.min(south, y)
    north = Math.max(north, y)
  }
  return west <= east ? [west, south, east, north] : undefined
}
