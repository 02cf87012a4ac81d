/** Lines and areas of less than two pixels are drawn as points, as in the vector tiles of the service. Pure. */
import type { Feature, FeatureCollection, Geometry } from 'geojson'
import type { DataDrivenPropertyValueSpecification, ExpressionSpecification } from 'maplibre-gl'
import { degreesOfPixels, mercatorSize, middleOf } from '../../../geometry/small-shapes'
import { geo } from '../../../limits/data/geo'

const { smallShapePixels, tilePixels } = geo
const lastZoom = 22
/** The radius of a point that stands for a shape, in pixels. */
const radius = 2.5

/** The property with the size of a shape, in degrees of longitude. */
const sizeName = '_size'

/** A point at the middle of each line and area, with the properties of its feature. */
export function centersOf(features: FeatureCollection['features']): Feature[] {
  return features.flatMap(({ geometry, properties, ...feature }) => {
    const box = geometry && boxOf(geometry)
    if (!box) return []
    const center: Geometry = { type: 'Point', coordinates: middleOf(box) }
    return [{ ...feature, geometry: center, properties: { ...properties, [sizeName]: mercatorSize(box) } }]
  })
}

/** The radius of these points at each zoom: zero where the shape itself is seen. */
export function smallShapeRadius(): DataDrivenPropertyValueSpecification<number> {
  const at = (zoom: number): ExpressionSpecification => {
    const degrees = degreesOfPixels(smallShapePixels, { zoom, tilePixels })
    return ['case', ['<', ['get', sizeName], degrees], radius, 0]
  }
  const steps = Array.from({ length: lastZoom }, (_, below) => [below + 1, at(below + 1)] as const)
  return ['step', ['zoom'], at(0), ...steps.flat()] as ExpressionSpecification // pairs of a zoom and a radius
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
