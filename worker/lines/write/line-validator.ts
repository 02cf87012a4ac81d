/**
 * `lineValidator`: validates one line by the rules of its fields, with French
 * messages. Compiled once per description, since a bulk validates millions of lines, and without eval, which Workers forbid.
 */
import { describe } from '../../errors'
import { limits } from '../../limits'
import { epochMs } from '../../schema/coerce'
import { shortened } from '../../schema/cut-text'
import { isCalendarDay } from '../../schema/dates/calendar'
import type { Field } from '../../schema/field'
import { ruleSentence, withValue } from '../../schema/line-error-texts'
import { type CompiledPattern, compilePatterns } from '../../schema/pattern/match'

/** One validation error of a line. `where` is a JSON pointer, empty for the line itself; `text` is the whole sentence. */
export type LineRefusal = {
  where: string
  text: string
  value?: unknown
  /** A key that is missing. */
  missing?: string
}
type Check = (value: unknown, where: string, refuse: (refusal: LineRefusal) => void) => void

/**
 * Compiles the rules of fields.
 *
 * @param closed when given, keys that are neither fields nor in this list are refused
 * @returns the errors of the values of a line: empty when it is valid
 */
export function lineValidator(
  fields: readonly Field[],
  closed?: ReadonlySet<string>,
): (values: Readonly<Record<string, unknown>>) => LineRefusal[] {
  const patterns = compilePatterns(fields)
  const checks = fields.map((field) => ({
    key: field.key,
    where: `/${pointer(field.key)}`,
    required: field['x-required'] === true,
    check: checkOf(field, patterns.get(field.key)),
  }))
  const required = checks.filter((field) => field.required)
  const allowedKeys = new Set([...fields.map(({ key }) => key), ...(closed ?? [])])
  return (values) => {
    const refusals: LineRefusal[] = []
    const refuse = (refusal: LineRefusal) => void refusals.push(refusal)
    for (const { key } of required) {
      if (values[key] === undefined) {
        refuse({ where: '', text: ruleSentence('required', { column: key }), missing: key })
      }
    }
    if (closed) {
      for (const key of Object.keys(values)) {
        if (!allowedKeys.has(key)) refuse({ where: '', text: ruleSentence('additional', { column: key }) })
      }
    }
    for (const { key, where, check } of checks) {
      const value = values[key]
      if (value !== undefined) check(value, where, refuse)
    }
    return refusals
  }
}

/** The message of one error: location, rule, and refused value. */
export function refusalSentence({ where, text, value }: LineRefusal): string {
  const quoted = value === undefined ? text : withValue(text, valueExcerpt(value))
  return where === '' ? quoted : `${where} ${quoted}`
}

/** All errors of a line as one text. */
export const refusalText = (refusals: readonly LineRefusal[]): string => refusals.map(refusalSentence).join(', ')

/** JSON of a refused value, truncated. */
function valueExcerpt(value: unknown): string {
  return shortened(JSON.stringify(value) ?? String(value), limits.lines.maxRefusedChars)
}

/** Whether a field has a rule in addition to its type. */
export function hasRules(field: Field): boolean {
  const { minimum, maximum, minLength, maxLength, pattern } = field
  return (
    field['x-required'] === true ||
    restrictedLabels(field) !== undefined ||
    [minimum, maximum, minLength, maxLength, pattern].some((rule) => rule !== undefined && rule !== null && rule !== '')
  )
}

function checkOf(field: Field, pattern: CompiledPattern | undefined): Check {
  const elementCheck = checkOfOne(field, pattern)
  if (!field.separator) return elementCheck
  return (value, where, refuse) => {
    if (!Array.isArray(value)) return refuse({ where, text: ruleSentence('type', { type: 'array' }), value })
    if (field['x-required'] && value.length === 0) {
      refuse({ where, text: ruleSentence('minItems'), value })
    }
    for (const [at, item] of value.entries()) elementCheck(item, `${where}/${at}`, refuse)
  }
}

