import { encodeIri, isDatatypeIri, isResource, prefixes, type RdfValue, type Resource } from './resource'

/** Writes resources as Turtle (RDF 1.1). Pure. */
export function turtle(resources: readonly Resource[]): string {
  const declarations = Object.entries(prefixes).map(([prefix, iri]) => `@prefix ${prefix}: <${iri}> .\n`)
  const subjects = resources.map(({ id, ...rest }) => {
    const subject = id === undefined ? '[]' : `<${encodeIri(id)}>`
    return `\n${subject} ${predicates(rest, '  ')} .\n`
  })
  return declarations.join('') + subjects.join('')
}

function predicates({ types, properties }: Omit<Resource, 'id'>, indent: string): string {
  const pairs = [
    ...(types.length > 0 ? [`a ${types.join(', ')}`] : []),
    ...properties.map(([name, value]) => `${name} ${object(value, indent)}`),
  ]
  return pairs.join(` ;\n${indent}`)
}

/** A nested resource with an IRI is a subject of its own. */
function object(value: RdfValue, indent: string): string {
  if (isResource(value))
    return value.id === undefined
      ? `[\n${indent}  ${predicates(value, `${indent}  `)}\n${indent}]`
      : `<${encodeIri(value.id)}>`
  if ('iri' in value) return `<${encodeIri(value.iri)}>`
  const { text, type, language } = value
  return `"${escaped(text)}"${language ? `@${language}` : type ? `^^${isDatatypeIri(type) ? `<${type}>` : type}` : ''}`
}

const escapes: Partial<Record<string, string>> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(
      /["\\\u0000-\u001f\u007f]/g,
      (sign) => escapes[sign] ?? `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
}
