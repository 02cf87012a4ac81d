/** `valueReader`: from what a client sends for a field to the value that is checked and stored (contract A.4). Pure. */
import { coercion, type Scalar } from '../../schema/coerce'
import type { Field } from '../../schema/field'

/** `undefined`: no value. A text that does not suit its field stays a text, for the checks to refuse it by name. */
export type ReadValue = (sent: unknown) => unknown

/** Only texts are converted; whatever else is sent is taken as it is. */
export function valueReader(field: Field): ReadValue {
  const { separator, ...single } = field
  const coerce = coercion(single)
  const one = (text: string): Scalar | undefined => {
    const trimmed = text.trim()
    if (trimmed === '') return undefined
    const value = coerce(trimmed)
    return typeof value === 'object' ? trimmed : value
  }
  const part = (value: unknown): unknown => (typeof value === 'string' ? one(value) : (value ?? undefined))
  if (!separator) return part
  const mark = separator.trim() || separator
  return (sent) => {
    const parts = typeof sent === 'string' ? sent.split(mark) : sent
    if (!Array.isArray(parts)) return parts ?? undefined
    const values = parts.map(part).filter((value) => value !== undefined)
    return values.length === 0 && typeof sent === 'string' ? undefined : values
  }
}
