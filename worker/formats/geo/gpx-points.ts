/**
 * `takePoints`: the positions of a track or route of GPX. They are read from the text: as nodes of a document, those of a day's
 * track would not fit in the memory of a Worker.
 */
import { problem } from '../../errors'
import { limits } from '../../limits'
import { attribute, decodedText, elementsNamed, openingTag } from '../xml/parse'

type GpxPosition = [lon: number, lat: number] | [lon: number, lat: number, elevation: number]

/** `xml`: without the points that the library of GPX does not need; `lines`: positions of each segment of two or more. */
type TakenPoints = { xml: string; lines: GpxPosition[][] }

const parts = { trk: { segment: 'trkseg', point: 'trkpt' }, rte: { segment: 'rte', point: 'rtept' } } as const

/** The library reads segments of two points, and the properties of a track that only its first point has. */
const KEPT_POINTS = 2

/** @throws `feature-too-detailed` */
export function takePoints(xml: string, kind: keyof typeof parts): TakenPoints {
  const { segment, point } = parts[kind]
  const lines: GpxPosition[][] = []
  let rest = ''
  let done = 0
  let left = limits.geo.maxPositions
  for (const { from, to } of elementsNamed(xml, segment)) {
    const taken = takeSegment(xml.slice(from, to), point, left)
    left -= taken.line.length
    if (taken.line.length >= KEPT_POINTS) lines.push(taken.line)
    rest += xml.slice(done, from) + taken.xml
    done = to
  }
  return { xml: rest + xml.slice(done), lines }
}

/** The geometry of the lines of a track or route. */
export function geometryOfLines(lines: readonly GpxPosition[][]): object | null {
  const [only] = lines
  if (!only) return null
  return lines.length === 1
    ? { type: 'LineString', coordinates: only }
    : { type: 'MultiLineString', coordinates: lines }
}

function takeSegment(xml: string, point: string, left: number): { xml: string; line: GpxPosition[] } {
  const line: GpxPosition[] = []
  const kept: string[] = []
  let done = 0
  for (const { from, to } of elementsNamed(xml, point)) {
    const position = positionOf(xml.slice(from, to))
    if (position) line.push(position)
    if (line.length > left) throw problem('feature-too-detailed', { max: limits.geo.maxPositions })
    if (position && line.length <= KEPT_POINTS) continue
    kept.push(xml.slice(done, from))
    done = to
  }
  return { xml: kept.join('') + xml.slice(done), line }
}

/** Undefined without a longitude and a latitude. */
function positionOf(point: string): GpxPosition | undefined {
  const tag = openingTag(point)
  const [lon, lat] = [attribute(tag, 'lon'), attribute(tag, 'lat')].map((text) => Number.parseFloat(text ?? ''))
  if (lon === undefined || lat === undefined || Number.isNaN(lon + lat)) return undefined
  const [elevation] = elementsNamed(point, 'ele')
  if (!elevation) return [lon, lat]
  const element = point.slice(elevation.from, elevation.to)
  const text = element.slice(element.indexOf('>') + 1, element.lastIndexOf('</'))
  const height = Number.parseFloat(decodedText(text))
  return Number.isNaN(height) ? [lon, lat] : [lon, lat, height]
}
