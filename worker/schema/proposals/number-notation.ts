/** Numbers that are written with a unit (`212,92 €`, `$1,150.25`): their notation, their value, and the expression that reads them. Pure. */

import { limits } from '../../limits'

export type NumberNotation = {
  /** The same for all values, before or after the number. */
  unit: string
  /** Between groups of three digits; spaces always may be. */
  grouping?: ',' | '.'
  decimal?: ',' | '.'
}

/** The space, the no-break space, and the narrow one. */
const spaces = [' ', '\u00a0', '\u202f']
const space = `[${spaces.join('')}]`
const currency = '[€$£¥]'
const withUnit = new RegExp(
  // A word is a unit only after a space: `12A` is a code.
  `^(?:(?<before>${currency})${space}*)?(?<number>[-+]?\\d(?:[\\d.,]|${space}(?=\\d))*)(?:${space}*(?<symbol>${currency}|[%‰°]|°[CF])|${space}+(?<word>\\p{L}[\\p{L}²³/]{0,11}))?$`,
  'u',
)
type Marks = Omit<NumberNotation, 'unit'>

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

/** Its state is JSON, so that the pass over the values may be split in slices. */
export type NotationTallyState = { unit: string | null; marks: number }

const everyMark = 2 ** notations.length - 1

/** Follows the notation of values that are all numbers with one unit, in one pass. */
export class NotationTally {
  #unit: string | undefined
  /** Bits of the notations that all numbers have; none once a value is not a number with the unit. */
  #marks: number

  constructor({ unit, marks }: NotationTallyState = { unit: null, marks: everyMark }) {
    this.#unit = unit ?? undefined
    this.#marks = marks
  }

  add(text: string): void {
    if (this.#marks === 0) return
    const { before, number, symbol, word } = withUnit.exec(text.trim())?.groups ?? {}
    const [unit, ...others] = [before, symbol, word].filter((part) => part !== undefined)
    const isOfUnit = unit !== undefined && others.length === 0 && (this.#unit ?? unit) === unit
    if (isOfUnit) this.#unit = unit
    for (const [at, { pattern }] of notations.entries())
      if (number === undefined || !isOfUnit || !pattern.test(number)) this.#marks &= ~(1 << at)
  }

  /** A value is not a number with a unit. */
  stop(): void {
    this.#marks = 0
  }

  /** Undefined where values have no unit or several, and where a mark may be decimal or group digits (`1,150 €`). */
  get notation(): NumberNotation | undefined {
    const [found, ...others] = notations.filter((_, at) => this.#marks & (1 << at))
    if (!found || this.#unit === undefined) return undefined
    if (others.some(({ grouping }) => grouping !== undefined && grouping === found.decimal)) return undefined
    const { pattern: _, ...notation } = found
    return { unit: this.#unit, ...notation }
  }

  toJSON(): NotationTallyState {
    return { unit: this.#unit ?? null, marks: this.#marks }
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
  const ofUnit = (text: string) => {
    const { before, symbol, word } = withUnit.exec(text.trim())?.groups ?? {}
    return before ?? symbol ?? word
  }
  const cells = (some: typeof values) => some.reduce((sum, [, count]) => sum + count, 0)
  const groups = [...Map.groupBy(values, ([text]) => ofUnit(text))].filter(([unit]) => unit !== undefined)
  const [most] = groups.map(([, group]) => group).toSorted((one, other) => cells(other) - cells(one))
  return most && cells(most) * 2 >= cells(values) ? numberNotation(most.map(([text]) => text)) : undefined
}

/**
 * The unit of most values, with the other values, for columns that are text because of these.
 *
 * @returns undefined where all values have the unit, or too few
 */
export function nearUnit(values: readonly string[]): { unit: string; others: string[] } | undefined {
  const notation = commonNotation(values.map((text) => [text, 1]))
  if (!notation) return undefined
  const others = values.filter((text) => numberNotation([text])?.unit !== notation.unit)
  const isNear = others.length > 0 && others.length <= values.length * limits.schema.nearTypeHintShare
  return isNear ? { unit: notation.unit, others: [...new Set(others)] } : undefined
}

function numberPattern({ grouping, decimal }: Marks): RegExp {
  const between = grouping ? `[${grouping}]` : space
  const decimals = decimal ? `(?:[${decimal}]\\d+)?` : ''
  return new RegExp(`^[-+]?(?:(?:0|[1-9]\\d*)|[1-9]\\d{0,2}(?:${between}\\d{3})+)${decimals}$`, 'u')
}

/** The number of a text that is a number with one unit; any other text as it is. */
export function withoutUnit(text: string): string {
  const { before, number, symbol, word } = withUnit.exec(text)?.groups ?? {}
  const units = [before, symbol, word].filter((part) => part !== undefined)
  return number !== undefined && units.length === 1 ? number : text
}

/** The number of a text with a unit; undefined where it has none, or may be two numbers. */
export function numberWithUnit(text: string): number | undefined {
  const notation = numberNotation([text])
  if (!notation) return undefined
  const value = replacementsOf(notation).reduce((rest, [sought, by]) => rest.replaceAll(sought, by), text)
  return Number(value)
}

/** The expression of `x-transform` that reads numbers in this notation. */
export function numberExpression(notation: NumberNotation): string {
  const replacements = replacementsOf(notation)
  return replacements.reduce((expression, [sought, by]) => `REPLACE(${expression}, "${sought}", "${by}")`, 'value')
}

function replacementsOf({ unit, grouping, decimal }: NumberNotation): [string, string][] {
  const removed = [unit, ...spaces, ...(grouping ? [grouping] : [])]
  return [
    ...removed.map((sought): [string, string] => [sought, '']),
    ...(decimal === ',' ? [[',', '.'] as [string, string]] : []),
  ]
}

/** Whether an expression is one of `numberExpression`. */
export const isNumberExpression = (expression: string): boolean =>
  /^(?:REPLACE\()+value(?:, "[^"]+", "\.?"\))+$/.test(expression)
