/** `lineConverter`: the values of a line under a changed schema (contract editable-accounts A.3). Pure. */
import type { Field } from '../../schema/field'
import { type ReadValue, valueReader } from './coerce'
import type { LineValue, LineValues } from './line'
import { type LineRefusal, lineValidator } from './validate'

export type Converted = {
  values: LineValues
  /** What suits the type of no field any more: kept with the line as it is, and told. */
  misfits: ReadonlyMap<string, LineRefusal>
}

/** Values of the fields that remain, converted where their type changed. What cannot be converted is not lost. */
export function lineConverter(fields: readonly Field[]): (values: LineValues) => Converted {
  const converters = fields.map((field) => {
    const { key, type, format, separator } = field
    const bare: Field = { key, type, ...(format ? { format } : {}), ...(separator ? { separator } : {}) }
    const refusals = lineValidator([bare])
    return { key, read: valueReader(field), refusalOf: (value: unknown) => refusals({ [key]: value })[0] }
  })
  return (values) => {
    const result: Record<string, LineValue> = Object.create(null)
    const misfits = new Map<string, LineRefusal>()
    for (const { key, read, refusalOf } of converters) {
      const value = values[key]
      if (value === undefined) continue
      const suited = suit(value, read, refusalOf)
      if (suited !== undefined) {
        result[key] = suited
        continue
      }
      result[key] = value
      const refusal = refusalOf(value)
      if (refusal) misfits.set(key, refusal)
    }
    return { values: result, misfits }
  }
}

function suit(
  value: LineValue,
  read: ReadValue,
  refusalOf: (value: unknown) => LineRefusal | undefined,
): LineValue | undefined {
  if (!refusalOf(value)) return value
  const converted = read(textOf(value))
  // Checked on the right.
  return converted !== undefined && !refusalOf(converted) ? (converted as LineValue) : undefined
}

/** The value as one would type it. */
function textOf(value: LineValue): string {
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
