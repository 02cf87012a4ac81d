/**
 * Numbers that are written with a unit (`212,92 €`, `$1,150.25`) or as in accounts (`(1,250.00)`): their notation, their value, and
 * the expression that reads them. Pure.
 */

import { limits } from '../../limits'

export type NumberNotation = {
  /** The same for all values, before or after the number; some may lack that of a currency. */
  unit?: string
  /** Between groups of three digits; spaces always may be. */
  grouping?: ',' | '.'
  decimal?: ',' | '.'
  /** Negative numbers are in brackets. */
  brackets?: true
}

/** The space, the no-break space, and the narrow one. */
const spaces = [' ', '\u00a0', '\u202f']
const space = `[${spaces.join('')}]`
const currencies = '€$£¥'
const currency = `[${currencies}]`
/** A comma is between the thousands of these. */
const commaCurrencies = '$£¥'
const withUnit = new RegExp(
  // A word is a unit only after a space: `12A` is a code.
  `^(?<sign>-)?(?:(?<before>${currency})${space}*)?(?<number>[-+]?\\d(?:[\\d.,]|${space}(?=\\d))*)(?:${space}*(?<symbol>${currency}|[%‰°]|°[CF])|${space}+(?<word>\\p{L}[\\p{L}²³/]{0,11}))?$`,
  'u',
)
type Marks = Pick<NumberNotation, 'grouping' | 'decimal'>

/** A number with its sign and without its unit. */
type Written = { number: string; unit: string | undefined; isInBrackets: boolean }

function written(text: string): Written | undefined {
  const trimmed = text.trim()
  const inner = /^\((.+)\)$/.exec(trimmed)?.[1]
  const { sign = '', before, number, symbol, word } = withUnit.exec(inner?.trim() ?? trimmed)?.groups ?? {}
  const [unit, ...others] = [before, symbol, word].filter((part) => part !== undefined)
  if (number === undefined || others.length > 0) return undefined
  const signed = sign + number
  return inner !== undefined && /^[-+]/.test(signed)
    ? undefined
    : { number: signed, unit, isInBrackets: inner !== undefined }
}

const marks: readonly Marks[] = [
  {},
  { decimal: ',' },
  { decimal: '.' },
  { grouping: ',' },
  { grouping: '.' },
  { grouping: ',', decimal: '.' },
  { grouping: '.', decimal: ',' },
]

const notations = marks.map((one) => ({ ...one, pattern: numberPattern(one) }))

/** Bits of the forms of numbers. */
const bare = 1
const inBrackets = 2
const withoutBrackets = 4

/** Its state is JSON, so that the pass over the values may be split in slices. */
export type NotationTallyState = { unit: string | null; marks: number; forms: number }

const everyMark = 2 ** notations.length - 1

/** Follows the notation of values that are all numbers with one unit, or as in accounts, in one pass. */
export class NotationTally {
  #unit: string | undefined
  /** Bits of the notations that all numbers have; none once a value is not such a number. */
  #marks: number
  #forms: number

  constructor({ unit, marks, forms }: NotationTallyState = { unit: null, marks: everyMark, forms: 0 }) {
    this.#unit = unit ?? undefined
    this.#marks = marks
    this.#forms = forms
  }

