import { problem, type Reason } from '../../../errors'
import { limits } from '../../../limits'
import { addressField } from '../../../schema/attachment-fields'
import { capable } from '../../../schema/capabilities'
import { conceptIdOf } from '../../../schema/concepts'
import { excerptOf } from '../../../schema/cut-text'
import type { Field } from '../../../schema/field'
import { type FilterSuffix, splitFilter } from '../../../schema/filter-suffixes'
import { parseWellFormed } from '../../../schema/well-formed'
import { filterRefused, hasText, isSearched, searchRefused, systemKeys } from '../capability-errors'
import type { Filter, SearchRequest, Test } from '../request'
import { globOf } from '../sql-text'
import { dateMathOf, type Period } from './date-math'
import { dayBounds, localDay, momentOf, parseDay } from './dates'

/** Column filters `{key}_{suffix}={value}`, and filters by concept `_c_{concept}_{suffix}={value}`. */

/** Prefix of a concept in the name of a parameter. */
export const conceptPrefix = '_c_'

/** What a parameter filters on; undefined when it is not a filter. */
export const filterTarget = (parameter: string): string | undefined => splitFilter(parameter)?.name

/**
 * Reads one parameter. Undefined when it is not a filter, or filters by a concept that no field of the dataset has.
 *
 * @param now the time of the request, for date math
 * @throws Problem 400 naming the parameter or the field
 */
export function parseFilter(
  parameter: string,
  value: string,
  { fields, now }: { fields: readonly Field[]; now?: Date | undefined },
): { filter: Filter } | { search: SearchRequest } | undefined {
  const split = splitFilter(parameter)
  if (!split) return undefined
  const { name, suffix } = split
  const byConcept = name.startsWith(conceptPrefix)
  const target = byConcept ? fieldOfConcept(name.slice(conceptPrefix.length), fields) : filteredField(name, fields)
  if (!target) {
    if (byConcept) return undefined
    throw problem('filter-field-unknown', { field: name })
  }
  if (suffix === 'search') {
    if (!systemKeys.has(target.key) && !isSearched(target)) throw searchRefused(target)
    return { search: { parameter, text: value, mode: 'simple', fields: [target.key], ranked: false } }
  }
  const capability = suffix === 'contains' ? 'wildcard' : 'index'
  if (!systemKeys.has(target.key) && !capable(target, capability)) {
    throw filterRefused(target, `_${suffix}`, capability)
  }
  return { filter: filterOf(target, suffix, { parameter, value, now }) }
}

function fieldOfConcept(concept: string, fields: readonly Field[]): Field | undefined {
  return fields.find((field) => conceptIdOf(field) === concept)
}

/** Columns of the service may be filtered even where a schema does not list them. */
function filteredField(key: string, fields: readonly Field[]): Field | undefined {
  const field = fields.find((candidate) => candidate.key === key)
  if (field || key === '_score' || !systemKeys.has(key)) return field
  return { key, type: key === '_id' ? 'string' : 'integer' }
}

function filterOf(target: Field, suffix: Exclude<FilterSuffix, 'search'>, { parameter, value, now }: Operand): Filter {
  const { key } = target
  if (suffix === 'exists' || suffix === 'nexists') return { key, not: suffix === 'nexists', test: { op: 'exists' } }
  if (suffix === 'starts' || suffix === 'contains') {
    if (!hasText(target)) {
      throw problem('parameter-invalid', {
        parameter,
        reason: {
          en: `"${key}" is not a text, _${suffix} only applies to texts.`,
          fr: `"${key}" n'est pas un texte, _${suffix} ne s'applique qu'aux textes.`,
        },
      })
    }
    if (value === '') return { key, not: false, test: { op: 'exists' } }
    if (suffix === 'starts') return { key, not: false, test: { op: 'starts', text: value } }
    if (/[*?]/.test(value))
      return { key, not: false, test: patternTest(parameter, `*${value.replaceAll('\\', '\\\\')}*`) }
    return { key, not: false, test: { op: 'contains', text: value } }
  }
  if (value.trim() === '') throw problem('filter-value-missing', { parameter })
  const not = suffix === 'neq' || suffix === 'nin'
  const isList = suffix === 'in' || suffix === 'nin'
  const values = isList ? listOf(parameter, value) : [value]
  if (isList || suffix === 'eq' || suffix === 'neq') checkOperands(target, parameter, values)
  if (isList) return { key, not, test: valuesTest(target, parameter, values) }
  return { key, not, test: comparisonTest(target, suffix === 'neq' ? 'eq' : suffix, { parameter, value, now }) }
}

