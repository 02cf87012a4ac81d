/** Corrections of an inferred schema: types, titles, concepts. Pure. */
import type { Version } from '../../datasets'
import { defaultTimeZone, isTimeZone } from '../../schema/dates/zone'
import type { Field } from '../../schema/field'
import { isNumberExpression } from '../../schema/proposals/number-notation'
import { capabilitiesAfter } from './capabilities'
import { labelsOf } from './value-labels'

/** Types in the form. */
export const typeChoices = ['string', 'integer', 'number', 'boolean', 'date', 'date-time'] as const
export type TypeChoice = (typeof typeChoices)[number]

export function choiceOf(field: Pick<Field, 'type' | 'format'>): TypeChoice | undefined {
  if (field.format === 'date' || field.format === 'date-time') return field.format
  return typeChoices.find((choice) => choice === field.type)
}

/** The type and format of a choice. */
export function fieldTypeOf(choice: TypeChoice): Pick<Field, 'type' | 'format'> {
  return choice === 'date' || choice === 'date-time' ? { type: 'string', format: choice } : { type: choice }
}

/** The schema with the corrections of a form, whose inputs are numbered like its fields. */
export function correctedSchema(version: Pick<Version, 'schema' | 'file'>, form: URLSearchParams): Field[] {
  const detected = new Map(version.file?.schema?.map((column) => [column.key, column]))
  return version.schema.map((field, at) => {
    const corrected: Field = { ...field }
    const title = form.get(`title-${at}`)
    if (title !== null) corrected.title = title.trim() || null
    const description = form.get(`description-${at}`)
    if (description !== null) corrected.description = description.trim() || null
    const concept = form.get(`concept-${at}`)
    if (concept !== null) {
      const isDeclined = concept === form.get(`proposed-${at}`) && !form.has(`accept-${at}`)
      corrected['x-refersTo'] = isDeclined ? null : concept || null
    }
    // A concept that is chosen comes before a proposed one.
    const proposal = form.get(`proposal-${at}`)
    if (proposal && !concept) corrected['x-refersTo'] = proposal
    const separator = form.get(`separator-${at}`)
    if (separator !== null) corrected.separator = separator || null
    const labels = form.get(`labels-${at}`)
    if (labels !== null) corrected['x-labels'] = labelsOf(labels)
    const shown = form.get(`capabilities-${at}`)?.split(',')
    if (shown) {
      const queries = capabilitiesAfter(field, { chosen: form.getAll(`capability-${at}`), shown })
      if (queries) corrected['x-capabilities'] = queries
    }
    const type = typeChoices.find((choice) => choice === form.get(`type-${at}`))
    if (type && type !== choiceOf(field)) {
      if (version.file) {
        setType(corrected, type, detected.get(field.key))
        setNumberExpression(corrected, form.get(`number-expression-${at}`))
      } else Object.assign(corrected, { format: null }, fieldTypeOf(type))
    }
    const zone = form.get(`zone-${at}`)
    if (zone && corrected.format === 'date-time' && zone !== (field.timeZone ?? defaultTimeZone) && isTimeZone(zone))
      corrected.timeZone = zone
    const treatment = type && version.file ? form.get(invalidInput(at, type)) : null
    if (treatment !== null) {
      const { emptyInvalid = null } =
        withTreatment(corrected, treatment === 'empty' ? 'empty' : 'leave')['x-transform'] ?? {}
      setTransform(corrected, { emptyInvalid })
    }
    return corrected
  })
}

/** The name of the choice, for one type of a column, of what becomes of the values that are not of it. */
export const invalidInput = (at: number, type: TypeChoice): string => `invalid-${at}-${type}`

/** The name of the checkbox that accepts the loss of leading zeros. */
export const zerosInput = (at: number, type: TypeChoice): string => `zeros-${at}-${type}`

