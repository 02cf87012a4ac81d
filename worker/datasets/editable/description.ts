/** The description of an editable dataset: fields, keys and constraints. Pure. */

import { problem, type Reason } from '../../errors'
import { locationFields } from '../../geometry'
import { limits } from '../../limits'
import type { Layout } from '../../lines/storage'
import { layoutOf } from '../../lines/storage'
import type { Constraint } from '../../lines/write'
import { calculatedFields } from '../../schema/calculated'
import { capabilityOn } from '../../schema/capabilities'
import { isDateFormat, isTimeZone } from '../../schema/coerce'
import { roleOf, typedByConcept } from '../../schema/concepts'
import { excerptOf } from '../../schema/cut-text'
import type { Field } from '../../schema/field'
import type { Dataset } from '../metadata/dataset'
import type { Metadata } from '../metadata/document'

/** Reserved keys: metadata of lines, and the prototype of objects. */
const reservedKeys: ReadonlySet<string> = new Set([
  '__proto__',
  '_id',
  '_i',
  '_rand',
  '_action',
  '_score',
  '_highlight',
  '_revisedBy',
])

/** The fields to store: without calculated fields, and with the types that concepts require. */
export function editableFields(sent: readonly Field[]): Field[] {
  const seen = new Set<string>()
  return sent
    .filter((field) => !field['x-calculated'] && !ownershipKeys.has(field.key))
    .map((field): Field => {
      const { key } = field
      if (seen.has(key))
        throw problem('body-invalid', {
          reason: {
            en: `the schema names the field "${key}" twice`,
            fr: `le schéma nomme deux fois la colonne "${key}"`,
          },
        })
      seen.add(key)
      if (reservedKeys.has(key))
        throw problem('body-invalid', {
          reason: { en: `no field can be called "${key}"`, fr: `aucune colonne ne peut s'appeler "${key}"` },
        })
      if (field.type === 'array')
        throw problem('body-invalid', {
          reason: {
            en: `the field "${key}" needs a separator, not the type array`,
            fr: `la colonne "${key}" a besoin d'un séparateur, pas du type array`,
          },
        })
      if (field.timeZone && !isTimeZone(field.timeZone)) {
        throw problem('body-invalid', {
          reason: {
            en: `"${field.timeZone}" is not a time zone`,
            fr: `"${field.timeZone}" n'est pas un fuseau horaire`,
          },
        })
      }
      for (const format of [field.dateFormat, field.dateTimeFormat]) {
        if (!format || isDateFormat(format)) continue
        const excerpt = format.slice(0, limits.files.maxQuotedChars)
        throw problem('body-invalid', {
          reason: {
            en: `"${excerpt}" is no format of dates: use YYYY, MM, DD, HH, mm, ss`,
            fr: `"${excerpt}" n'est pas un format de dates : utilisez YYYY, MM, DD, HH, mm, ss`,
          },
        })
      }
      return typedByConcept(withoutNulls(field))
    })
}

const ownershipKeys: ReadonlySet<string> = new Set(['_owner', '_ownerName'])
const ownerField: Field = { key: '_owner', type: 'string' }

function withoutNulls({ label: _, enum: __, 'x-cardinality': ___, ...field }: Field): Field {
  const stored: Field = { ...field, key: field.key, type: field.type }
  for (const key of Object.keys(stored)) if (stored[key] === null) delete stored[key]
  return stored
}

/** The table definition for these fields. */
export function editableLayout(fields: readonly Field[]): Layout {
  return { ...layoutOf(fields, new Map(), locationFields(fields)), editable: true }
}