/** Refuses equality with a value longer than the indexed ones, unless the field allows longer values, as addresses do. */
export function checkOperands(target: Field, parameter: string, values: readonly string[]): void {
  const max = limits.schema.maxFilterableChars
  if (target.type !== 'string' || target.format || systemKeys.has(target.key)) return
  if (target.key === addressField || capable(target, 'wildcard')) return
  if (values.every((value) => value.length <= max)) return
  const reason = {
    en: `more than ${max} characters. Use _starts or _search, or activate "wildcard" on the field.`,
    fr: `plus de ${max} caractères. Utilisez _starts ou _search, ou activez "wildcard" sur la colonne.`,
  }
  throw problem('parameter-invalid', { parameter, reason })
}

/** A text between two `*`, without others. */
const insideForm = /^\*((?:\\.|[^\\*?])+)\*$/su

/** A text with `*` and `?`. @throws Problem 400 when it is longer than SQLite matches */
export function patternTest(parameter: string, pattern: string): Test {
  const inside = insideForm.exec(pattern)?.[1]
  if (inside !== undefined) return { op: 'contains', text: inside.replace(/\\(.)/gsu, '$1') }
  const max = limits.lines.maxPatternBytes
  if (Buffer.byteLength(globOf(pattern)) <= max) return { op: 'pattern', pattern }
  throw problem('parameter-invalid', {
    parameter,
    reason: {
      en: `a pattern with * or ? has ${max} bytes at most.`,
      fr: `un motif avec * ou ? a ${max} octets au plus.`,
    },
  })
}

/** `a,b` or, when it starts with a quote, JSON strings: `"a, b","c"`. */
function listOf(parameter: string, value: string): string[] {
  const values = value.trimStart().startsWith('"')
    ? jsonList(parameter, value)
    : value.split(',').map((item) => item.trim())
  const nonEmpty = values.filter((item) => item !== '')
  if (nonEmpty.length === 0) throw problem('filter-value-missing', { parameter })
  if (nonEmpty.length > limits.lines.maxListValues) {
    throw problem('parameter-invalid', {
      parameter,
      reason: {
        en: `more than ${limits.lines.maxListValues} values.`,
        fr: `plus de ${limits.lines.maxListValues} valeurs.`,
      },
    })
  }
  return nonEmpty
}

function jsonList(parameter: string, value: string): string[] {
  let parsed: unknown
  try {
    parsed = parseWellFormed(`[${value}]`, parameter)
  } catch {
    throw malformedList(parameter)
  }
  if (!Array.isArray(parsed) || parsed.some((item) => typeof item === 'object')) {
    throw malformedList(parameter)
  }
  return parsed.map(String)
}

const malformedList = (parameter: string) =>
  problem('parameter-invalid', {
    parameter,
    reason: {
      en: `"${parameter}" parameter is malformed: texts of JSON, separated by commas, are expected.`,
      fr: `"${parameter}" parameter is malformed : des textes JSON séparés par des virgules sont attendus.`,
    },
  })

/** The test of some values against a field, read as the field's type. @throws Problem 400 naming the parameter */
export function valuesTest(target: Field, parameter: string, values: readonly string[]): Test {
  if (!isMoment(target)) return { op: 'in', values: values.map((value) => scalarOf(target, parameter, value)) }
  const tests = values.map((value) => momentTest(target, 'eq', { parameter, value }))
  const instants = tests.flatMap((test) => (test.op === 'eq' ? [test.value] : []))
  if (instants.length === tests.length) return { op: 'in', values: instants }
  const ranges = joined(
    tests.map((test) => {
      if (test.op === 'range') return [Number(test.from), Number(test.below)] as const
      const instant = test.op === 'eq' ? Number(test.value) : Number.NaN
      return [instant, instant + 1] as const
    }),
  )
  if (ranges.length > limits.lines.maxSpans) {
    throw problem('parameter-invalid', {
      parameter,
      reason: {
        en: `more than ${limits.lines.maxSpans} days. Use _gte and _lte.`,
        fr: `plus de ${limits.lines.maxSpans} jours. Utilisez _gte et _lte.`,
      },
    })
  }
  return { op: 'ranges', ranges }
}

