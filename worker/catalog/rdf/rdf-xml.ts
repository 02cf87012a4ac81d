import { escapeXml } from '../../formats/xml/escape'
import { encodeIri, expand, isResource, prefixes, type RdfValue, type Resource } from './resource'

/** Writes resources as RDF/XML (RDF 1.1). Pure. */
export function rdfXml(resources: readonly Resource[]): string {
  const namespaces = Object.entries(prefixes).map(([prefix, iri]) => ` xmlns:${prefix}="${iri}"`)
  const descriptions = resources.map((resource) => element(resource, '  '))
  return `<?xml version="1.0" encoding="utf-8"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"${namespaces.join('')}>
${descriptions.join('')}</rdf:RDF>
`
}

/** The element of the first type, with the others as properties. */
function element({ id, types: [first, ...others], properties }: Resource, indent: string): string {
  const name = first ?? 'rdf:Description'
  const about = id === undefined ? '' : ` rdf:about="${escapeXml(encodeIri(id))}"`
  const content = [
    ...others.map((type) => `${indent}  <rdf:type rdf:resource="${expand(type)}"/>\n`),
    ...properties.map(([property, value]) => propertyElement(property, value, `${indent}  `)),
  ].join('')
  return `${indent}<${name}${about}>\n${content}${indent}</${name}>\n`
}

function propertyElement(name: string, value: RdfValue, indent: string): string {
  if (isResource(value)) {
    if (value.id !== undefined) return `${indent}<${name} rdf:resource="${escapeXml(encodeIri(value.id))}"/>\n`
    return `${indent}<${name}>\n${element(value, `${indent}  `)}${indent}</${name}>\n`
  }
  if ('iri' in value) return `${indent}<${name} rdf:resource="${escapeXml(encodeIri(value.iri))}"/>\n`
  const { text, type, language } = value
  const attribute = language ? ` xml:lang="${language}"` : type ? ` rdf:datatype="${expand(type)}"` : ''
  return `${indent}<${name}${attribute}>${escapeXml(text)}</${name}>\n`
}
