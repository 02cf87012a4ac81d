/** Checks of the types that a publisher chooses: cells whose value is not of the type, and their treatment. */
import { type Dataset, lineCount, readStatistics, type Version } from '../../datasets'
import { openLines } from '../../datasets/lines-api'
import { limits } from '../../limits'
import { capable } from '../../schema/capabilities'
import { emptiesInvalid } from '../../schema/expression/transformation'
import type { DetectedField, Field } from '../../schema/field'
import type { RenamedColumn } from '../../schema/keys/renamed-columns'
import { withDetectedNotation } from '../../schema/merge-schema'
import { ownValue } from '../../schema/own-value'
import { type InvalidValues, invalidValues } from '../../schema/profile/invalid-values'
import type { NearType } from '../../schema/profile/near-types'
import { dateNotation } from '../../schema/proposals/date-notation'
import { commonNotation, isNumberExpression, numberExpression } from '../../schema/proposals/number-notation'
import { readTable } from '../table/read-table'
import type { View } from '../view'
import {
  choiceOf,
  invalidInput,
  type TypeChoice,
  withNotation,
  withNumberExpression,
  withTreatment,
  zerosInput,
} from './corrections'

/** `empty`: the cells; `leave`: their rows out; `keep`: values of an editable dataset, which cannot be searched. */
export type InvalidTreatment = 'empty' | 'leave' | 'keep'

export type RetypedColumn = InvalidValues & {
  /** The position of the column. */
  at: number
  type: TypeChoice
  /** Whether all values were checked. Otherwise the counts are of the first rows. */
  isExact: boolean
  treatments: readonly InvalidTreatment[]
  chosen: InvalidTreatment | undefined
  /** The values that begin with zeros, which a number does not keep: codes, for most of them. */
  leadingZeros: LeadingZeros | undefined
}

/** `count`: cells. `isExact`: all of them were counted. */
type LeadingZeros = { count: number; isExact: boolean; sample: string; isAccepted: boolean }

type Input = {
  view: View
  dataset: Dataset
  version: Version
  /** The fields of the version with their chosen types. */
  corrected: readonly Field[]
  isDraft: boolean
  form: URLSearchParams | undefined
  renamed?: readonly RenamedColumn[]
}

/**
 * Checks the chosen types with the values of their columns. A draft is compared with its file, another version with itself.
 *
 * @returns the fields, with the notation of dates; and the columns that have values not of their type
 */
export async function checkTypes(input: Input): Promise<{ fields: Field[]; retyped: RetypedColumn[] }> {
  const { view, dataset, version, corrected, isDraft, form, renamed = [] } = input
  const detected = new Map(version.file?.schema?.map((column) => [column.key, column]))
  const changed = corrected.flatMap((field, at) => {
    const before = version.schema[at]
    const compared = isDraft ? detected.get(field.key) : before
    const type = choiceOf(field)
    if (!before || !compared || !type || type === 'string' || field['x-extension']) return []
    return type === choiceOf(compared) ? [] : [{ field, at, before, type }]
  })
  const fields = [...corrected]
  const retyped: RetypedColumn[] = []
  if (changed.length === 0) return { fields, retyped }
  const fileKeys = new Map(renamed.map(({ key, fileKey }) => [key, fileKey]))
  const statistics = await readStatistics(view.ctx, { dataset, draft: isDraft })
  for (const { at, type, ...change } of changed) {
    const fileKey = fileKeys.get(change.field.key)
    // A column that the file names otherwise was read as a new one.
    const [field, before] = [change.field, change.before].map((one) => (fileKey === undefined ? one : asNew(one)))
    if (!field || !before) continue
    const key = fileKey ?? field.key
    const column = detected.get(field.key)
    // Values with a transformation of another type are not those that the analysis has compared with types.
    const ofColumn =
      column && choiceOf(column) === 'string' && !before['x-transform']?.expr ? statistics.get(key) : undefined
    const near = ofColumn?.near?.[type]
    const values = near ? [] : await firstValues(view, dataset, { field: { ...before, key }, isDraft })
    const rows = ofColumn ? ofColumn.filled + ofColumn.empty : values.length
    const typed = dataset.nature === 'file' ? asWritten(field, { type, near, values, column }) : field
    const found = near
      ? { valid: (ofColumn?.filled ?? 0) - near.invalid, ...near }
      : invalidValues(asRead(column ? withDetectedNotation(typed, column) : typed, before), {
          values,
          maxSamples: limits.schema.nearTypeSamples,
        })
    const isExact = near !== undefined || values.length >= rows
    const possible = treatmentsOf(dataset, found, near ? rows : found.valid + found.invalid)
    const expr = typed['x-transform']?.expr
    // Another expression may fail for a value of the type, which stops the processing, unless its cell is empty.
    const treatments = expr && !isNumberExpression(expr) ? possible.filter((one) => one !== 'leave') : possible
    const sent = form?.get(invalidInput(at, type))
    const chosen = treatments.find((one) => one === sent) ?? earlier(before, treatments)
    // Cells that were not read are treated like those that were: no row is left out without a choice.
    const isTreated = dataset.nature === 'file' && (found.invalid > 0 || !isExact)
    fields[at] = isTreated ? withTreatment(typed, chosen === 'leave' ? 'leave' : 'empty') : typed
    const isWhole = (statistics.get(key)?.filled ?? 0) + (statistics.get(key)?.empty ?? 0) <= (lineCount(version) ?? 0)
    const leadingZeros = await leadingZerosOf(input, { before: { ...before, key }, at, type, isWhole })
    if (found.invalid > 0 || leadingZeros)
      retyped.push({ ...found, at, type, isExact, treatments, chosen, leadingZeros })
  }
  return { fields, retyped }
}

