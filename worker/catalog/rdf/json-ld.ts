import { encodeIri, isResource, prefixes, type RdfValue, type Resource } from './resource'

type Node = Record<string, unknown>

/** Writes resources as JSON-LD 1.1, with the prefixes as context. Pure. */
export function jsonLd(resources: readonly Resource[]): Node {
  return { '@context': prefixes, '@graph': resources.map(node) }
}

function node({ id, types, properties }: Resource): Node {
  const found: Node = {
    ...(id === undefined ? {} : { '@id': encodeIri(id) }),
    ...(types.length > 0 ? { '@type': types.length === 1 ? types[0] : types } : {}),
  }
  for (const [name] of properties) {
    const values = properties.filter(([other]) => other === name).map(([, value]) => objectOf(value))
    found[name] = values.length === 1 ? values[0] : values
  }
  return found
}

function objectOf(value: RdfValue): unknown {
  if (isResource(value)) return value.id === undefined ? node(value) : { '@id': encodeIri(value.id) }
  if ('iri' in value) return { '@id': encodeIri(value.iri) }
  const { text, type, language } = value
  if (language) return { '@value': text, '@language': language }
  return type ? { '@value': text, '@type': type } : text
}
