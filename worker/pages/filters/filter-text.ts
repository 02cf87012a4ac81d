/** Filters in words: on the page, and in the pictures of charts. Pure. */

import { defaultTimeZone } from '../../schema/dates/zone'
import type { Field } from '../../schema/field'
import { ownText } from '../../schema/own-value'
import type { MessageKey } from '../messages'
import { valueText } from '../table/distribution'
import { cellKind, nameOf } from '../table/field'
import { hasCents } from '../table/quantity'
import { filtersOf, type ShownFilter } from '../table/state'
import type { View } from '../view'
import { readList } from './value-filter'

/** @param choosing.hasSearch with the text of the search first */
export function filterTexts(
  view: View,
  choosing: { params: URLSearchParams; all: readonly Field[]; hasSearch: boolean },
): string[] {
  const { params, all, hasSearch } = choosing
  const search = hasSearch ? params.get('q') : null
  return [
    ...(search ? [view.say('searchOf', { text: search })] : []),
    ...filtersOf(params).map((filter) => filterText(view, filter, all)),
  ]
}

/** The name of a column; its key where it is unknown. */
export function labelOf(key: string, all: readonly Field[]): string {
  const field = all.find((one) => one.key === key)
  return field ? nameOf(field) : key
}

const signs: Record<string, string> = { eq: '=', neq: '≠', gte: '≥', gt: '>', lte: '≤', lt: '<' }

export function filterText(view: View, { key, operator, value }: ShownFilter, all: readonly Field[]): string {
  const name = labelOf(key, all)
  const sign = signs[operator]
  const field = all.find((one) => one.key === key)
  if (sign) return `${name} ${sign} ${operandText(view, field, value)}`
  const isList = operator === 'in' || operator === 'nin'
  const text = isList
    ? readList(value)
        .map((one) => operandText(view, field, one))
        .join(', ')
    : value
  const messageKey = operators.find((one) => one === `operator:${operator}`)
  return messageKey ? `${name} ${view.say(messageKey, { value: text })}` : `${name} ${operator} ${text}`
}

/** A value, as texts of filters and files have it, in the words of the reader. */
export function operandText(view: View, field: Field | undefined, value: string): string {
  if (!field) return value
  const label = ownText(field['x-labels'], value)
  if (label) return label
  const kind = cellKind(field)
  if (kind === 'boolean') return valueText(view, kind, value)
  if (kind === 'date' && /^\d{4}-\d\d-\d\d$/.test(value)) return view.date(value)
  if (kind === 'date-time' && /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(value))
    return view.dateTime(value, field.timeZone ?? defaultTimeZone)
  const isNumber = kind === 'number' && value.trim() !== '' && Number.isFinite(Number(value))
  if (!isNumber) return value
  const number = Number(value)
  return hasCents(field, number, 0) ? view.amount(number) : view.figure(number, field.type === 'number')
}

const operators = [
  'operator:in',
  'operator:nin',
  'operator:starts',
  'operator:contains',
  'operator:search',
  'operator:exists',
  'operator:nexists',
] as const satisfies MessageKey[]