  add(text: string): void {
    if (this.#marks === 0) return
    const one = written(text)
    if (!one || (one.unit ?? this.#unit) !== (this.#unit ?? one.unit)) {
      this.stop()
      return
    }
    this.#unit ??= one.unit
    this.#forms |= (one.unit === undefined ? bare : 0) | (one.isInBrackets ? inBrackets : withoutBrackets)
    // The number without a unit may be in another one, unless it is money.
    if (this.#forms & bare && this.#unit !== undefined && !currencies.includes(this.#unit)) this.stop()
    for (const [at, { pattern }] of notations.entries()) if (!pattern.test(one.number)) this.#marks &= ~(1 << at)
  }

  /** A value is not a number with a unit. */
  stop(): void {
    this.#marks = 0
  }

  /**
   * Undefined where values have several units or are plain numbers, where a mark may be decimal or group digits (`1,150 €`), and where
   * all values are in brackets.
   */
  get notation(): NumberNotation | undefined {
    const found = this.#certainMarks()
    if (!found) return undefined
    const isInBrackets = (this.#forms & inBrackets) !== 0
    if (isInBrackets && !(this.#forms & withoutBrackets)) return undefined
    if (this.#unit === undefined && !isInBrackets && found.grouping === undefined) return undefined
    return {
      ...(this.#unit === undefined ? {} : { unit: this.#unit }),
      ...found,
      ...(isInBrackets ? { brackets: true } : {}),
    }
  }

  toJSON(): NotationTallyState {
    return { unit: this.#unit ?? null, marks: this.#marks, forms: this.#forms }
  }

  #certainMarks(): Marks | undefined {
    const [found, ...others] = marks.filter((_, at) => this.#marks & (1 << at))
    const grouped = others.find(({ grouping }) => grouping !== undefined && grouping === found?.decimal)
    if (!grouped) return found
    return grouped.grouping === ',' && commaCurrencies.includes(this.#unit ?? ' ') ? grouped : undefined
  }
}

/** The notation of values that are all numbers with one unit; see `NotationTally`. */
export function numberNotation(values: readonly string[]): NumberNotation | undefined {
  const tally = new NotationTally()
  for (const value of values) tally.add(value)
  return tally.notation
}

/** The notation of the values with the most common unit, where these are at least half of the cells. */
export function commonNotation(values: readonly (readonly [string, number])[]): NumberNotation | undefined {
  const cells = (some: typeof values) => some.reduce((sum, [, count]) => sum + count, 0)
  const numbers = values.flatMap((value) => {
    const one = written(value[0])
    return one ? [{ unit: one.unit, value }] : []
  })
  const [most] = [...Map.groupBy(numbers, ({ unit }) => unit)]
    .filter(([unit]) => unit !== undefined)
    .map(([unit, group]) => ({ unit, count: cells(group.map(({ value }) => value)) }))
    .toSorted((one, other) => other.count - one.count)
  const isMoney = currencies.includes(most?.unit ?? '')
  const alike = numbers.filter(({ unit }) => unit === most?.unit || (unit === undefined && isMoney))
  const group = alike.map(({ value }) => value)
  return cells(group) * 2 >= cells(values) ? numberNotation(group.map(([text]) => text)) : undefined
}

/**
 * The unit of most values, with the other values, for columns that are text because of these.
 *
 * @returns undefined where all values have the unit, or too few
 */
export function nearUnit(values: readonly string[]): { unit: string; others: string[] } | undefined {
  const { unit } = commonNotation(values.map((text) => [text, 1])) ?? {}
  if (unit === undefined) return undefined
  const others = values.filter((text) => {
    const one = written(text)
    return !one || (one.unit !== unit && !(one.unit === undefined && currencies.includes(unit)))
  })
  const isNear = others.length > 0 && others.length <= values.length * limits.schema.nearTypeHintShare
  return isNear ? { unit, others: [...new Set(others)] } : undefined
}

function numberPattern({ grouping, decimal }: Marks): RegExp {
  const between = grouping ? `[${grouping}]` : space
  const decimals = decimal ? `(?:[${decimal}]\\d+)?` : ''
  return new RegExp(`^[-+]?(?:(?:0|[1-9]\\d*)|[1-9]\\d{0,2}(?:${between}\\d{3})+)${decimals}$`, 'u')
}

/** The number of a text that is a number with one unit; any other text as it is. */
export function withoutUnit(text: string): string {
  const one = written(text)
  return one?.unit !== undefined && !one.isInBrackets ? one.number : text
}

/** The number of a text with a unit; undefined where it has none, or may be two numbers. */
export function numberWithUnit(text: string): number | undefined {
  const notation = numberNotation([text])
  if (notation?.unit === undefined) return undefined
  const value = replacementsOf(notation).reduce((rest, [sought, by]) => rest.replaceAll(sought, by), text)
  return Number(value)
}

/** The expression of `x-transform` that reads numbers in this notation. */
export function numberExpression(notation: NumberNotation): string {
  const replacements = replacementsOf(notation)
  return replacements.reduce((expression, [sought, by]) => `REPLACE(${expression}, "${sought}", "${by}")`, 'value')
}

function replacementsOf({ unit, grouping, decimal, brackets }: NumberNotation): [string, string][] {
  const removed = [...(unit ? [unit] : []), ...spaces, ...(grouping ? [grouping] : []), ...(brackets ? [')'] : [])]
  return [
    ...removed.map((sought): [string, string] => [sought, '']),
    ...(brackets ? [['(', '-'] as [string, string]] : []),
    ...(decimal === ',' ? [[',', '.'] as [string, string]] : []),
  ]
}

/** Whether an expression is one of `numberExpression`. */
export const isNumberExpression = (expression: string): boolean =>
  /^(?:REPLACE\()+value(?:, "[^"]+", "[-.]?"\))+$/.test(expression)
