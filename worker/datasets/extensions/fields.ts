/** The fields that extensions add to a schema. Pure. */

import { problem } from '../../errors'
import type { Field } from '../../schema/field'
import { fieldKey } from '../../schema/keys/column-keys'
import type { ExpressionExtension, Extension, RemoteExtension } from './definition'
import type { ExtensionSource } from './source'

/** An extension whose columns are known. */
export type ResolvedExtension =
  | { extension: ExpressionExtension; fields: readonly Field[] }
  | ExtensionWithSource
  | ExtensionWithoutSource
/** An extension from a dataset or a service. */
export type ExtensionWithSource = RemoteColumns & {
  extension: RemoteExtension
  source: ExtensionSource
  /** The identifiers of each concept of the owner's account that its inputs may have. */
  vocabulary: Vocabulary
}
/** A stored extension whose source cannot be read: its columns are those that the dataset has, `missing` is the error of its lines. */
export type ExtensionWithoutSource = {
  extension: RemoteExtension
  fields: readonly Field[]
  errorKey: string
  missing: string
}
/** The identifiers of concepts, those of one concept together. */
export type Vocabulary = readonly (readonly string[])[]

/** The number of lines that extensions compute at once, between two looks at the time: at most `most`, less for sources that ask for each line. */
export const linesAtOnce = (extensions: readonly ResolvedExtension[], most: number): number =>
  Math.min(most, ...extensions.flatMap((one) => ('source' in one ? (one.source.rowsAtOnce ?? []) : [])))

/** The columns of a source. `outputs`: the key of the column of each output. */
type RemoteColumns = { fields: readonly Field[]; outputs: ReadonlyMap<string, string>; errorKey: string }

/** Properties of a field that publishers change in the schema, and that extensions keep. */
const presentational = ['title', 'description', 'icon', 'x-group', 'x-display', 'x-labels', 'x-capabilities'] as const

/** The column of an expression. */
export function expressionField({ property }: ExpressionExtension): Field {
  const {
    'x-calculated': _,
    'x-extension': __,
    'x-transform': ___,
    enum: ____,
    'x-cardinality': _____,
    ...own
  } = property
  const field: Field = { ...own, key: property.key, type: property.type, 'x-extension': property.key }
  for (const key of Object.keys(field)) if (field[key] === null) delete field[key]
  return field
}

/**
 * The columns of an extension from a dataset or a service: `<prefix>.<output>`, or a key of its own where `overwrite` gives
 * the output a name, and `<prefix>.error`.
 *
 * @throws `extension-output-unknown`
 */
export function remoteColumns(extension: RemoteExtension, source: ExtensionSource): RemoteColumns {
  const { propertyPrefix: prefix = '', overwrite } = extension
  const select = extension.select ?? []
  const unknown = select.find((name) => !source.output.some((output) => output.name === name))
  if (unknown !== undefined) throw problem('extension-output-unknown', { name: prefix, output: unknown })
  const identity = identityOf(extension)
  const outputs = new Map<string, string>()
  const fields = source.output.flatMap(({ name, concept, ...output }): Field[] => {
    if (select.length > 0 && !select.includes(name)) return []
    const { 'x-originalName': own, title } = overwrite?.[name] ?? {}
    const key = (own && fieldKey(own)) || `${prefix}.${name}`
    outputs.set(name, key)
    const field: Field = { ...output, key, 'x-extension': identity }
    if (own) field['x-originalName'] = own
    if (title) field.title = title
    if (concept) field['x-refersTo'] = concept
    return [field]
  })
  const errorKey = `${prefix}.${source.errorKey}`
  const error: Field = { key: errorKey, type: 'string', 'x-extension': identity }
  return { fields: [...fields, error], outputs, errorKey }
}

