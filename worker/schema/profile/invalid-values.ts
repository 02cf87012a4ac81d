import { coercion, isRefused } from '../coerce'
import { ExpressionError } from '../expression'
import { transformation } from '../expression/transformation'
import type { Field } from '../field'

/** Counts of cells. `samples`: the first different values that are not of the type. */
export type InvalidValues = { valid: number; invalid: number; samples: string[] }

/**
 * The values of a column that are not of the type of a field.
 *
 * @param values texts with the number of cells that have them, as they are before the transformation of the field
 */
export function invalidValues(
  field: Field,
  { values, maxSamples }: { values: Iterable<readonly [string, number]>; maxSamples: number },
): InvalidValues {
  const coerce = coercion(field)
  const transform = transformation(field)
  const isValid = (text: string) => {
    try {
      return !isRefused(coerce(transform ? transform(text.trim()) : text))
    } catch (error) {
      if (error instanceof ExpressionError) return false
      throw error
    }
  }
  const found: InvalidValues = { valid: 0, invalid: 0, samples: [] }
  for (const [text, count] of values) {
    if (text.trim() === '') continue
    if (isValid(text)) found.valid += count
    else {
      found.invalid += count
      if (found.samples.length < maxSamples && !found.samples.includes(text)) found.samples.push(text)
    }
  }
  return found
}
