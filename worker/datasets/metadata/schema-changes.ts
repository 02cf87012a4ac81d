/** What a change of schema asks of the data (contract datasets §1.5): pure. */

import { problem } from '../../errors'
import { roleOf } from '../../schema/concepts'
import type { Field } from '../../schema/field'
import type { Status } from './document'

/** Keys that only change how a field is shown (contract datasets §1.5 row 17), or rules that a later check applies (row 11). */
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

/** Keys that the lines of a file are held against again (contract datasets §1.5 row 11). */
const rules = new Set(['x-required', 'minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'x-labelsRestricted'])

export type SchemaChange = {
  /** The status to start from again; undefined when the data stays as it is. */
  status: Extract<Status, 'analyzed' | 'validated' | 'indexed' | 'validation-updated'> | undefined
  /** Drops a field or changes its type: needs `writeDescriptionBreaking`. */
  breaking: boolean
}

/** Compares a schema with the one sent in its place; calculated fields are left out on both sides. */
export function compareSchemas(before: readonly Field[], after: readonly Field[]): SchemaChange {
  const known = new Map(before.map((field) => [field.key, field]))
  const seen = new Set<string>()
  let status: SchemaChange['status']
  let breaking = false
  const need = (wanted: NonNullable<SchemaChange['status']>) => {
    const order = ['validation-updated', 'indexed', 'validated', 'analyzed']
    if (!status || order.indexOf(wanted) > order.indexOf(status)) status = wanted
  }
  for (const field of after) {
    if (seen.has(field.key))
      throw problem('body-invalid', { reason: `the schema names the field "${field.key}" twice` })
    seen.add(field.key)
    const old = known.get(field.key)
    if (!old) {
      need('analyzed')
      continue
    }
    const changed = changedKeys(old, field)
    if (changed.some((key) => rules.has(key))) need('validation-updated')
    if (changed.includes('type') || changed.includes('format')) {
      breaking = true
      need('analyzed')
    }
    if (changed.includes('x-transform')) need('analyzed')
    if (changed.includes('x-refersTo')) need(concernsPlace(old) || concernsPlace(field) ? 'validated' : 'indexed')
    if (changed.some((key) => ['separator', 'timeZone', 'x-capabilities'].includes(key))) need('validated')
    if (changed.some((key) => !cosmetic.has(key))) need('indexed')
  }
  if (before.some((field) => !seen.has(field.key))) {
    breaking = true
    need('indexed')
  }
  return { status, breaking }
}

function changedKeys(a: Field, b: Field): string[] {
  // A rule that is off says what its absence says.
  const said = (value: unknown) => JSON.stringify(value === false ? null : (value ?? null))
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((key) => said(a[key]) !== said(b[key]))
}

function concernsPlace(field: Field): boolean {
  const role = field['x-refersTo'] ? roleOf(field['x-refersTo']) : undefined
  return role !== undefined && !['image', 'label', 'description'].includes(role)
}
