/** KML and GPX: each feature is parsed by itself, so that memory is bounded by the largest. */

import { gpx, kml } from '@tmcw/togeojson'
import { DOMParser, type Document, type Element } from '@xmldom/xmldom'
import { problem, untranslated } from '../../errors'
import { limits } from '../../limits'
import { ElementScanner, elementsIn } from '../xml/parse'
import { UnprefixedXml } from '../xml/unprefixed-xml'
import { takePoints, takePosition } from './gpx-points'
import type { Feature } from './write-geojson'

/** Waypoints, routes and tracks of GPX, placemarks of KML; the root declares the prefixes that they use. */
const kinds = {
  gpx: { elements: ['wpt', 'rte', 'trk'], root: 'gpx', read: gpx },
  kml: { elements: ['Placemark'], root: 'kml', read: kml },
} as const

/** Style properties, which are not data. */
const styleProperty =
  /^(styleUrl|styleHash|styleMapHash|fill(-opacity)?|stroke(-opacity|-width)?|icon(-[a-z-]+)?|label-(color|opacity|scale)|marker-[a-z]+|coordinateProperties|@geometry-type|visibility|_gpxType)$/

/** @throws `file-xml-invalid`, `file-xml-truncated`, `file-record-too-long`, `feature-too-detailed` */
export async function* xmlFeatures(kind: 'gpx' | 'kml', texts: AsyncIterable<string>): AsyncGenerator<Feature[]> {
  const { elements, root } = kinds[kind]
  const scanner = new ElementScanner({ elements, marks: [root, `/${root}`] }, limits.files.maxFeatureChars)
  const unprefixed = new UnprefixedXml(root)
  let opening = `<${root}>`
  let isOpen = false
  for await (const text of texts) {
    const features: Feature[] = []
    scanner.push(unprefixed.push(text), (name, xml) => {
      if (name === root) {
        opening = checkedRoot(xml)
        isOpen = !xml.endsWith('/>')
      } else if (name === `/${root}`) isOpen = false
      else if (name === 'trk' || name === 'rte') {
        const { xml: rest, geometry } = takePoints(xml, name)
        for (const feature of featuresOf(kind, `${opening}${rest}</${root}>`)) features.push({ ...feature, geometry })
      } else if (name === 'wpt') {
        const { xml: rest, written } = takePosition(xml)
        const position = written && { geometry: { type: 'Point', coordinates: written } }
        for (const feature of featuresOf(kind, `${opening}${rest}</${root}>`))
          features.push({ ...feature, ...position })
      } else features.push(...featuresOf(kind, `${opening}${xml}</${root}>`))
    })
    yield features
  }
  if (isOpen || scanner.isIncomplete) throw problem('file-xml-truncated', { element: root })
}

/** The opening tag of the root is parsed again with each feature. */
function checkedRoot(tag: string): string {
  if (tag.length > limits.files.maxRootChars) throw invalid('the opening tag of its root is too long')
  return tag
}

function featuresOf(kind: 'gpx' | 'kml', xml: string): Feature[] {
  const { count, depth } = elementsIn(xml)
  const { maxNesting, maxFeatureElements } = limits.files
  if (depth > maxNesting) throw invalid('its elements are nested too deeply')
  if (count > maxFeatureElements) throw invalid(`it has more than ${maxFeatureElements} elements`)
  checkTuples(xml)
  try {
    const parser = new DOMParser({ onError: (level, message) => refuse(level, message) })
    const document = parser.parseFromString(xml, 'text/xml')
    const waypoint = kind === 'gpx' ? document.getElementsByTagName('wpt')[0] : undefined
    // The declarations of the two libraries name one interface of the DOM differently.
    const { features } = kinds[kind].read(document as unknown as Parameters<typeof kml>[0])
    return features.map(({ id, geometry, properties }) => ({
      id,
      geometry,
      properties: waypoint
        ? ofWaypoint(waypoint, properties ?? {})
        : withExtended(document, withoutStyle(properties ?? {})),
    }))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw invalid(reason)
  }
}

/** Coordinates of KML are tuples, `2.35,48.85,35`, with spaces between them. */
function checkTuples(xml: string): void {
  const end = /[\s<]/g
  let count = 0
  for (let at = xml.indexOf(','); at >= 0; at = xml.indexOf(',', end.lastIndex)) {
    if (++count > limits.geo.maxPositions) throw problem('feature-too-detailed', { max: limits.geo.maxPositions })
    end.lastIndex = at
    if (!end.test(xml)) return
  }
}

/**
 * With the extended data of a placemark, also under the name of a style. Under the name of one of its elements, such as `name`, it
 * is `properties.name`, as in GeoJSON.
 */
function withExtended(document: Document, properties: Record<string, unknown>): Record<string, unknown> {
  const extended = [
    ...Array.from(document.getElementsByTagName('Data'), (data): [string, string] => [
      data.getAttribute('name') ?? '',
      data.getElementsByTagName('value')[0]?.textContent ?? '',
    ]),
    ...Array.from(document.getElementsByTagName('SimpleData'), (data): [string, string] => [
      data.getAttribute('name') ?? '',
      data.textContent ?? '',
    ]),
  ]
  const placemark = document.getElementsByTagName('Placemark')[0]
  const own = new Map((placemark ? childElements(placemark) : []).map((element) => [element.nodeName, element]))
  const all = { ...properties }
  for (const [name, value] of extended) {
    const element = own.get(name)
    if (element && childElements(element).length === 0) {
      all[name] = element.textContent?.trim() ?? ''
      all[`properties.${name}`] = value
    } else if (styleProperty.test(name)) all[name] = value
  }
  return all
}

/** Elements of a waypoint that are numbers; the others are texts and dates. */
const numbers: ReadonlySet<string> = new Set(
  'ele magvar geoidheight sat hdop vdop pdop ageofdgpsdata course speed'.split(' '),
)

/** The texts of the elements of a waypoint, by name: the library leaves out most of them, the elevation too. */
function ofWaypoint(waypoint: Element, { links: _, ...properties }: Record<string, unknown>): Record<string, unknown> {
  const own: Record<string, unknown> = {}
  for (const element of childElements(waypoint)) {
    const name = element.nodeName
    const text = (name === 'link' ? element.getAttribute('href') : element.textContent)?.trim() ?? ''
    const isText = name === 'link' || childElements(element).length === 0
    if (!isText || text === '') continue
    own[name] = numbers.has(name) && Number.isFinite(Number(text)) ? Number(text) : text
  }
  return { ...withoutStyle(properties), ...own }
}

function childElements(node: Element): Element[] {
  // Nodes of this type are elements.
  return Array.from(node.childNodes).filter((child): child is Element => child.nodeType === child.ELEMENT_NODE)
}

function invalid(reason: string): Error {
  return problem('file-xml-invalid', { reason: untranslated(reason.slice(0, limits.files.maxQuotedChars)) })
}

function refuse(level: string, message: string): void {
  if (level === 'fatalError') throw new Error(message)
}

/** The library wraps texts that are HTML. */
function withoutStyle(properties: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([key]) => !styleProperty.test(key))
      .map(([key, value]) => [key, isWrapped(value) ? value.value : value]),
  )
}

function isWrapped(value: unknown): value is { value: unknown } {
  return typeof value === 'object' && value !== null && '@type' in value && 'value' in value
}
