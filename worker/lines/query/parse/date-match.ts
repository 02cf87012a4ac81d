import { problem } from '../../../errors'
import type { ReadableParameters } from '../../../net/parameters'
import { type ConceptRole, roleOf } from '../../../schema/concepts'
import { excerptOf } from '../../../schema/cut-text'
import type { Field } from '../../../schema/field'
import type { Condition, Filter } from '../request'
import { comparisonTest } from './filters'

/**
 * Reads `date_match` and `_c_date_match`. With one date field, its value must be within the dates; with a start and an end, the
 * period between them must overlap the dates. A line without an end has not ended, one without a start has always been.
 *
 * @param now the time of the request, for date math
 * @throws Problem 400 naming the parameter
 */
export function dateMatchOf(
  params: ReadableParameters,
  { fields, now }: { fields: readonly Field[]; now?: Date | undefined },
): Condition[] {
  return ['date_match', '_c_date_match'].flatMap((parameter) => {
    const value = params.get(parameter)?.trim()
    if (!value) return []
    const span = spanOf(fields)
    if (span) return spanFilters(span, { parameter, value, now })
    if (parameter.startsWith('_c_')) return []
    throw problem('date-match-refused')
  })
}

type Span = { start: Field; end: Field }

/** The date fields of a line: start and end, or a single date. */
function spanOf(fields: readonly Field[]): Span | undefined {
  const withRole = (role: ConceptRole): Field | undefined =>
    fields.find((field) => roleOf(field['x-refersTo'] ?? '') === role && isTemporal(field))
  const date = withRole('date')
  const start = withRole('startDate') ?? date
  const end = withRole('endDate') ?? date
  return start && end ? { start, end } : undefined
}

const isTemporal = (field: Field): boolean =>
  field.type === 'string' && (field.format === 'date' || field.format === 'date-time') && !field.separator

function spanFilters(
  { start, end }: Span,
  { parameter, value, now }: { parameter: string; value: string; now: Date | undefined },
): Condition[] {
  const parts = value.split(',').map((part) => part.trim())
  const [from = '', to = ''] = parts.length === 1 ? [parts[0], parts[0]] : parts
  if (parts.length > 2 || (from === '' && to === '')) {
    throw problem('parameter-invalid', {
      parameter,
      reason: {
        en: `"${excerptOf(value)}" is not a date or from,to.`,
        fr: `"${excerptOf(value)}" n'est ni une date ni début,fin.`,
      },
    })
  }
  const filters: Filter[] = []
  if (start === end) {
    if (from)
      filters.push({ key: start.key, not: false, test: comparisonTest(start, 'gte', { parameter, value: from, now }) })
    if (to)
      filters.push({ key: start.key, not: false, test: comparisonTest(start, 'lte', { parameter, value: to, now }) })
    return filters.map(conditionOf)
  }
  // Both are read in the zone of the start.
  const zoned: Field = { ...end, timeZone: start.timeZone }
  if (to) filters.push({ key: start.key, not: true, test: comparisonTest(start, 'gt', { parameter, value: to, now }) })
  if (from)
    filters.push({ key: end.key, not: true, test: comparisonTest(zoned, 'lt', { parameter, value: from, now }) })
  const dated = [start, end].map(({ key }) => conditionOf({ key, not: false, test: { op: 'exists' } }))
  return [...filters.map(conditionOf), { is: 'any', of: dated }]
}

const conditionOf = (filter: Filter): Condition => ({ is: 'filter', filter })
