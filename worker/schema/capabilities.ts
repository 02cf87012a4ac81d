/** `capable`: the queries that a field supports; `capabilityOn`: its setting alone; `defaultCapabilities`: of new columns. */
import { roleOf } from './concepts'
import type { Capability, DetectedField, Field } from './field'

/** Off by default: each of these takes space in the index. */
const offByDefault: ReadonlySet<Capability> = new Set(['textAgg', 'wildcard', 'vtPrepare'])
/**
 * Only for strings that are not dates. `textStandard` is not in the list: it also sets whether a full-text search includes
 * a number or a date.
 */
const textOnly: ReadonlySet<Capability> = new Set(['text', 'textAgg', 'wildcard', 'insensitive'])

const ofGeometry: ReadonlySet<Capability> = new Set(['geoShape', 'geoCorners', 'vtPrepare'])

/** Whether the values of a field are geometries. */
export function isGeometry(field: Pick<Field, 'x-refersTo'>): boolean {
  const role = roleOf(field['x-refersTo'] ?? '')
  return role === 'geometry' || role === 'geometryProj'
}

type Settings = Partial<Record<Capability, boolean>>

/**
 * Whether a field supports a capability: its setting or the default, restricted by type. `_id` supports none.
 */
export function capable(
  field: Pick<Field, 'key' | 'type' | 'format' | 'x-capabilities' | 'x-refersTo'>,
  capability: Capability,
): boolean {
  if (field.key === '_id') return false
  // Geometries are searched by location, never by their text.
  if (isGeometry(field) && !ofGeometry.has(capability)) return false
  const isText = field.type === 'string' && field.format !== 'date' && field.format !== 'date-time'
  if (textOnly.has(capability) && !isText) return false
  return capabilityOn(field, capability)
}

/** The setting of a field or its default, whatever its type and key. */
export function capabilityOn(field: Pick<Field, 'x-capabilities'>, capability: Capability): boolean {
  return field['x-capabilities']?.[capability] ?? !offByDefault.has(capability)
}

/** The capabilities of a new column; undefined for the defaults. */
export function defaultCapabilities(detected: DetectedField): Settings | undefined {
  if (detected.concept) return undefined
  if (detected.longText) return { index: false, values: false, insensitive: false }
  if (detected.codeLike) return { text: false, insensitive: false }
  return undefined
}
