/** `formOf`: all that writing the lines of a dataset needs, compiled once per description. Pure. */
import type { Constraint, Metadata, RestOptions, Version } from '../../datasets'
import type { ProjectionCode } from '../../geometry'
import { attachmentField } from '../../schema/attached'
import { withCalculated } from '../../schema/calculated'
import type { Field } from '../../schema/field'
import type { TablePointer } from '../layout'
import { type ReadValue, valueReader } from './coerce'
import { type KeyMode, primaryKeyId } from './identify'
import { type LineRefusal, lineValidator } from './validate'

/** The description of a dataset as far as its lines are concerned. */
export type Described = {
  metadata: Metadata
  published: Pick<Version, 'schema' | 'servedSchema' | 'revision'>
}

export type Form = {
  pointer: TablePointer
  revision: number
  /** Fields of the lines, in the order of the layout. */
  fields: readonly Field[]
  readers: ReadonlyMap<string, ReadValue>
  /** What is wrong with the values of a whole line. */
  refusals: (values: Readonly<Record<string, unknown>>) => LineRefusal[]
  rest: RestOptions
  /** Keys that make the `_id`; empty when ids are chosen or random. */
  primaryKey: readonly string[]
  keyId: (values: Readonly<Record<string, unknown>>) => string
  constraints: readonly Constraint[]
  /** Key of the field that names the attachment of a line. */
  attachment: string | undefined
  /** Invalid lines are stored with a warning. */
  lenient: boolean
  /** Projection of coordinates and geometries. */
  projection: ProjectionCode | undefined
  /** Keys that the service calculates. */
  calculated: ReadonlySet<string>
}

const forms = new WeakMap<object, Form>()

/** The form in which the lines of a dataset are kept now. While another is being made, that is not yet the one of the schema. */
export function formOf(dataset: Described, pointer: TablePointer): Form {
  const known = forms.get(dataset)
  if (known) return known
  const { schema, servedSchema, revision } = dataset.published
  const form = formWith(dataset.metadata, { schema: servedSchema ?? schema, pointer, revision: revision ?? 0 })
  forms.set(dataset, form)
  return form
}

/** The form of lines of a schema in a table. */
export function formWith(
  metadata: Metadata,
  { schema, pointer, revision }: { schema: readonly Field[]; pointer: TablePointer; revision: number },
): Form {
  const rest = metadata.rest ?? {}
  const fields = schema.filter((field) => !field['x-calculated'])
  const owned = rest.lineOwnership ? ownerFields : []
  const mode: KeyMode = rest.primaryKeyMode ?? 'sha256'
  const primaryKey = metadata.primaryKey ?? []
  return {
    pointer,
    revision,
    fields,
    readers: new Map([...fields, ...owned].map((field) => [field.key, valueReader(field)])),
    refusals: lineValidator([...fields, ...owned], new Set()),
    rest,
    primaryKey,
    keyId: (values) => primaryKeyId(values, primaryKey, mode),
    constraints: metadata.constraints ?? [],
    attachment: attachmentField(fields)?.key,
    lenient: metadata.nonBlockingValidation === true,
    projection: metadata.projection?.code,
    calculated: new Set(
      withCalculated(fields, 'rest').flatMap(({ key, ...field }) => (field['x-calculated'] ? key : [])),
    ),
  }
}

const ownerFields: readonly Field[] = [
  { key: '_owner', type: 'string' },
  { key: '_ownerName', type: 'string' },
]
