/** The queries of a column, as switches of a form. Pure. */
import { capabilityOn, capable } from '../../schema/capabilities'
import type { Capability, Field } from '../../schema/field'

/** In the order of the form; others are set with the API. */
const offered = ['index', 'values', 'textStandard', 'text', 'insensitive', 'wildcard'] as const satisfies Capability[]

/** The queries that a column of this type may support. */
export function offeredCapabilities(field: Field): (typeof offered)[number][] {
  return offered.filter((capability) => capable({ ...field, 'x-capabilities': { [capability]: true } }, capability))
}

/**
 * The capabilities of a field after a form; only those that differ from before are set.
 *
 * @param form.shown the capabilities that the form offered; they depend on the type of the column
 */
export function capabilitiesAfter(
  field: Field,
  { chosen, shown }: Record<'chosen' | 'shown', readonly string[]>,
): Field['x-capabilities'] {
  const changed = offeredCapabilities(field).flatMap((capability) => {
    if (!shown.includes(capability)) return []
    const isOn = chosen.includes(capability)
    return isOn === capabilityOn(field, capability) ? [] : [[capability, isOn]]
  })
  return changed.length > 0 ? { ...field['x-capabilities'], ...Object.fromEntries(changed) } : field['x-capabilities']
}
