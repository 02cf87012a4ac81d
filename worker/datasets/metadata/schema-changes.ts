/** The processing that a change of schema requires. Pure. */

import { problem } from '../../errors'
import { roleOf } from '../../schema/concepts'
import { effectiveFormat, type Field } from '../../schema/field'
import type { Status } from './document'

/** Keys that do not change lines or indexes: they change the display of a field, or are rules (below). */
const cosmetic = new Set([
  'title',
  'description',
  'icon',
  'label',
  'enum',
  'readOnly',
  'x-group',
  'x-display',
  'x-labels',
  'x-labelsRestricted',
  'x-master',
  'x-originalName',
  'x-concept',
  'x-cardinality',
  'x-required',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
  'patternErrorMessage',
  'dateFormat',
  'dateTimeFormat',
])

/** Keys whose change requires a new validation of the lines. */
const rules = new Set(['x-required', 'minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'x-labelsRestricted'])

export type SchemaChange = {
  /** The status that processing restarts from; undefined when the data does not change. */
  status: Extract<Status, 'analyzed' | 'validated' | 'indexed' | 'validation-updated'> | undefined
  /** Removes a field or changes its type: takes `writeDescriptionBreaking`. */
  breaking: boolean
}

/** Compares the stored schema with the new one, both without calculated fields. */
export function compareSchemas(before: readonly Field[], after: readonly Field[]): SchemaChange {
  const fieldsByKey = new Map(before.map((field) => [field.key, field]))
  const seen = new Set<string>()
  let status: SchemaChange['status']
  let breaking = false
  const atLeast = (required: NonNullable<SchemaChange['status']>) => {
    const order = ['validation-updated', 'indexed', 'validated', 'analyzed']
    if (!status || order.indexOf(required) > order.indexOf(status)) status = required
  }
  for (const field of after) {
    if (seen.has(field.key))
      throw problem('body-invalid', {
        reason: {
          en: `the schema names the field "${field.key}" twice`,
          fr: `le schéma nomme deux fois la colonne "${field.key}"`,
        },
      })
    seen.add(field.key)
    const old = fieldsByKey.get(field.key)
    if (!old) {
      atLeast('analyzed')
      continue
    }
    const changed = changedKeys(old, field)
    if (changed.some((key) => rules.has(key))) atLeast('validation-updated')
    if (changed.includes('type') || changed.includes('format')) atLeast('analyzed')
    if (changed.includes('type') || effectiveFormat(old) !== effectiveFormat(field)) breaking = true
    if (changed.includes('x-transform')) atLeast('analyzed')
    if (changed.includes('x-refersTo')) atLeast(isGeographic(old) || isGeographic(field) ? 'validated' : 'indexed')
    if (changed.some((key) => ['separator', 'timeZone', 'x-capabilities'].includes(key))) atLeast('validated')
    if (changed.some((key) => !cosmetic.has(key))) atLeast('indexed')
  }
  if (before.some((field) => !seen.has(field.key))) {
    breaking = true
    atLeast('indexed')
  }
  return { status, breaking }
}

/** Whether two schemas differ in their order of fields or in any property, except the properties that are observed in lines. */
export function isDescribedOtherwise(before: readonly Field[], after: readonly Field[]): boolean {
  return (
    before.length !== after.length ||
    after.some((field, at) => {
      const old = before[at]
      return old?.key !== field.key || changedKeys(old, field).some((key) => !observed.has(key))
    })
  )
}

const observed: ReadonlySet<string> = new Set(['enum', 'label', 'x-cardinality', 'x-concept'])

function changedKeys(a: Field, b: Field): string[] {
  // `false` and `null` are the same as an absent key.
  const normalized = (value: unknown) => JSON.stringify(value === false ? null : (value ?? null))
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((key) => normalized(a[key]) !== normalized(b[key]))
}

function isGeographic(field: Field): boolean {
  const role = field['x-refersTo'] ? roleOf(field['x-refersTo']) : undefined
  return role !== undefined && !['image', 'label', 'description'].includes(role)
}
