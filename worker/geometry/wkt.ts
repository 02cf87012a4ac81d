/** Well-Known Text (OGC 06-103r4, section 7): `readWkt` and `writeWkt`. */
import { limits } from '../limits'
import type { Shape } from './shape'

const types = {
  POINT: 'Point',
  MULTIPOINT: 'MultiPoint',
  LINESTRING: 'LineString',
  MULTILINESTRING: 'MultiLineString',
  POLYGON: 'Polygon',
  MULTIPOLYGON: 'MultiPolygon',
} as const

/**
 * Parses a geometry to unchecked GeoJSON; undefined when the text is not WKT. The SRID of EWKT and the Z and M
 * coordinates are dropped.
 */
export function readWkt(text: string): unknown {
  const reader = new Reader(text.replace(/^\s*SRID=\d+;/i, ''))
  const geometry = reader.geometry(0)
  return reader.isAtEnd ? geometry : undefined
}

class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
    this.#skip()
  }

  get isAtEnd(): boolean {
    return this.#at === this.#text.length
  }

  geometry(depth: number): unknown {
    const name = this.#word()
    if (/^(Z|M|ZM)$/.test(this.#peekWord())) this.#word()
    if (name === 'GEOMETRYCOLLECTION') {
      if (depth === limits.geo.maxDepth) return undefined
      const geometries = this.#isEmpty() ? [] : this.#list(() => this.geometry(depth + 1))
      return geometries && { type: 'GeometryCollection', geometries }
    }
    // Undefined for a word that is not the name of a geometry.
    const type = types[name as keyof typeof types] as (typeof types)[keyof typeof types] | undefined
    if (!type) return undefined
    if (this.#isEmpty()) return { type: 'GeometryCollection', geometries: [] }
    const coordinates = this.#coordinates(type)
    return coordinates && { type, coordinates: type === 'Point' ? coordinates[0] : coordinates }
  }

  #coordinates(type: Exclude<Shape['type'], 'GeometryCollection'>): unknown[] | undefined {
    const positions = () => this.#list(() => this.#position())
    if (type === 'MultiPolygon') return this.#list(() => this.#list(positions))
    if (type === 'Polygon' || type === 'MultiLineString') return this.#list(positions)
    // Points of a MULTIPOINT may have parentheses of their own.
    return type === 'MultiPoint' ? this.#list(() => positions()?.[0] ?? this.#position()) : positions()
  }

  #list<Item>(item: () => Item | undefined): Item[] | undefined {
    if (!this.#take('(')) return undefined
    const items: Item[] = []
    do {
      const next = item()
      if (next === undefined) return undefined
      items.push(next)
    } while (this.#take(','))
    return this.#take(')') ? items : undefined
  }

  #position(): number[] | undefined {
    const numbers: number[] = []
    for (let text = this.#match(numberPattern); text !== undefined; text = this.#match(numberPattern)) {
      numbers.push(Number(text))
    }
    return numbers.length >= 2 && numbers.length <= 4 ? numbers.slice(0, 2) : undefined
  }

  #isEmpty(): boolean {
    if (this.#peekWord() !== 'EMPTY') return false
    this.#word()
    return true
  }

  #word = (): string => (this.#match(wordPattern) ?? '').toUpperCase()

  #peekWord(): string {
    const at = this.#at
    const word = this.#word()
    this.#at = at
    return word
  }

  #take(sign: string): boolean {
    if (this.#text[this.#at] !== sign) return false
    this.#at++
    this.#skip()
    return true
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#text)?.[0]
    if (match === undefined) return undefined
    this.#at += match.length
    this.#skip()
    return match
  }

  #skip(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at++
  }
}

const numberPattern = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y
const wordPattern = /[A-Za-z]+/y

/** A shape as text: `POINT (2.35 48.85)`. */
export function writeWkt(shape: Shape): string {
  const name = shape.type.toUpperCase()
  if (shape.type === 'GeometryCollection') {
    return shape.geometries.length === 0 ? `${name} EMPTY` : `${name} (${shape.geometries.map(writeWkt).join(', ')})`
  }
  const { coordinates } = shape
  return `${name} ${shape.type === 'Point' ? `(${written(coordinates)})` : written(coordinates)}`
}

function written(coordinates: unknown): string {
  if (!Array.isArray(coordinates)) return ''
  if (typeof coordinates[0] === 'number') return coordinates.join(' ')
  return `(${coordinates.map(written).join(', ')})`
}
