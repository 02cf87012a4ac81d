/** KML and GPX: their features, each parsed by itself, so that memory is bounded by the largest (contract datasets §4). */

import { gpx, kml } from '@tmcw/togeojson'
import { DOMParser } from '@xmldom/xmldom'
import { problem } from '../../../worker/errors'
import { limits } from '../../../worker/limits'
import { ElementScanner } from '../xml'
import type { Feature } from './collection'

/** Tracks and routes of GPX, placemarks of KML; the root tells the prefixes that they use. */
const kinds = {
  gpx: { elements: ['trk', 'rte'], root: 'gpx', read: gpx },
  kml: { elements: ['Placemark'], root: 'kml', read: kml },
} as const

/** How things are drawn is none of the data. */
const drawing =
  /^(styleUrl|styleHash|styleMapHash|fill|stroke|icon|label|marker|coordinateProperties|@geometry-type|visibility|_gpxType)/

/** @throws `file-xml-invalid`, `file-record-too-long` */
export async function* xmlFeatures(kind: 'gpx' | 'kml', texts: AsyncIterable<string>): AsyncGenerator<Feature[]> {
  const { elements, root } = kinds[kind]
  const scanner = new ElementScanner({ elements, marks: [root] }, limits.files.maxFeatureChars)
  let opening = `<${root}>`
  for await (const text of texts) {
    const features: Feature[] = []
    scanner.push(text, (name, xml) => {
      if (name === root) opening = xml
      else features.push(...featuresOf(kind, `${opening}${xml}</${root}>`))
    })
    yield features
  }
}

function featuresOf(kind: 'gpx' | 'kml', xml: string): Feature[] {
  try {
    const parser = new DOMParser({ onError: (level, message) => refuse(level, message) })
    // The declarations of the two libraries name one interface of the DOM differently.
    const document = parser.parseFromString(xml, 'text/xml') as unknown as Parameters<typeof kml>[0]
    return kinds[kind].read(document).features.map(({ id, geometry, properties }) => ({
      id,
      geometry,
      properties: shown(properties ?? {}),
    }))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw problem('file-xml-invalid', { reason: reason.slice(0, limits.files.maxQuotedChars) })
  }
}

function refuse(level: string, message: string): void {
  if (level === 'fatalError') throw new Error(message)
}

/** Texts that are HTML come wrapped. */
function shown(properties: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([key]) => !drawing.test(key))
      .map(([key, value]) => [key, isWrapped(value) ? value.value : value]),
  )
}

function isWrapped(value: unknown): value is { value: unknown } {
  return typeof value === 'object' && value !== null && '@type' in value && 'value' in value
}
