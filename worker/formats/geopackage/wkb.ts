/** `readWkb`: well-known binary (OGC 06-103r4, section 8; ISO 13249-3) as GeoJSON. Heights and measures are left out. */
import type { Position, Projection } from '../../geometry'
import { limits } from '../../limits'

export type Geometry =
  | {
      type: 'Point' | 'LineString' | 'Polygon' | 'MultiPoint' | 'MultiLineString' | 'MultiPolygon'
      coordinates: readonly unknown[]
    }
  | { type: 'GeometryCollection'; geometries: Geometry[] }

/** Bytes that are not a geometry. */
export class WkbError extends Error {}
/** A geometry that GeoJSON does not have. */
export class WkbTypeError extends Error {
  readonly type: string

  constructor(type: string) {
    super(`unsupported type ${type}`)
    this.type = type
  }
}

const multiples: Readonly<Record<number, 'MultiPoint' | 'MultiLineString' | 'MultiPolygon'>> = {
  4: 'MultiPoint',
  5: 'MultiLineString',
  6: 'MultiPolygon',
}
const unsupported: Readonly<Record<number, string>> = {
  0: 'GEOMETRY',
  8: 'CIRCULARSTRING',
  9: 'COMPOUNDCURVE',
  10: 'CURVEPOLYGON',
  11: 'MULTICURVE',
  12: 'MULTISURFACE',
  13: 'CURVE',
  14: 'SURFACE',
  15: 'POLYHEDRALSURFACE',
  16: 'TIN',
  17: 'TRIANGLE',
}

/**
 * Null for a geometry without positions.
 *
 * @throws `WkbError`, `WkbTypeError`
 */
export function readWkb(bytes: Uint8Array, project: Projection): Geometry | null {
  const reader = new WkbReader(bytes, project)
  return reader.geometry(0)
}

class WkbReader {
  readonly #view: DataView
  readonly #project: Projection
  #at = 0
  #isLittle = false

  constructor(bytes: Uint8Array, project: Projection) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#project = project
  }

  geometry(depth: number): Geometry | null {
    if (depth > limits.geo.maxDepth) throw new WkbError('nested too deeply')
    const { type, ordinates } = this.#head()
    if (type === 1) {
      const [position] = this.#positions(1, ordinates)
      return position ? { type: 'Point', coordinates: position } : null
    }
    if (type === 2) return filled('LineString', this.#positions(this.#count(ordinates * 8), ordinates))
    if (type === 3) return filled('Polygon', this.#rings(ordinates))
    const multiple = multiples[type]
    if (multiple === undefined && type !== 7) throw new WkbTypeError(unsupported[type] ?? `WKB ${type}`)
    const parts: Geometry[] = []
    for (let left = this.#count(5); left > 0; left--) {
      const part = this.geometry(depth + 1)
      if (part) parts.push(part)
    }
    if (parts.length === 0) return null
    if (multiple === undefined) return { type: 'GeometryCollection', geometries: parts }
    const coordinates = parts.map((part) => {
      if (part.type === 'GeometryCollection' || `Multi${part.type}` !== multiple) throw new WkbError('mixed parts')
      return part.coordinates
    })
    return { type: multiple, coordinates }
  }

  /** The byte order, the type, and the numbers of a position. ISO adds thousands to the type for heights and measures, PostGIS bits. */
  #head(): { type: number; ordinates: number } {
    const order = this.#take(1)
    if (this.#view.getUint8(order) > 1) throw new WkbError('byte order')
    this.#isLittle = this.#view.getUint8(order) === 1
    const written = this.#uint32()
    if (written & 0x2000_0000) this.#take(4)
    const code = written & 0x0fff_ffff
    const dimensions = Math.floor(code / 1_000)
    if (dimensions > 3) throw new WkbError('type')
    const hasHeight = dimensions % 2 === 1 || (written & 0x8000_0000) !== 0
    const hasMeasure = dimensions >= 2 || (written & 0x4000_0000) !== 0
    return { type: code % 1_000, ordinates: 2 + Number(hasHeight) + Number(hasMeasure) }
  }

  #rings(ordinates: number): Position[][] {
    const rings: Position[][] = []
    for (let left = this.#count(4); left > 0; left--) {
      const ring = this.#positions(this.#count(ordinates * 8), ordinates)
      if (ring.length > 0) rings.push(ring)
    }
    return rings
  }

  /** Those of empty points, which are written as NaN, are left out. */
  #positions(count: number, ordinates: number): Position[] {
    const positions: Position[] = []
    let at = this.#take(count * ordinates * 8)
    for (let left = count; left > 0; left--) {
      const x = this.#view.getFloat64(at, this.#isLittle)
      const y = this.#view.getFloat64(at + 8, this.#isLittle)
      if (Math.abs(x) === Infinity || Math.abs(y) === Infinity) throw new WkbError('infinite')
      if (!Number.isNaN(x) && !Number.isNaN(y)) positions.push(this.#project([x, y]))
      at += ordinates * 8
    }
    return positions
  }

  /** A number of things of at least `bytes` each, which must be there. */
  #count(bytes: number): number {
    const count = this.#uint32()
    if (count * bytes > this.#view.byteLength - this.#at) throw new WkbError('truncated')
    return count
  }

  #uint32(): number {
    return this.#view.getUint32(this.#take(4), this.#isLittle)
  }

  /** The offset of the next bytes. */
  #take(bytes: number): number {
    const at = this.#at
    this.#at += bytes
    if (this.#at > this.#view.byteLength) throw new WkbError('truncated')
    return at
  }
}

function filled(type: 'LineString' | 'Polygon', coordinates: Position[] | Position[][]): Geometry | null {
  return coordinates.length === 0 ? null : { type, coordinates }
}
