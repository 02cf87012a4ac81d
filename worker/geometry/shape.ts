/** GeoJSON geometries (RFC 7946, section 3.1) in two dimensions, and iteration over their coordinates. */

export type Position = readonly [x: number, y: number]
type Line = Position[]
type Area = Line[]

export type Shape =
  | { type: 'Point'; coordinates: Position }
  | { type: 'MultiPoint' | 'LineString'; coordinates: Line }
  | { type: 'MultiLineString' | 'Polygon'; coordinates: Area }
  | { type: 'MultiPolygon'; coordinates: Area[] }
  | { type: 'GeometryCollection'; geometries: Shape[] }

/** West, south, east, north; longitudes and latitudes in the order of a `bbox`. */
export type Bounds = readonly [west: number, south: number, east: number, north: number]

/** Every run of positions: a point, a line or a ring. */
export function* runsOf(shape: Shape): Generator<readonly Position[]> {
  switch (shape.type) {
    case 'Point':
      yield [shape.coordinates]
      return
    case 'LineString':
      yield shape.coordinates
      return
    case 'MultiPoint':
      for (const position of shape.coordinates) yield [position]
      return
    case 'Polygon':
    case 'MultiLineString':
      yield* shape.coordinates
      return
    case 'MultiPolygon':
      for (const area of shape.coordinates) yield* area
      return
    case 'GeometryCollection':
      for (const part of shape.geometries) yield* runsOf(part)
  }
}

/** The polygons of a shape, as lists of rings. */
export function areasOf(shape: Shape): Area[] {
  if (shape.type === 'Polygon') return [shape.coordinates]
  if (shape.type === 'MultiPolygon') return shape.coordinates
  return shape.type === 'GeometryCollection' ? shape.geometries.flatMap(areasOf) : []
}

/** The same shape with each run of positions changed. */
export function mapRuns(shape: Shape, change: (run: Line) => Line): Shape {
  switch (shape.type) {
    case 'Point':
      return { type: 'Point', coordinates: change([shape.coordinates])[0] ?? shape.coordinates }
    case 'LineString':
    case 'MultiPoint':
      return { type: shape.type, coordinates: change(shape.coordinates) }
    case 'Polygon':
    case 'MultiLineString':
      return { type: shape.type, coordinates: shape.coordinates.map(change) }
    case 'MultiPolygon':
      return { type: 'MultiPolygon', coordinates: shape.coordinates.map((area) => area.map(change)) }
    case 'GeometryCollection':
      return { type: 'GeometryCollection', geometries: shape.geometries.map((part) => mapRuns(part, change)) }
  }
}

/** The bounding box of a shape; undefined when it has no position. */
export function boundsOf(shape: Shape): Bounds | undefined {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const run of runsOf(shape)) {
    for (const [x, y] of run) {
      if (x < west) west = x
      if (x > east) east = x
      if (y < south) south = y
      if (y > north) north = y
    }
  }
  return west <= east ? [west, south, east, north] : undefined
}

/** The bounding box of both. */
export function unionBounds(current: Bounds | undefined, other: Bounds): Bounds {
  if (!current) return other
  const [west, south, east, north] = current
  return [Math.min(west, other[0]), Math.min(south, other[1]), Math.max(east, other[2]), Math.max(north, other[3])]
}
