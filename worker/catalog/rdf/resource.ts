/** RDF as a tree: a resource has an IRI, or is a blank node, and properties with values. Pure. */

/** Prefixes of the names of types and properties. */
export const prefixes = {
  adms: 'http://www.w3.org/ns/adms#',
  dcat: 'http://www.w3.org/ns/dcat#',
  dct: 'http://purl.org/dc/terms/',
  foaf: 'http://xmlns.com/foaf/0.1/',
  geo: 'http://www.opengis.net/ont/geosparql#',
  hydra: 'http://www.w3.org/ns/hydra/core#',
  locn: 'http://www.w3.org/ns/locn#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  skos: 'http://www.w3.org/2004/02/skos/core#',
  spdx: 'http://spdx.org/rdf/terms#',
  vcard: 'http://www.w3.org/2006/vcard/ns#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
} as const

/** A name with a prefix, as `dct:title`. */
export type Name = `${keyof typeof prefixes}:${string}`

/** The IRI of a datatype that no prefix abbreviates. */
type DatatypeIri = `https://${string}`

export type RdfValue =
  | { iri: string }
  | { text: string; type?: Name | DatatypeIri; language?: string }
  /** A resource that is described in place. */
  | Resource

/** A property of a resource, with one of its values. */
export type Property = readonly [Name, RdfValue]

export type Resource = {
  id?: string
  types: readonly Name[]
  properties: readonly Property[]
}

export const isResource = (value: RdfValue): value is Resource => 'properties' in value

/** The IRI of a prefixed name, or of a datatype. */
export function expand(name: Name | DatatypeIri): string {
  if (isDatatypeIri(name)) return name
  const at = name.indexOf(':')
  // The cast is safe: a `Name` is `<prefix>:<local name>`.
  return prefixes[name.slice(0, at) as keyof typeof prefixes] + name.slice(at + 1)
}

export const isDatatypeIri = (name: Name | DatatypeIri): name is DatatypeIri => name.startsWith('https://')

/** The IRI with characters that RDF does not allow in IRIs percent-encoded. */
export const encodeIri = (iri: string): string =>
  iri.replace(/[\u0000-\u0020<>"{}|^`\\]/g, (sign) => encodeURIComponent(sign))
