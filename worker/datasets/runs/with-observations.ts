import type { Field } from '../../schema/field'
import { withoutObserved } from '../../schema/profile/field-observations'

/**
 * The fields of a request, with the observed properties of the stored fields. Observed properties are kept until the
 * next observation, and clients cannot set them.
 */
export function withObservations(fields: readonly Field[], before: readonly Field[]): Field[] {
  const stored = new Map(before.map((field) => [field.key, field]))
  return fields.map(withoutObserved).map((field) => {
    const old = stored.get(field.key)
    if (!old || old.type !== field.type || old.format !== field.format || old.separator !== field.separator) {
      return field
    }
    return {
      ...field,
      ...(old['x-cardinality'] === undefined ? {} : { 'x-cardinality': old['x-cardinality'] }),
      ...(old.enum ? { enum: old.enum } : {}),
    }
  })
}
