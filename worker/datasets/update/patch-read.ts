/** What a PATCH means for a dataset whose lines are not written one by one (contract datasets §1.5). Pure. */
import { problem } from '../../errors'
import { isTimeZone } from '../../schema/coerce'
import { type Role, roleOf, stringConcepts } from '../../schema/concepts'
import type { Field } from '../../schema/field'
import { withTransform } from '../../schema/merge'
import { checkConstraints } from '../editable/options'
import type { DatasetPatch, Version } from '../metadata/document'
import type { Dataset } from '../metadata/load'
import { compareSchemas, type SchemaChange } from '../metadata/schema-changes'

/**
 * What a patch asks of the data: by its schema, by the projection that coordinates are in (contract datasets §1.5), or by
 * values that must be unique.
 */
export function changeOf(
  { metadata }: Dataset,
  version: Version,
  {
    schema,
    projection,
    constraints,
  }: { schema: Field[] | undefined } & Pick<DatasetPatch, 'projection' | 'constraints'>,
): SchemaChange {
  const kept = constraints === undefined ? metadata.constraints : constraints
  checkConstraints(kept ?? [], schema ?? version.schema, 'file')
  const change: SchemaChange = schema ? compareSchemas(version.schema, schema) : { status: undefined, breaking: false }
  const isConstrained = constraints?.length && JSON.stringify(constraints) !== JSON.stringify(metadata.constraints)
  // The lines are held against them once they are read again.
  if (isConstrained && change.status !== 'analyzed') change.status = 'validated'
  if (projection === undefined) return change
  const isOther = projection?.code !== metadata.projection?.code
  const concerns = (schema ?? version.schema).some((field) => projected.has(roleOf(field['x-refersTo'] ?? '')))
  const status = isOther && concerns && change.status !== 'analyzed' ? 'validated' : change.status
  return { status, breaking: true }
}

/** A virtual dataset is only finalized again. */
export function virtualChange(
  { published, metadata }: Dataset,
  { schema, virtual }: { schema: Field[] | undefined; virtual: DatasetPatch['virtual'] },
): SchemaChange {
  if (!schema) return { status: undefined, breaking: false }
  const isOther = virtual !== undefined && JSON.stringify(virtual) !== JSON.stringify(metadata.virtual)
  const { status, breaking } = compareSchemas(published.schema, schema)
  return { status: isOther || status ? 'indexed' : undefined, breaking: breaking || virtual !== undefined }
}

/** Roles of the fields that are read in the projection of the dataset. */
const projected: ReadonlySet<Role | undefined> = new Set(['coordX', 'coordY', 'geometryProj'])

/**
 * The fields sent, as they are to be stored: without the calculated ones, types forced where a concept asks for text.
 * A type chosen by hand is kept for the next files as `x-transform`.
 */
export function fieldsSent(sent: readonly Field[], version: Version): Field[] {
  const inFile = new Set(version.file?.schema?.map((field) => field.key))
  const known = new Map(version.schema.map((field) => [field.key, field]))
  return sent
    .filter((field) => !field['x-calculated'])
    .map((field) => {
      const old = known.get(field.key)
      if (!old && !inFile.has(field.key)) {
        throw problem('body-invalid', { reason: `the file has no column for the field "${field.key}"` })
      }
      const { label: _, 'x-concept': __, ...kept } = field
      const stored: Field = { ...kept }
      for (const key of Object.keys(stored)) if (stored[key] === null) delete stored[key]
      if (field['x-refersTo'] && stringConcepts.has(field['x-refersTo'])) stored.type = 'string'
      if (stored.timeZone && !isTimeZone(stored.timeZone)) {
        throw problem('body-invalid', { reason: `"${stored.timeZone}" is not a time zone` })
      }
      // Unless a transformation is sent with it, the new type is the one to keep for the next files.
      const sameTransform =
        JSON.stringify(stored['x-transform'] ?? null) === JSON.stringify(old?.['x-transform'] ?? null)
      if (old && stored.type !== old.type && sameTransform) {
        stored['x-transform'] = { ...stored['x-transform'], type: stored.type }
      }
      return sameTransform ? stored : withTransform(stored)
    })
}
