/** `valueReader`: converts the value that a client sends for a field to the value that is validated and stored. Pure. */
import { isGeometry } from '../../schema/capabilities'
import { coercion, type Scalar } from '../../schema/coerce'
import type { Field } from '../../schema/field'

/** `undefined`: no value. A text that cannot be converted is unchanged, so that the validation reports it. */
export type ReadValue = (sent: unknown) => unknown

/** Converts texts, and geometries as objects to their JSON text; other JSON values are unchanged. */
export function valueReader(field: Field): ReadValue {
  const { separator, ...single } = field
  const coerce = coercion(single)
  const one = (text: string): Scalar | undefined => {
    const trimmed = text.trim()
    if (trimmed === '') return undefined
    const value = coerce(trimmed)
    return typeof value === 'object' ? trimmed : value
  }
  const isShape = isGeometry(field)
  const part = (value: unknown): unknown => {
    if (typeof value === 'string') return one(value)
    if (isShape && typeof value === 'object' && value !== null) return JSON.stringify(value)
    return value ?? undefined
  }
  if (!separator) return part
  const mark = separator.trim() || separator
  return (sent) => {
    const parts = typeof sent === 'string' ? sent.split(mark) : sent
    if (!Array.isArray(parts)) return parts ?? undefined
    const values = parts.map(part).filter((value) => value !== undefined)
    return values.length === 0 && typeof sent === 'string' ? undefined : values
  }
}