type Span = readonly [from: number, below: number]

/** The same periods, with adjacent and overlapping ones merged. */
function joined(spans: readonly Span[]): Span[] {
  const merged: Span[] = []
  for (const span of spans.toSorted((one, other) => one[0] - other[0])) {
    const last = merged.at(-1)
    if (last && span[0] <= last[1]) merged[merged.length - 1] = [last[0], Math.max(last[1], span[1])]
    else merged.push(span)
  }
  return merged
}

export type Comparison = 'eq' | 'gt' | 'gte' | 'lt' | 'lte'

/** A value as it was written, and the time of the request for date math. */
type Operand = { parameter: string; value: string; now?: Date | undefined }

/** The test of one value against a field, read as the field's type. @throws Problem 400 naming the parameter */
export function comparisonTest(target: Field, op: Comparison, operand: Operand): Test {
  const { parameter, value, now } = operand
  if (isMoment(target)) return momentTest(target, op, operand)
  const period = isDay(target) ? dateMathOf(value, { timeZone: target.timeZone, now }) : undefined
  return period ? daysTest(target, op, period) : { op, value: scalarOf(target, parameter, value) }
}

const isMoment = (target: Field): boolean =>
  target.type === 'string' && target.format === 'date-time' && !target.separator
const isDay = (target: Field): boolean => target.type === 'string' && target.format === 'date'

/** A day without time is the whole day in the time zone of the field: `gt` starts after it, `lte` includes it. */
function momentTest({ timeZone }: Field, op: Comparison, { parameter, value, now }: Operand): Test {
  const period = dayPeriod(value, timeZone) ?? dateMathOf(value, { timeZone, now })
  if (!period || period.first === period.last) {
    const instant = period?.first ?? momentOf(value, timeZone)
    if (instant === undefined) throw invalid(parameter, value, { en: 'a date-time', fr: 'une date avec une heure' })
    return { op, value: instant }
  }
  const { first, last } = period
  switch (op) {
    case 'eq':
      return { op: 'range', from: first, below: last + 1 }
    case 'gte':
      return { op: 'range', from: first }
    case 'gt':
      return { op: 'range', from: last + 1 }
    case 'lt':
      return { op: 'range', below: first }
    case 'lte':
      return { op: 'range', below: last + 1 }
  }
}

function dayPeriod(text: string, timeZone: string | null | undefined): Period | undefined {
  const day = parseDay(text)
  if (day === undefined) return undefined
  const [first, next] = dayBounds(day, timeZone)
  return { first, last: next - 1 }
}

/** Days are compared with the first and the last day of a period, on the clock of the time zone of the field. */
function daysTest({ timeZone }: Field, op: Comparison, period: Period): Test {
  const [first, last] = [localDay(period.first, timeZone), localDay(period.last, timeZone)]
  if (op === 'gt' || op === 'lte') return { op, value: last }
  if (op !== 'eq' || first === last) return { op, value: first }
  return {
    op: 'both',
    of: [
      { op: 'gte', value: first },
      { op: 'lte', value: last },
    ],
  }
}

const numberForm = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

function scalarOf(target: Field, parameter: string, value: string): string | number {
  if (target.type === 'integer' || target.type === 'number') {
    const number = Number(value)
    if (!numberForm.test(value.trim()) || !Number.isFinite(number))
      throw invalid(parameter, value, { en: 'a number', fr: 'un nombre' })
    return number
  }
  if (target.type === 'boolean') {
    if (value === 'true' || value === '1') return 1
    if (value === 'false' || value === '0') return 0
    throw invalid(parameter, value, { en: 'a boolean (true or false)', fr: 'un booléen (true ou false)' })
  }
  if (isDay(target)) {
    const day = parseDay(value) ?? (momentOf(value, target.timeZone) === undefined ? undefined : value.slice(0, 10))
    if (day === undefined) throw invalid(parameter, value, { en: 'a date (YYYY-MM-DD)', fr: 'une date (AAAA-MM-JJ)' })
    return day
  }
  return value
}

const invalid = (parameter: string, value: string, expected: Reason) =>
  problem('parameter-invalid', {
    parameter,
    reason: {
      en: `"${excerptOf(value)}" is not ${expected.en}.`,
      fr: `"${excerptOf(value)}" n'est pas ${expected.fr}.`,
    },
  })
