/** `lineConverter`: converts the values of a line to a changed schema. Pure. */
import type { Field } from '../../schema/field'
import type { LineValue, LineValues } from './line'
import { type LineRefusal, lineValidator } from './line-validator'
import { type ReadValue, valueReader } from './read-sent-value'

type ConvertedLine = {
  values: LineValues
  /** The values that cannot be converted to the new type: they are stored unchanged with the line, and reported. */
  misfits: ReadonlyMap<string, LineRefusal>
}

/** The values of the remaining fields, converted where their type changed. */
export function lineConverter(fields: readonly Field[]): (values: LineValues) => ConvertedLine {
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
  // `refusalOf` checks the type.
  return converted !== undefined && !refusalOf(converted) ? (converted as LineValue) : undefined
}

/** The value as text, in the format that `valueReader` parses. */
function textOf(value: LineValue): string {
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
