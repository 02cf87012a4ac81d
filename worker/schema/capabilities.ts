/** `capable`: what a field can be asked; `capabilityOn`: its setting alone; `defaultCapabilities`: of new columns. */
import { roleOf } from './concepts'
import type { Capability, DetectedField, Field } from './field'

/** Off unless asked for (contract datasets §5.6, lines §4.5). */
const offByDefault: ReadonlySet<Capability> = new Set(['textAgg', 'wildcard', 'vtPrepare'])
/**
 * Only for strings, and among strings not for dates (contract datasets §1.9). `textStandard` is not among them: it also
 * says whether a search looks at a number or a date (contract lines §4.5).
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
 * Whether a field supports a capability: its setting or the default, restricted by type as the `capability` parameter
 * of contract datasets §1.9 says. `_id` supports none.
 */
export function capable(
  field: Pick<Field, 'key' | 'type' | 'format' | 'x-capabilities' | 'x-refersTo'>,
  capability: Capability,
): boolean {
  if (field.key === '_id') return false
  // A geometry is looked for by place, never by its text (contract lines §5.1).
  if (isGeometry(field) && !ofGeometry.has(capability)) return false
  const isText = field.type === 'string' && field.format !== 'date' && field.format !== 'date-time'
  if (textOnly.has(capability) && !isText) return false
  return capabilityOn(field, capability)
}

/** The setting of a field or its default, whatever its type and key. */
export function capabilityOn(field: Pick<Field, 'x-capabilities'>, capability: Capability): boolean {
  return field['x-capabilities']?.[capability] ?? !offByDefault.has(capability)
}

/** What is set on a new column (contract datasets §5.6); undefined when the defaults suit it. */
export function defaultCapabilities(detected: DetectedField): Settings | undefined {
  if (detected.concept) return undefined
  if (detected.longText) return { index: false, values: false, insensitive: false }
  if (detected.codeLike) return { text: false, insensitive: false }
  return undefined
}
