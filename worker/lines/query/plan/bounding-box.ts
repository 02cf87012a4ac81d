import { boundsOf, edgesOf, type Shape } from '../../../geometry'
import { capabilityOn } from '../../../schema/capabilities'
import { columnOf } from '../find-column'
import { distanceKey, earthRadius, latitudeKey, longitudeKey, normalLongitude } from '../position'
import type { Predicate } from '../predicate'
import type { Box, Point, Relation, Test } from '../request'
import type { LineSource } from '../source'

/** Spatial conditions as predicates over the columns of a table. */

/** A line within this distance is at the point. */
const atPointMetres = 1

/** Lines whose geometry, or position when there is none, intersects the box. */
export function boxPredicate(box: Box, source: LineSource): Predicate {
  const [first, ...others] = plainBoxes(box).map((plain) => plainBoxPredicate(plain, source))
  return first && others.length === 0 ? first : { is: 'any', of: first ? [first, ...others] : [] }
}

/** Lines whose position is within a distance of the point; at distance 0, lines whose geometry contains the point. */
export function nearPredicate(point: Point, distance: number, source: LineSource): Predicate {
  const { lon, lat } = point
  if (distance === 0 && hasExactShapes(source)) {
    return plainBoxPredicate({ left: lon, bottom: lat, right: lon, top: lat }, source)
  }
  const reach = Math.max(distance, atPointMetres)
  // A box around the point avoids the trigonometry for distant lines.
  const degrees = (reach / earthRadius) * (180 / Math.PI) * 1.001
  return {
    is: 'all',
    of: [
      ...between(latitudeKey, lat - degrees, lat + degrees, source),
      onKey(distanceKey(point), { op: 'lte', value: reach }, source),
    ],
  }
}

/** Lines whose geometry, or position when there is none, has a relation to a shape. */
export function relatesPredicate(
  { relation, shape }: { relation: Relation; shape: Shape },
  source: LineSource,
): Predicate {
  const [left, bottom, right, top] = boundsOf(shape) ?? []
  if (left === undefined || bottom === undefined || right === undefined || top === undefined) return { is: 'never' }
  const geometry = columnOf(source, '_geoshape')
  const predicate = {
    is: 'relates',
    relation,
    edges: JSON.stringify(edgesOf(shape)),
    box: { left, bottom, right, top },
  } as const
  return geometry && hasExactShapes(source) ? { ...predicate, shape: geometry.sql } : predicate
}

/** The same box as one or two that do not cross the antimeridian. */
function plainBoxes({ left, bottom, right, top }: Box): Box[] {
  if (right - left >= 360) return [{ left: -180, bottom, right: 180, top }]
  const [west, east] = [normalLongitude(left), normalLongitude(right)]
  if (west <= east) return [{ left: west, bottom, right: east, top }]
  return [
    { left: west, bottom, right: 180, top },
    { left: -180, bottom, right: east, top },
  ]
}

function plainBoxPredicate(box: Box, source: LineSource): Predicate {
  const { left, bottom, right, top } = box
  const shape = columnOf(source, '_geoshape')
  if (!shape) {
    return {
      is: 'all',
      of: [...between(latitudeKey, bottom, top, source), ...between(longitudeKey, left, right, source)],
    }
  }
  return hasExactShapes(source) ? { is: 'meets', box, shape: shape.sql } : { is: 'meets', box }
}

/** Whether geometries are tested exactly, and not by their bounding box (capability `geoShape`). */
function hasExactShapes({ pointer, fields }: LineSource): boolean {
  const field = fields.find(({ key }) => key === pointer.layout.shaped)
  return field !== undefined && capabilityOn(field, 'geoShape')
}

function onKey(key: string, test: Test, source: LineSource): Predicate {
  const column = columnOf(source, key)
  return column ? { is: 'test', column, test } : { is: 'never' }
}

const between = (key: string, from: number, to: number, source: LineSource): Predicate[] => [
  onKey(key, { op: 'gte', value: from }, source),
  onKey(key, { op: 'lte', value: to }, source),
]