/** Whether the page has asked for every column, and no type is refused. */
export const areTreated = (columns: readonly RetypedColumn[], form: URLSearchParams): boolean =>
  columns.every(({ at, type, invalid, treatments, leadingZeros }) => {
    const isTreated = invalid === 0 || treatments.some((one) => one === form.get(invalidInput(at, type)))
    return isTreated && (!leadingZeros || leadingZeros.isAccepted)
  })

/**
 * The texts of a column that lose their zeros as numbers; undefined where there are none.
 *
 * @param column.isWhole all rows of the file can be read, and not only the first ones
 */
async function leadingZerosOf(
  { view, dataset, isDraft, form }: Input,
  { before, at, type, isWhole }: { before: Field; at: number; type: TypeChoice; isWhole: boolean },
): Promise<LeadingZeros | undefined> {
  if ((type !== 'integer' && type !== 'number') || choiceOf(before) !== 'string') return undefined
  const starts = capable(before, 'index') ? '0' : undefined
  const values = await firstValues(view, dataset, { field: before, isDraft, starts })
  const texts = values.map(([text]) => text.trim()).filter((text) => /^0\d+$/.test(text))
  const [sample] = texts
  if (sample === undefined) return undefined
  const isExact = isWhole && values.length < limits.pages.typeCheckRows
  return { count: texts.length, isExact, sample, isAccepted: form?.get(zerosInput(at, type)) === 'remove' }
}

/** A field without the expression that reads its numbers. */
function asNew({ 'x-transform': transform, ...field }: Field): Field {
  const { expr, ...others } = transform ?? {}
  return expr && isNumberExpression(expr)
    ? { ...field, 'x-transform': others }
    : { ...field, ...(transform ? { 'x-transform': transform } : {}) }
}

/** A version with chosen types. */
export function withTypes(version: Version, fields: readonly Field[]): Version {
  const schema = version.schema.map((field, at) => {
    const chosen = fields[at]
    return chosen && choiceOf(chosen) !== choiceOf(field)
      ? { ...field, type: chosen.type, format: chosen.format }
      : field
  })
  return { ...version, schema }
}

/** A field with the notation of its dates, or of its numbers where most have a unit. */
function asWritten(
  field: Field,
  input: {
    type: TypeChoice
    near: NearType | undefined
    values: readonly (readonly [string, number])[]
    column: DetectedField | undefined
  },
): Field {
  const { type, near, values, column } = input
  if ((type === 'date' || type === 'date-time') && !column?.format)
    return withNotation(field, near ? near.notation : dateNotation(type, values))
  const isPlain = type !== 'number' || near || field['x-transform']?.expr
  const notation = isPlain ? undefined : commonNotation(values)
  return notation ? withNumberExpression(field, numberExpression(notation)) : field
}

/** The values were read with the transformation of the version: another one is still to apply. */
function asRead(field: Field, before: Field): Field {
  const { 'x-transform': transform, ...rest } = field
  return transform?.expr === before['x-transform']?.expr ? rest : field
}

/** None where no value has the type. Rows are left out only where the processing accepts as many. */
function treatmentsOf(
  { nature }: Dataset,
  { valid, invalid }: InvalidValues,
  rows: number,
): readonly InvalidTreatment[] {
  const isFew = invalid <= rows * limits.processing.maxBadLineShare
  if (valid === 0) return []
  if (nature === 'rest') return isFew ? ['keep'] : []
  return isFew ? ['empty', 'leave'] : ['empty']
}

/** The treatment of the version, which the form proposes. */
function earlier(before: Field, treatments: readonly InvalidTreatment[]): InvalidTreatment | undefined {
  const typed = before['x-transform']?.type || before['x-transform']?.expr
  const kept = typed && !emptiesInvalid(before) ? 'leave' : 'empty'
  return treatments.find((one) => one === kept) ?? treatments[0]
}

/** The values of a column in the first rows. @param starts first characters of the values */
async function firstValues(
  { ctx }: View,
  { id }: Dataset,
  { field, isDraft, starts }: { field: Field; isDraft: boolean; starts?: string | undefined },
): Promise<[string, number][]> {
  const opened = await openLines(ctx, { id, draft: isDraft })
  const params = new URLSearchParams({
    ...(isDraft ? { draft: 'true' } : {}),
    ...(starts === undefined ? {} : { [`${field.key}_starts`]: starts }),
  })
  const { lines } = await readTable(ctx, opened, { params, fields: [field], size: limits.pages.typeCheckRows })
  return lines.flatMap((line) => {
    const value = ownValue(line, field.key)
    return value === undefined || value === null ? [] : [[String(value), 1]]
  })
}