/** The columns of an extension in a stored schema, where its source does not tell them. */
export function storedColumns(
  extension: RemoteExtension,
  schema: readonly Field[],
): Pick<ExtensionWithoutSource, 'fields' | 'errorKey'> {
  const { propertyPrefix: prefix = '', overwrite } = extension
  const named = new Set(
    Object.values(overwrite ?? {}).flatMap(({ 'x-originalName': own }) => (own ? fieldKey(own) : [])),
  )
  const identity = identityOf(extension)
  const fields = schema.filter(
    ({ key, 'x-extension': by }) => by === identity && (key.startsWith(`${prefix}.`) || named.has(key)),
  )
  const [errorKey = `${prefix}.error`] = [`${prefix}._error`].filter((name) => fields.some(({ key }) => key === name))
  return { fields, errorKey }
}

/**
 * What updates stored lines: the extensions whose source can be read, and the fields of the dataset, where the columns of the others are
 * as its own: they keep their values.
 */
export function updatableExtensions(
  extensions: readonly ResolvedExtension[],
  schema: readonly Field[],
): { extensions: ResolvedExtension[]; schema: Field[] } {
  const kept = new Set(extensions.flatMap((one) => ('missing' in one ? one.fields.map(({ key }) => key) : [])))
  return {
    extensions: extensions.filter((one) => !('missing' in one)),
    schema: schema.map((field) => {
      if (!kept.has(field.key)) return field
      const { 'x-extension': _, ...own } = field
      return { ...own, key: field.key, type: field.type }
    }),
  }
}

/** The value of `x-extension` in the fields of an extension. */
export const identityOf = (extension: Extension): string =>
  extension.type === 'exprEval' ? extension.property.key : `${extension.remoteService}/${extension.action}`

/** Keys of the fields of non-mandatory external services. Responses of writes omit their values. */
export function optionalKeys(extensions: readonly Extension[], fields: readonly Field[]): Set<string> {
  const optional = extensions.flatMap((one) =>
    one.type === 'remoteService' && !one.mandatory ? [identityOf(one)] : [],
  )
  return new Set(fields.flatMap(({ key, 'x-extension': by }) => (by && optional.includes(by) ? [key] : [])))
}

/** A schema without the fields of extensions. */
export const ownFields = (fields: readonly Field[]): Field[] => fields.filter((field) => !field['x-extension'])

/** The fields of extensions. A concept stays with the column that has it first. */
export function producedFields(extensions: readonly ResolvedExtension[], own: readonly Field[]): Field[] {
  const concepts = new Set(own.flatMap((field) => field['x-refersTo'] ?? []))
  return extensions.flatMap(({ fields }) =>
    fields.map((field): Field => {
      const concept = field['x-refersTo']
      if (!concept) return field
      if (!concepts.has(concept)) {
        concepts.add(concept)
        return field
      }
      const { 'x-refersTo': _, ...plain } = field
      return { ...plain, key: field.key, type: field.type }
    }),
  )
}

/**
 * Replaces the fields of extensions with `produced`: existing ones keep their place and presentation, new ones are last, the
 * others are dropped.
 */
export function withExtensionFields(fields: readonly Field[], produced: readonly Field[]): Field[] {
  const added = new Map(produced.map((field) => [field.key, field]))
  const merged = fields.flatMap((field) => {
    if (!field['x-extension']) return [field]
    const current = added.get(field.key)
    if (!current) return []
    added.delete(field.key)
    return [presentedAs(current, field)]
  })
  return [...merged, ...added.values()]
}

/** A field with the presentation of another; observed values stay while the type does. */
function presentedAs(field: Field, shown: Field): Field {
  const isSame = field.type === shown.type && field.format === shown.format && field.separator === shown.separator
  const kept = [...presentational, ...(isSame ? (['enum', 'x-cardinality'] as const) : [])].flatMap((name) =>
    shown[name] === undefined || shown[name] === null ? [] : [[name, shown[name]] as const],
  )
  return { ...field, ...Object.fromEntries(kept) }
}
