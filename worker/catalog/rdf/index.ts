/** RDF documents: Turtle, RDF/XML, JSON-LD. */
import { flattened } from './flatten'
import { jsonLd } from './json-ld'
import { rdfXml } from './rdf-xml'
import type { Resource } from './resource'
import { turtle } from './turtle'

export type { Name, Property, RdfValue, Resource } from './resource'

/** Formats by the extension of their addresses. CKAN names RDF/XML `xml` too. */
export const rdfFormats = {
  ttl: { mediaType: 'text/turtle', write: turtle },
  rdf: { mediaType: 'application/rdf+xml', write: rdfXml },
  xml: { mediaType: 'application/rdf+xml', write: rdfXml },
  jsonld: { mediaType: 'application/ld+json', write: (all: readonly Resource[]) => JSON.stringify(jsonLd(all)) },
} as const
export type RdfFormat = keyof typeof rdfFormats

/** Writes resources, and those nested in them, in a format. */
export const writeRdf = (resources: readonly Resource[], format: RdfFormat): string =>
  rdfFormats[format].write(flattened(resources))
