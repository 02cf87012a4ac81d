/** A line as an HTML form: from the form to the JSON of the API, and from an error of the API to its fields. Pure. */

import type { Language } from '../../errors'
import { limits } from '../../limits'
import { conceptIdOf } from '../../schema/concepts'
import { typedDate } from '../../schema/dates/typed-date'
import type { Field } from '../../schema/field'
import { foldAccents } from '../../schema/fold-accents'
import { ruleOf, splitReasons, splitValue } from '../../schema/line-error-texts'
import { typedNumber } from '../../schema/numbers/typed-number'
import { hasPositions, isPosition, valueBounds } from '../../schema/value-bounds'
import type { View } from '../view'
import { ruleText } from './rule-texts'

/** Fields that the form has an input for. */
export function writable(fields: readonly Field[]): Field[] {
  return fields.filter((field) => !field['x-calculated'] && !field['x-extension'] && !field.readOnly)
}

/** The keyboard that devices show for the values of a field. */
export function keyboardOf(field: Field): 'tel' | 'email' | 'url' | undefined {
  const concept = conceptIdOf(field)
  if (concept === 'tel' || concept === 'email') return concept
  return concept === 'webPage' || field.format === 'uri-reference' ? 'url' : undefined
}

/** The values of a line outside of the bounds of their concepts, which the API takes: a latitude of 148 is a mistake of typing. */
export function outsideBounds(
  { say }: Pick<View, 'say'>,
  line: Readonly<Record<string, unknown>>,
  fields: readonly Field[],
): Map<string, string> {
  const refusals = new Map<string, string>()
  for (const field of fields) {
    const value = line[field.key]
    const { minimum, maximum } = valueBounds(field)
    if (typeof value === 'string' && hasPositions(field) && !isPosition(value))
      refusals.set(field.key, say('problem:position'))
    if (typeof value !== 'number') continue
    if (maximum !== undefined && value > maximum) refusals.set(field.key, say('problem:maximum', { limit: maximum }))
    if (minimum !== undefined && value < minimum) refusals.set(field.key, say('problem:minimum', { limit: minimum }))
  }
  return refusals
}

/** Name of an input. The prefix keeps keys apart from the parameters of the page. */
export const inputName = (field: Pick<Field, 'key'>): string => `value.${field.key}`

/** Who typed the line, and the year of dates without one. */
type Reader = Pick<View, 'language' | 'locale'> & { thisYear: number }

/** The line of a form. An empty input is `null` for an existing line, and is not sent for a new one. */
export function formLine(
  form: URLSearchParams,
  fields: readonly Field[],
  { isNew, reader }: { isNew: boolean; reader: Reader },
): Record<string, unknown> {
  const line: Record<string, unknown> = {}
  for (const field of writable(fields)) {
    const text = form.get(inputName(field))
    if (text === null) continue
    const value = sentValue(field, text.trim(), reader)
    if (value !== null || !isNew) line[field.key] = value
  }
  return line
}

/** Numbers and dates are read as the cells of the grid read them. Any other text is sent unchanged: the API rejects it with a message that quotes it. */
function sentValue(field: Field, text: string, { language, locale, thisYear }: Reader): unknown {
  const { type, format, separator } = field
  if (text === '') return null
  if (separator) return text
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  if (type === 'integer' || type === 'number') return typedNumber(text, decimalMarkOf(language)) ?? text
  if (format !== 'date' && format !== 'date-time') return text
  return typedDate(format, text, { order: isMonthFirst(locale) ? 'asExists' : 'dayFirst', thisYear })
}

export const decimalMarkOf = (language: Language): ',' | '.' => (language === 'fr' ? ',' : '.')

/** Whether readers of a locale write months before days. */
export function isMonthFirst(locale: string): boolean {
  const parts = new Intl.DateTimeFormat(locale, { dateStyle: 'short' }).formatToParts().map(({ type }) => type)
  return parts.indexOf('month') < parts.indexOf('day') && parts.indexOf('month') < parts.indexOf('year')
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
    const field = fields.find(({ key }) => part.startsWith(`/${key} `) || part.endsWith(`(${key})`))
    const key = field?.key ?? ''
    const reason = key && part.startsWith(`/${key} `) ? part.slice(key.length + 2) : part
    const text = withAllowedValues(view, field, reason, ruleText(view, reason))
    refusals.set(key, [refusals.get(key), text].filter(Boolean).join(', '))
  }
  return refusals
}

/** The text of a reason; of a value that is not allowed, followed by the allowed one that it resembles, or by all of them. */
function withAllowedValues(
  { say }: Pick<View, 'say'>,
  field: Pick<Field, 'x-labels'> | undefined,
  reason: string,
  text: string,
): string {
  const { text: sentence, value = '' } = splitValue(reason)
  const allowed = Object.keys(field?.['x-labels'] ?? {})
  if (ruleOf(sentence)?.rule !== 'label' || allowed.length === 0) return text
  // JSON of the value.
  const folded = foldAccents(value.replaceAll('"', '').trim())
  const alike = allowed.find((candidate) => foldAccents(candidate) === folded)
  if (alike !== undefined) return say('rule:labelAlike', { text, value: alike })
  const shown = allowed.slice(0, limits.pages.listedAllowedValues)
  const values = shown.join(', ') + (allowed.length > shown.length ? '…' : '')
  return say('rule:labelList', { text, values })
}
