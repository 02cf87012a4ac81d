import { createHash } from 'node:crypto'
import type { ProjectionCode } from '../../geometry'
import { attachmentField } from '../../schema/attachment-fields'
import { withCalculated } from '../../schema/calculated'
import type { Field } from '../../schema/field'
import type { TablePointer } from '../storage/layout'
import { type LineRefusal, lineValidator } from './line-validator'
import { type ReadValue, valueReader } from './read-sent-value'
import type { Constraint, RestOptions } from './rest-options'

/** The properties of a dataset that writes depend on. */
type WriteOptions = {
  rest?: RestOptions | null | undefined
  primaryKey?: readonly string[] | null | undefined
  constraints?: readonly Constraint[] | null | undefined
  nonBlockingValidation?: boolean | null | undefined
  projection?: { code: ProjectionCode } | null | undefined
}

/** The write schema of a table, compiled from the description of a dataset. */
export type WriteSchema = {
  pointer: TablePointer
  revision: number
  /** Fields of the lines, in the order of the layout. */
  fields: readonly Field[]
  readers: ReadonlyMap<string, ReadValue>
  /** The validation errors of a complete line. */
  refusals: (values: Readonly<Record<string, unknown>>) => LineRefusal[]
  rest: RestOptions
  /** Keys that the `_id` is computed from; empty when clients choose ids or ids are random. */
  primaryKey: readonly string[]
  keyId: (values: Readonly<Record<string, unknown>>) => string
  constraints: readonly Constraint[]
  /** Key of the field with the path of the attachment. */
  attachment: string | undefined
  /** Invalid lines are stored with a warning. */
  lenient: boolean
  /** Projection of coordinates and geometries. */
  projection: ProjectionCode | undefined
  /** Keys of fields that clients cannot write: calculated ones, and those of extensions. */
  calculated: ReadonlySet<string>
  /** Keys of the fields of extensions. */
  extended: ReadonlySet<string>
}

/** Compiles the options and the schema of a dataset for writes to a table. Pure. */
export function compileWriteSchema(
  options: WriteOptions,
  { schema, pointer, revision }: { schema: readonly Field[]; pointer: TablePointer; revision: number },
): WriteSchema {
  const rest = options.rest ?? {}
  const fields = schema.filter((field) => !field['x-calculated'])
  const sent = fields.filter((field) => !field['x-extension'])
  const extended = new Set(fields.flatMap(({ key, 'x-extension': extension }) => (extension ? key : [])))
  const owned = rest.lineOwnership ? ownerFields : []
  const mode: KeyMode = rest.primaryKeyMode ?? 'sha256'
  const primaryKey = options.primaryKey ?? []
  return {
    pointer,
    revision,
    fields,
    readers: new Map([...sent, ...owned].map((field) => [field.key, valueReader(field)])),
    refusals: lineValidator([...sent, ...owned], new Set()),
    rest,
    primaryKey,
    keyId: (values) => primaryKeyId(values, primaryKey, mode),
    constraints: options.constraints ?? [],
    attachment: attachmentField(fields)?.key,
    lenient: options.nonBlockingValidation === true,
    projection: options.projection?.code,
    calculated: new Set([
      ...withCalculated(fields, 'rest').flatMap(({ key, ...field }) => (field['x-calculated'] ? key : [])),
      ...extended,
    ]),
    extended,
  }
}

const ownerFields: readonly Field[] = [
  { key: '_owner', type: 'string' },
  { key: '_ownerName', type: 'string' },
]

type KeyMode = NonNullable<RestOptions['primaryKeyMode']>

/** The `_id` computed from the values of a line. Missing values are the text `undefined`, since clients compute the same id. */
function primaryKeyId(values: Readonly<Record<string, unknown>>, keys: readonly string[], mode: KeyMode): string {
  const text = JSON.stringify(keys.map((key) => String(values[key])))
  if (mode === 'sha256') return createHash('sha256').update(text).digest('hex')
  return Buffer.from(text.slice(2, -2)).toString('hex')
}
