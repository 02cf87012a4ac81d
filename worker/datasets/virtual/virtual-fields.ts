import { problem } from '../../errors'
import { dateField, isDate } from '../../schema/calculated'
import { capabilityOn } from '../../schema/capabilities'
import { type Capability, capabilities, type Field } from '../../schema/field'

/** The fields that a child shows, and those of its own children that it hides. */
export type ChildFields = { shown: readonly Field[]; hidden: ReadonlySet<string> }

/** Properties that belong to each child alone: observed values, and transformations applied while its file is read. */
const ofValues = [
  'enum',
  'x-cardinality',
  'x-transform',
  'x-capabilities',
  'x-labels',
  'x-labelsRestricted',
  'label',
  'x-concept',
]

/**
 * The fields of a virtual dataset: its description selects the keys, and the children define the fields. A key that no
 * child has is kept, without values.
 *
 * @throws `virtual-conflict`, `virtual-field-hidden`, `body-invalid`
 */
export function virtualFields(sent: readonly Field[], children: readonly ChildFields[]): Field[] {
  const fields = new Map<string, Field>()
  for (const field of sent) {
    if (isDate(field) && children.some(({ shown }) => shown.some(isDate))) fields.set(field.key, dateField)
    if (field['x-calculated'] || isDate(field) || fields.has(field.key)) continue
    const matches = children.flatMap(({ shown }) => shown.find(({ key }) => key === field.key) ?? [])
    const [first] = matches
    if (!first && children.some(({ hidden }) => hidden.has(field.key))) {
      throw problem('virtual-field-hidden', { field: field.key })
    }
    fields.set(field.key, first ? merged(field, first, matches) : field)
  }
  checkConcepts([...fields.values()])
  return [...fields.values()]
}

/** The properties of a field that must be equal in all children. */
const shared = { type: 'types', format: 'formats', separator: 'separators', 'x-refersTo': 'concepts' } as const

function merged(sent: Field, first: Field, all: readonly Field[]): Field {
  for (const what of ['type', 'format', 'separator', 'x-refersTo'] as const) {
    const values = new Set(all.map((field) => field[what] ?? ''))
    if (values.size > 1) {
      const list = [...values].map((value) => value || '-').join(', ')
      throw problem('virtual-conflict', { field: sent.key, what: shared[what], values: list })
    }
  }
  const field: Field = { ...first }
  for (const name of ofValues) delete field[name]
  if (sent.title) field.title = sent.title
  if (sent.description) field.description = sent.description
  if (sent['x-group']) field['x-group'] = sent['x-group']
  const settings = mergedCapabilities(all)
  if (Object.keys(settings).length > 0) field['x-capabilities'] = settings
  const labels = Object.assign({}, ...all.map((one) => one['x-labels'] ?? {}).toReversed())
  if (Object.keys(labels).length > 0) field['x-labels'] = labels
  if (all.every((one) => one['x-labelsRestricted'])) field['x-labelsRestricted'] = true
  return field
}

/** Capabilities: off if one child turns it off, on if all children turn it on. */
function mergedCapabilities(all: readonly Field[]): Partial<Record<Capability, boolean>> {
  const usual: Field = { key: '', type: 'string' }
  return Object.fromEntries(
    capabilities.flatMap((capability) => {
      const isOn = all.every((field) => capabilityOn(field, capability))
      return isOn === capabilityOn(usual, capability) ? [] : [[capability, isOn]]
    }),
  )
}

/** A concept such as latitude may belong to one field only. */
function checkConcepts(fields: readonly Field[]): void {
  const seen = new Map<string, string>()
  for (const { key, 'x-refersTo': concept } of fields) {
    if (!concept) continue
    const other = seen.get(concept)
    if (other !== undefined) {
      throw problem('body-invalid', {
        reason: {
          en: `the fields "${other}" and "${key}" have the same concept ${concept}`,
          fr: `les colonnes "${other}" et "${key}" ont le même concept ${concept}`,
        },
      })
    }
    seen.set(concept, key)
  }
}
