/** A line as an HTML form: from the form to the JSON of the API, and from an error of the API to its fields. Pure. */

import type { Field } from '../../schema/field'
import { splitReasons } from '../../schema/line-rules'
import type { View } from '../view'
import { ruleText } from './rule-texts'

/** Fields that the form has an input for. */
export function writable(fields: readonly Field[]): Field[] {
  return fields.filter((field) => !field['x-calculated'] && !field['x-extension'] && !field.readOnly)
}

/** Name of an input. The prefix keeps keys apart from the parameters of the page. */
export const inputName = (field: Pick<Field, 'key'>): string => `value.${field.key}`

/** The line of a form. An empty input is `null` for an existing line, and is not sent for a new one. */
export function formLine(form: URLSearchParams, fields: readonly Field[], isNew: boolean): Record<string, unknown> {
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
  // Text that is not a number is sent unchanged: the API rejects it with a message that quotes it.
  if (field.type === 'integer' || field.type === 'number') {
    const number = Number(text.replace(',', '.').replace(/\s/g, ''))
    return Number.isNaN(number) ? text : number
  }
  return text
}

/**
 * The reasons of a rejected line by field, in the language of the page. The API writes `/key reason` for a value, and
 * `reason (key)` for a missing one; reasons without a field are under the empty key.
 */
export function refusalsByField(
  view: Pick<View, 'say'>,
  detail: string,
  fields: readonly Field[],
): Map<string, string> {
  const refusals = new Map<string, string>()
  for (const part of splitReasons(detail)) {
    const key =
      fields
        .map((field) => field.key)
        .find((candidate) => part.startsWith(`/${candidate} `) || part.endsWith(`(${candidate})`)) ?? ''
    const reason = key && part.startsWith(`/${key} `) ? part.slice(key.length + 2) : part
    refusals.set(key, [refusals.get(key), ruleText(view, reason)].filter(Boolean).join(', '))
  }
  return refusals
}
