/** A line as a form: from its fields to what the API is sent, and from a refusal to the fields it is about. Pure. */
import type { Field } from '../../schema/field'

/** Fields that a person writes. */
export function writable(fields: readonly Field[]): Field[] {
  return fields.filter((field) => !field['x-calculated'] && !field['x-extension'] && !field.readOnly)
}

/** Name of a field in the form: no key can be taken for a parameter of the page. */
export const inputName = (field: Pick<Field, 'key'>): string => `value.${field.key}`

/** The line of a form. An emptied field is `null` for a line that exists, and not sent for a new one. */
export function lineOf(form: URLSearchParams, fields: readonly Field[], isNew: boolean): Record<string, unknown> {
  const line: Record<string, unknown> = {}
  for (const field of writable(fields)) {
    const text = form.get(inputName(field))
    if (text === null) continue
    const value = sentValue(field, text.trim())
    if (value !== null || !isNew) line[field.key] = value
  }
  return line
}

function sentValue(field: Field, text: string): unknown {
  if (text === '') return null
  if (field.separator) return text
  if (field.type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  // What is no number is sent as it is: the refusal then names it.
  if (field.type === 'integer' || field.type === 'number') {
    const number = Number(text.replace(',', '.').replace(/\s/g, ''))
    return Number.isNaN(number) ? text : number
  }
  return text
}

/** The sentences of a refusal by field (contract editable-accounts F.2: `/key sentence`); those about none under ``. */
export function refusalsByField(detail: string, fields: readonly Field[]): Map<string, string> {
  const told = new Map<string, string>()
  for (const sentence of detail.split(/, (?=\/)/)) {
    const key = fields
      .map((field) => field.key)
      .find((one) => sentence.startsWith(`/${one} `) || sentence.endsWith(`(${one})`))
    const text = key && sentence.startsWith(`/${key} `) ? sentence.slice(key.length + 2) : sentence
    const name = key ?? ''
    told.set(name, [told.get(name), text].filter(Boolean).join(', '))
  }
  return told
}
