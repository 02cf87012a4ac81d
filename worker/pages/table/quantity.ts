/** Detects numeric columns that are quantities, with grouped digits: years, codes and identifiers are not. Pure. */
import { isCode } from '../../../applications/shared/charting/column'
import type { FieldStatistics } from '../../datasets'
import { chartColumn } from '../../previews/chart-column'
import type { Field } from '../../schema/field'
import { centDigits, decimalsOf, isAmount } from '../../schema/numbers/amounts'

/** Quantities have different numbers of digits, or this ratio; codes have about the same number of digits. */
const codeSpread = 100
/** Numbers are years when the last is one of these, and most are near it. */
const [firstYear, lastYear] = [1500, 2100]
const leastAverageYear = 1700

type Spread = Pick<FieldStatistics, 'min' | 'max' | 'cardinality' | 'filled' | 'sum'>

/** Whether the numbers of a field are quantities, with thousands separators. */
export function isQuantity(field: Field, statistics: Spread | undefined): boolean {
  if (field.type === 'number') return true
  if (field.type !== 'integer' || field['x-refersTo'] || isCode(chartColumn(field))) return false
  const { min, max, cardinality, filled, sum } = statistics ?? {}
  if (typeof min !== 'number' || typeof max !== 'number' || filled === undefined) return false
  // Distinct values without gaps: row numbers.
  if (cardinality === filled && max - min + 1 === filled) return false
  if (min <= 0 || max / min >= codeSpread) return true
  const digits = (value: number) => String(value).length
  const average = sum === undefined ? max : sum / filled
  const mayBeYears = max >= firstYear && max <= lastYear && average >= leastAverageYear
  return !mayBeYears && (digits(min) !== digits(max) || (digits(max) === 4 && max > lastYear))
}

/** Whether the numbers of a field are quantities, from a few of its values. */
export function areQuantities(field: Field, values: readonly unknown[]): boolean {
  const numbers = values.filter((value) => typeof value === 'number')
  if (numbers.length === 0) return isQuantity(field, undefined)
  const sum = numbers.reduce((total, value) => total + value, 0)
  const cardinality = new Set(numbers).size
  return isQuantity(field, {
    min: Math.min(...numbers),
    max: Math.max(...numbers),
    cardinality,
    filled: numbers.length,
    sum,
  })
}

/** A computed number without the digits that its arithmetic makes up: sums of decimals are exact to twelve digits. */
export const readable = (value: number): number => (Number.isInteger(value) ? value : Number(value.toPrecision(12)))

/** Whether a number is shown with its cents: it or another one of its column has decimals, of which two are enough. */
export function hasCents(field: Field, value: number, decimals: number): boolean {
  if (!isAmount(field)) return false
  const most = Math.max(decimals, decimalsOf(value))
  return most > 0 && most <= centDigits
}

/**
 * The decimals of the numbers of a column: of amounts those of all rows, as far as the statistics tell, so that a row that is shown
 * alone is written like the others.
 */
export function decimalsIn(field: Field, statistics: Known | undefined, values: readonly unknown[] = []): number {
  if (field.type !== 'number') return 0
  const shown = alignedDecimals(values)
  if (!statistics || !isAmount(field)) return shown
  const { min, max, sum, frequent = [] } = statistics
  const texts = frequent.map(([text]) => Number(text.replace(/\s/g, '').replace(',', '.')))
  const known = [min, max, sum, ...texts].filter((value) => typeof value === 'number' && Number.isFinite(value))
  return Math.max(shown, alignedDecimals(known.map((value) => readable(Number(value)))))
}

type Known = Pick<FieldStatistics, 'min' | 'max' | 'sum'> & Partial<Pick<FieldStatistics, 'frequent'>>

/** Numbers with more decimals are not aligned: the others would have too much room beside them. */
const maxAligned = 6

/** The decimals to which the numbers of a column are aligned. */
export function alignedDecimals(values: readonly unknown[]): number {
  const most = Math.max(0, ...values.map((value) => (typeof value === 'number' ? decimalsOf(value) : 0)))
  return most > maxAligned ? 0 : most
}

/** An average with four digits, or all digits of its whole part: enough to compare it. */
export function compared(value: number): number {
  const whole = Math.floor(Math.log10(Math.abs(value) || 1)) + 1
  return Number(value.toFixed(Math.min(10, Math.max(0, 4 - whole))))
}

/** Share of repeated values from which an estimate of them means something: three times its standard error. */
const tellingShare = 0.1

/** Whether the repeated ones among `count` values are too few for an estimate of the `distinct` values to show. */
export const isNearlyUnique = (distinct: number, count: number): boolean =>
  count > 0 && count - distinct <= count * tellingShare

/** The digits of a number of distinct values that are known: an estimate is within 3 %. */
export const knownCount = (count: number, isExact: boolean): number => (isExact ? count : Number(count.toPrecision(2)))
