/** The effect of a PATCH on the data of a file or virtual dataset. Pure. */

import { problem } from '../../errors'
import { isTimeZone } from '../../schema/coerce'
import { type ConceptRole, roleOf, stringConcepts } from '../../schema/concepts'
import type { Field } from '../../schema/field'
import { withTransform } from '../../schema/merge-schema'
import { checkConstraints } from '../editable/description'
import type { Dataset } from '../metadata/dataset'
import type { DatasetPatch, Version } from '../metadata/document'
import { compareSchemas, isDescribedOtherwise, type SchemaChange } from '../metadata/schema-changes'

/**
 * The processing that a patch of a file dataset requires: for its schema, its extensions (`isExtended`), the projection of its
 * coordinates, or unique constraints.
 */
export function changeOf(
  { metadata }: Dataset,
  version: Version,
  {
    schema,
    projection,
    constraints,
    isExtended,
  }: { schema: Field[] | undefined; isExtended: boolean } & Pick<DatasetPatch, 'projection' | 'constraints'>,
): SchemaChange {
  const current = constraints === undefined ? metadata.constraints : constraints
  checkConstraints(current ?? [], schema ?? version.schema, 'file')
  const change: SchemaChange = schema
    ? compareFileSchemas(version.schema, schema)
    : { status: undefined, breaking: false }
  if (isExtended) {
    // The columns of extensions are computed while the lines are indexed: a type of theirs needs no new analysis.
    const ofFile = schema && compareSchemas(withoutExtensions(version.schema), withoutExtensions(schema)).status
    change.status = ofFile === 'analyzed' ? 'analyzed' : 'validated'
  }
  const isConstrained =
    constraints !== undefined && JSON.stringify(constraints ?? []) !== JSON.stringify(metadata.constraints ?? [])
  // Constraints are checked while the lines are read again.
  if (isConstrained && change.status !== 'analyzed') change.status = 'validated'
  if (projection === undefined) return change
  const isOther = projection?.code !== metadata.projection?.code
  const concerns = (schema ?? version.schema).some((field) => projected.has(roleOf(field['x-refersTo'] ?? '')))
  const status = isOther && concerns && change.status !== 'analyzed' ? 'validated' : change.status
  return { status, breaking: true }
}

const withoutExtensions = (fields: readonly Field[]): Field[] => fields.filter((field) => !field['x-extension'])

/** The fields that an extension adds or removes are not a change of the file. */
function compareFileSchemas(before: readonly Field[], after: readonly Field[]): SchemaChange {
  const inBoth = (fields: readonly Field[], others: readonly Field[]) => {
    const keys = new Set(others.map(({ key }) => key))
    return fields.filter((field) => !field['x-extension'] || keys.has(field.key))
  }
  return compareSchemas(inBoth(before, after), inBoth(after, before))
}

/** The processing that a patch of a virtual dataset requires: it has no lines of its own, so it is only finalized again. */
export function virtualChange(
  { published, metadata }: Dataset,
  { schema, virtual }: { schema: Field[] | undefined; virtual: DatasetPatch['virtual'] },
): SchemaChange {
  if (!schema) return { status: undefined, breaking: false }
  const isOther = virtual !== undefined && JSON.stringify(virtual) !== JSON.stringify(metadata.virtual)
  const { status, breaking } = compareSchemas(published.schema, schema)
  const isChanged = isOther || status || isDescribedOtherwise(published.schema, schema)
  return { status: isChanged ? 'indexed' : undefined, breaking: breaking || virtual !== undefined }
}

/** Roles of fields whose coordinates are in the projection of the dataset. */
const projected: ReadonlySet<ConceptRole | undefined> = new Set(['coordX', 'coordY', 'geometryProj'])

/**
 * The fields to store for the fields of a request: without calculated fields, and with the type `string` where the concept
 * requires it. A new type is stored as `x-transform` too, so that it applies to the next files.
 *
 * @param isNewFile the fields come with a file whose columns are not known yet
 */
export function fieldsToStore(sent: readonly Field[], version: Version, isNewFile = false): Field[] {
  const inFile = new Set(version.file?.schema?.map((field) => field.key))
  const fieldsByKey = new Map(version.schema.map((field) => [field.key, field]))
  return sent
    .filter((field) => !field['x-calculated'])
    .map((field) => {
      const old = fieldsByKey.get(field.key)
      if (!old && !inFile.has(field.key) && !isNewFile && !field['x-extension']) {
        throw problem('body-invalid', {
          reason: {
            en: `the file has no column for the field "${field.key}"`,
            fr: `le fichier n'a pas de colonne "${field.key}"`,
          },
        })
      }
      const { label: _, ...properties } = field
      const stored: Field = { ...properties }
      for (const key of Object.keys(stored)) if (stored[key] === null) delete stored[key]
      if (field['x-refersTo'] && stringConcepts.has(field['x-refersTo'])) stored.type = 'string'
      if (stored.timeZone && !isTimeZone(stored.timeZone)) {
        throw problem('body-invalid', {
          reason: {
            en: `"${stored.timeZone}" is not a time zone`,
            fr: `"${stored.timeZone}" n'est pas un fuseau horaire`,
          },
        })
      }
      // Unless the request changes the transformation, the new type applies to the next files.
      const sameTransform =
        JSON.stringify(stored['x-transform'] ?? null) === JSON.stringify(old?.['x-transform'] ?? null)
      if (old && stored.type !== old.type && sameTransform) {
        stored['x-transform'] = { ...stored['x-transform'], type: stored.type }
      }
      return sameTransform ? stored : withTransform(stored)
    })
}