/** A type other than the detected one is stored as a transformation, also for the next files. */
function setType(field: Field, choice: TypeChoice, detected: Pick<Field, 'type' | 'format'> | undefined): void {
  const isDate = choice === 'date' || choice === 'date-time'
  field.type = isDate ? 'string' : choice
  field.format = isDate ? choice : null
  const isDetected = detected !== undefined && choiceOf(detected) === choice
  setTransform(field, {
    type: isDetected ? null : field.type,
    format: isDate && !isDetected ? choice : null,
    dateFormat: null,
    dateTimeFormat: null,
    ...(isDetected ? { emptyInvalid: null } : {}),
  })
}

/** A field whose values that are not of its type are read as empty cells, or leave their rows out. */
export function withTreatment(field: Field, treatment: 'empty' | 'leave'): Field {
  const { emptyInvalid: _, ...transform } = field['x-transform'] ?? {}
  const isEmpty = treatment === 'empty'
  // Without `emptyInvalid: false`, an expression stops the file at such a value.
  const invalid = isEmpty || transform.expr ? { emptyInvalid: isEmpty } : {}
  return { ...field, 'x-transform': { ...transform, ...invalid } }
}

/**
 * A field whose numbers are read by an expression, which removes their unit. A cell without a number is empty: it must not make the
 * next file fail.
 */
export const withNumberExpression = (field: Field, expr: string): Field => ({
  ...field,
  'x-transform': { ...field['x-transform'], expr, emptyInvalid: true },
})

/** A field whose cells are read as dates in a notation. */
export function withNotation(field: Field, notation: string | undefined): Field {
  if (notation === undefined) return field
  const named = field.format === 'date' ? { dateFormat: notation } : { dateTimeFormat: notation }
  return { ...field, 'x-transform': { ...field['x-transform'], ...named } }
}

/** Changes a transformation; `null` removes a property, and the transformation that has none left. */
function setTransform(field: Field, change: NonNullable<Field['x-transform']>): void {
  const properties = Object.entries({ ...field['x-transform'], ...change }).filter(([, value]) => value !== null)
  field['x-transform'] = properties.length === 0 ? null : Object.fromEntries(properties)
}

/** The expression that removes the unit of numbers. Columns of other types lose one that was set so. */
function setNumberExpression(field: Field, expression: string | null): void {
  const isNumber = field.type === 'number'
  const expr = field['x-transform']?.expr
  if (isNumber && expression && !expr) Object.assign(field, withNumberExpression(field, expression))
  else if (!isNumber && expr && isNumberExpression(expr)) setTransform(field, { expr: null, emptyInvalid: null })
}

/** The reading options of the file that a form has: `null` for detected ones. */
export function readingOf(form: URLSearchParams): Record<string, string | number | readonly string[] | null> {
  const texts = ['encoding', 'delimiter', 'quote', 'repeatedHeaders', 'extraCells', 'mergedCells'].filter((name) =>
    form.has(name),
  )
  const numbers = ['spreadsheetWorksheetIndex', 'spreadsheetHeaderLine', 'headerRows', 'footerRows'].filter((name) =>
    form.has(name),
  )
  const leftOut = form.has('leftOutColumns') ? form.getAll('leftOutColumns').filter((header) => header !== '') : []
  const rows = form.getAll('leftOutRows').filter((kind) => kind !== '')
  return Object.fromEntries([
    ...(form.has('leftOutRows') ? [['leftOutRows', rows.length > 0 ? rows : null] as const] : []),
    ...(form.has('leftOutColumns') ? [['leftOutColumns', leftOut.length > 0 ? leftOut : null] as const] : []),
    ...texts.map((name) => [name, form.get(name) || null]),
    ...numbers.map((name) => [name, Number(form.get(name)) || null]),
  ])
}

/** A form with the values that another one has. */
export function overlaid(form: URLSearchParams, over: URLSearchParams): URLSearchParams {
  const whole = new URLSearchParams(form)
  for (const [name, value] of over) whole.set(name, value)
  return whole
}