/** @throws `body-invalid` for a key or a constraint that the fields do not allow */
export function checkKeys(
  metadata: Pick<Metadata, 'primaryKey' | 'constraints' | 'rest'>,
  fields: readonly Field[],
): void {
  const keys = new Map(fields.map((field) => [field.key, field]))
  const owned = metadata.rest?.lineOwnership ? ownershipKeys : new Set<string>()
  for (const key of metadata.primaryKey ?? []) {
    if (!keys.has(key) && !owned.has(key)) {
      throw problem('body-invalid', {
        reason: {
          en: `the primary key names the field "${key}", which is not in the schema`,
          fr: `la clé primaire nomme la colonne "${key}", qui n'est pas dans le schéma`,
        },
      })
    }
  }
  const { ttl } = metadata.rest ?? {}
  if (ttl?.active && ttl.prop !== '_updatedAt' && keys.get(ttl.prop ?? '')?.format === undefined) {
    throw problem('body-invalid', {
      reason: {
        en: `"rest.ttl.prop" must name a field with dates, or _updatedAt`,
        fr: `"rest.ttl.prop" doit nommer une colonne de dates, ou _updatedAt`,
      },
    })
  }
  const constrainable = metadata.rest?.lineOwnership ? [...fields, ownerField] : fields
  checkConstraints(metadata.constraints ?? [], constrainable, 'rest')
}

/** @throws `constraint-empty`, `constraint-refused` for a field that cannot be compared */
export function checkConstraints(
  constraints: readonly Constraint[],
  fields: readonly Field[],
  nature: 'file' | 'rest',
): void {
  for (const { properties } of constraints) checkConstraint(properties, fields, nature)
}

function checkConstraint(properties: readonly string[], fields: readonly Field[], nature: 'file' | 'rest'): void {
  if (properties.length === 0) throw problem('constraint-empty')
  if (properties.length > limits.lines.maxKeyFields) {
    throw problem('constraint-refused', { field: excerptOf(properties.join(', ')), reason: reasons.tooMany })
  }
  const calculated = new Set(calculatedFields(fields, nature).map(({ key }) => key))
  for (const key of properties) {
    const field = fields.find((one) => one.key === key)
    const reason = calculated.has(key) ? reasons.calculated : field ? refusalOf(field) : reasons.unknown
    if (reason) throw problem('constraint-refused', { field: key, reason })
  }
}

const reasons = {
  tooMany: { en: 'there are too many fields', fr: 'il y a trop de colonnes' },
  unknown: { en: 'it does not exist in the dataset', fr: "elle n'existe pas dans le jeu de données" },
  calculated: { en: 'it is calculated', fr: 'elle est calculée' },
  extension: { en: 'it comes from an extension', fr: 'elle est issue d’une extension' },
  multiple: { en: 'it has several values per line', fr: 'elle est multivaluée' },
  object: { en: 'it holds objects', fr: 'elle contient des objets' },
  geometry: { en: 'it holds geometries', fr: 'elle contient des géométries' },
  values: { en: 'its values cannot be grouped', fr: 'la fonctionnalité "values" n’est pas activée' },
} satisfies Record<string, Reason>

/** Whether a field can be part of a uniqueness constraint. */
export const isConstrainable = (field: Field): boolean => refusalOf(field) === undefined

function refusalOf(field: Field): Reason | undefined {
  if (field['x-extension']) return reasons.extension
  if (field.separator) return reasons.multiple
  if (field.type === 'object' || field.type === 'array') return reasons.object
  const role = roleOf(field['x-refersTo'] ?? '')
  if (role === 'geometry' || role === 'geometryProj') return reasons.geometry
  return capabilityOn(field, 'values') ? undefined : reasons.values
}

/**
 * Refuses constraints on datasets that have no lines of their own.
 *
 * @throws `constraint-on-virtual`, `constraint-on-meta-only`
 */
export function checkConstrainable(nature: Dataset['nature'], constraints: Metadata['constraints']): void {
  if (!constraints?.length) return
  if (nature === 'virtual') throw problem('constraint-on-virtual')
  if (nature === 'metaOnly') throw problem('constraint-on-meta-only')
}

/** The columns of each constraint. */
export const constraintKeys = (metadata: Pick<Metadata, 'constraints'>): string[][] =>
  (metadata.constraints ?? []).map(({ properties }) => properties)