function checkOfOne(field: Field, pattern: CompiledPattern | undefined): Check {
  const rules = [...rangeRules(field), ...lengthRules(field), ...patternRules(field, pattern), ...formatRules(field)]
  const labels = restrictedLabels(field)
  const { type } = field
  return (value, where, refuse) => {
    if (!isOfType(value, type)) {
      refuse({ where, text: ruleSentence('type', { type }), value })
    } else {
      for (const { holds, text } of rules) if (!holds(value)) refuse({ where, text, value })
    }
    if (!labels || labels.some((label) => label === value)) return
    for (const label of labels) refuse({ where, text: ruleSentence('constant', { label: String(label) }), value })
    refuse({ where, text: ruleSentence('label'), value })
  }
}

function isOfType(value: unknown, type: Field['type']): boolean {
  switch (type) {
    case 'string':
      return typeof value === 'string'
    case 'boolean':
      return typeof value === 'boolean'
    case 'number':
      return typeof value === 'number' && Number.isFinite(value)
    case 'integer':
      return Number.isSafeInteger(value)
    case 'array':
      return Array.isArray(value)
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
  }
}

/** The keys of restricted labels, as values of the field. */
function restrictedLabels(field: Field): (string | number | boolean)[] | undefined {
  const keys = Object.keys(field['x-labels'] ?? {})
  if (!field['x-labelsRestricted'] || keys.length === 0) return undefined
  if (field.type === 'boolean') return keys.map((key) => key === 'true')
  return field.type === 'string' ? keys : keys.map(Number)
}

type Rule = { holds: (value: unknown) => boolean; text: string }

function rangeRules({ type, minimum, maximum }: Field): Rule[] {
  if (type !== 'integer' && type !== 'number') return []
  const rules: Rule[] = []
  const bound = (limit: string | number | null | undefined) =>
    limit === undefined || limit === null || limit === '' ? undefined : Number(limit)
  const [least, most] = [bound(minimum), bound(maximum)]
  if (most !== undefined) {
    rules.push({
      holds: (value) => Number(value) <= most,
      text: ruleSentence('maximum', { limit: most }),
    })
  }
  if (least !== undefined) {
    rules.push({
      holds: (value) => Number(value) >= least,
      text: ruleSentence('minimum', { limit: least }),
    })
  }
  return rules
}

function lengthRules({ type, minLength, maxLength }: Field): Rule[] {
  if (type !== 'string') return []
  const rules: Rule[] = []
  const characters = (value: unknown) => {
    const text = String(value)
    // JSON Schema counts code points, of which there are at most as many as UTF-16 units.
    return /[\ud800-\udfff]/.test(text) ? [...text].length : text.length
  }
  if (typeof maxLength === 'number') {
    rules.push({
      holds: (value) => characters(value) <= maxLength,
      text: ruleSentence('maxLength', { count: maxLength }),
    })
  }
  if (typeof minLength === 'number') {
    rules.push({
      holds: (value) => characters(value) >= minLength,
      text: ruleSentence('minLength', { count: minLength }),
    })
  }
  return rules
}

/** A stored pattern that does not compile refuses every value with the reason, instead of accepting unvalidated values. */
function patternRules({ type, pattern, patternErrorMessage }: Field, compiled: CompiledPattern | undefined): Rule[] {
  if (type !== 'string' || !compiled) return []
  if ('refusal' in compiled) {
    return [{ holds: () => false, text: `ne peut pas être vérifié : ${describe(compiled.refusal, 'fr')}` }]
  }
  const text = patternErrorMessage || ruleSentence('format', { format: String(pattern) })
  return [{ holds: (value) => compiled.test(String(value)), text }]
}

function formatRules({ type, format }: Field): Rule[] {
  if (type !== 'string' || !format) return []
  const text = ruleSentence('format', { format })
  switch (format) {
    case 'date':
      return [{ holds: (value) => isDay(String(value)), text }]
    case 'date-time':
      return [{ holds: (value) => !Number.isNaN(epochMs(String(value))), text }]
    case 'uri-reference':
      return [{ holds: (value) => isReference(String(value)), text }]
  }
}

function isDay(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  return year !== undefined && isCalendarDay(Number(year), Number(month), Number(day))
}

/** Characters that RFC 3986 never allows bare. Letters beyond ASCII are allowed, since IRIs are common. */
const isReference = (text: string): boolean => !/[\s<>"{}|\\^`]/.test(text)

/** A key in a JSON pointer (RFC 6901). */
const pointer = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1')
