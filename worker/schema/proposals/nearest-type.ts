/** `nearestType`: the type that nearly all values of a text column have. Pure. */
import { limits } from '../../limits'
import type { FieldStatistics } from '../profile/field-statistics'
import type { NearTypeName } from '../profile/near-types'

/** Dates before numbers, whole numbers before others: the first of those with the fewest invalid values is chosen. */
const order: readonly NearTypeName[] = ['date', 'date-time', 'integer', 'number', 'boolean']

/** @returns undefined when too many values are not of any type */
export function nearestType({
  near = {},
  filled,
  frequent,
}: Pick<FieldStatistics, 'near' | 'filled' | 'frequent'>):
  | { type: NearTypeName; invalid: number; samples: string[] }
  | undefined {
  const [nearest] = order
    .flatMap((type) => {
      const found = near[type]
      // Codes lose their zeros as numbers.
      const isCoded = (type === 'integer' || type === 'number') && frequent.some(([value]) => /^0\d/.test(value))
      return found && !isCoded ? [{ type, invalid: found.invalid, samples: found.samples }] : []
    })
    .sort((one, other) => one.invalid - other.invalid)
  if (!nearest || nearest.invalid === 0 || nearest.invalid > filled * limits.schema.nearTypeHintShare) return undefined
  return { ...nearest, samples: nearest.samples.slice(0, limits.schema.nearTypeHintSamples) }
}
