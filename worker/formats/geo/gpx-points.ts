/**
 * `takePoints`, `takePosition`: the positions of GPX. Those of tracks and routes are read from the text: as nodes of a document, those of a day's
 * track would not fit in the memory of a Worker.
 */
import { problem } from '../../errors'
import { limits } from '../../limits'
import { attribute, decoded, elementsNamed, openingTag } from '../xml/parse'

type GpxPosition = [lon: number, lat: number] | [lon: number, lat: number, elevation: number]

/** The texts of an unreadable position. A row with such a geometry is refused. */
type WrittenPosition = [lon: string, lat: string]

/**
 * @property xml the track or route without the points that the GPX library does not need
 * @property geometry its lines, its only point, or an unreadable position as it is written, which refuses the row
 */
type TakenPoints = { xml: string; geometry: object | null }

const parts = { trk: { segment: 'trkseg', point: 'trkpt' }, rte: { segment: 'rte', point: 'rtept' } } as const

/** The library reads segments of two points, and the properties of a track that only its first point has. */
const KEPT_POINTS = 2

/** @throws `feature-too-detailed` */
export function takePoints(xml: string, kind: keyof typeof parts): TakenPoints {
  const { segment, point } = parts[kind]
  const segments: GpxPosition[][] = []
  let rest = ''
  let done = 0
  let left = limits.geo.maxPositions
  let written: WrittenPosition | undefined
  for (const { from, to } of elementsNamed(xml, segment)) {
    const taken = takeSegment(xml.slice(from, to), point, left)
    left -= taken.line.length
    segments.push(taken.line)
    written ??= taken.written
    rest += xml.slice(done, from) + taken.xml
    done = to
  }
  rest += xml.slice(done)
  const lines = segments.filter((line) => line.length >= KEPT_POINTS)
  if (lines.length > 0) return { xml: rest, geometry: geometryOfLines(lines) }
  if (written) return { xml: withPoints(rest, kind), geometry: { type: 'Point', coordinates: written } }
  const [only] = segments.flat()
  return { xml: withPoints(rest, kind), geometry: only ? { type: 'Point', coordinates: only } : null }
}

/** Adds a segment of two points: the library reads the properties of a track only if it has one. */
function withPoints(xml: string, kind: keyof typeof parts): string {
  const { segment, point } = parts[kind]
  const points = `<${point} lat="0" lon="0"/>`.repeat(KEPT_POINTS)
  const end = xml.lastIndexOf('</')
  const opening = end < 0 ? `${xml.slice(0, -2)}>` : xml.slice(0, end)
  return `${opening}${segment === kind ? points : `<${segment}>${points}</${segment}>`}</${kind}>`
}

/** Replaces an unreadable position of a waypoint with 0, 0 for the library. @returns `written`: the replaced texts */
export function takePosition(xml: string): { xml: string; written?: WrittenPosition } {
  const position = positionOf(xml)
  if (Array.isArray(position)) return { xml }
  const tag = openingTag(xml)
  const isClosed = tag.endsWith('/>')
  return { xml: `<wpt lat="0" lon="0"${isClosed ? '/>' : '>'}${xml.slice(tag.length)}`, written: position.written }
}

/** The geometry of the lines of a track or route. */
function geometryOfLines(lines: readonly GpxPosition[][]): object {
  const [only] = lines
  return only && lines.length === 1
    ? { type: 'LineString', coordinates: only }
    : { type: 'MultiLineString', coordinates: lines }
}

function takeSegment(
  xml: string,
  point: string,
  left: number,
): { xml: string; line: GpxPosition[]; written?: WrittenPosition | undefined } {
  const line: GpxPosition[] = []
  const kept: string[] = []
  let written: WrittenPosition | undefined
  let done = 0
  for (const { from, to } of elementsNamed(xml, point)) {
    const position = positionOf(xml.slice(from, to))
    if (Array.isArray(position)) line.push(position)
    else written ??= position.written
    if (line.length > left) throw problem('feature-too-detailed', { max: limits.geo.maxPositions })
    if (Array.isArray(position) && line.length <= KEPT_POINTS) continue
    kept.push(xml.slice(done, from))
    done = to
  }
  return { xml: kept.join('') + xml.slice(done), line, written }
}

/** A number as XML Schema has it (`xs:decimal`, `xs:double`): no decimal comma, no unit. */
const decimal = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i

function positionOf(point: string): GpxPosition | { written: WrittenPosition } {
  const tag = openingTag(point)
  const [lonText = '', latText = ''] = [attribute(tag, 'lon'), attribute(tag, 'lat')]
  if (!decimal.test(lonText) || !decimal.test(latText)) return { written: [lonText, latText] }
  const [lon, lat] = [Number(lonText), Number(latText)]
  const [elevation] = elementsNamed(point, 'ele')
  if (!elevation) return [lon, lat]
  const element = point.slice(elevation.from, elevation.to)
  const text = element.slice(element.indexOf('>') + 1, element.lastIndexOf('</'))
  const height = Number.parseFloat(decoded(text))
  return Number.isNaN(height) ? [lon, lat] : [lon, lat, height]
}
