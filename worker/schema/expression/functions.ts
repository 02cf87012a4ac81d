/** The functions of expressions. An absent argument gives an absent result, except in concatenations. */

import slugify from 'slugify'
import SparkMD5 from 'spark-md5'
import { limits } from '../../limits'
import { excerptOf } from '../cut-text'
import { calendarDate, transformDate } from './dates'
import { ExpressionError } from './tokens'
import { contains, isCallable, joined, memberOf, numberOf, textOf, type Value } from './values'

/** A function of the library. `step` is called for each processed element. */
export type Applied = (args: readonly Value[], step: () => void) => Value

const isAbsent = (value: Value): value is null | undefined => value === null || value === undefined

/** A function whose first argument is converted to text. */
const ofText =
  (apply: (text: string, ...rest: Value[]) => Value): Applied =>
  ([first, ...rest]) =>
    isAbsent(first) ? null : apply(textOf(first), ...rest)

const ofNumber =
  (apply: (number: number) => number): Applied =>
  ([first]) =>
    isAbsent(first) ? null : apply(numberOf(first))

const concat: Applied = (args) => joined(args, '')
const all = (args: readonly Value[]): Value[] => args.flat().filter((value) => !isAbsent(value))
const sum: Applied = (args) => all(args).reduce<number>((total, value) => total + numberOf(value), 0)
const average: Applied = (args) => {
  const values = all(args)
  return values.length === 0 ? null : numberOf(sum(values, () => {})) / values.length
}
const extreme =
  (choose: (...numbers: number[]) => number): Applied =>
  (args) => {
    const numbers = all(args).map(numberOf)
    return numbers.length === 0 ? null : choose(...numbers)
  }

/** A number with so many decimals; with a negative number of them, in tens, hundreds… */
function rounded(number: number, digits: number): number {
  // The exponent is moved as text: multiplied, 1.005 would be 100.49999999999999.
  const moved = (value: number, by: number): number => {
    const [mantissa = '', exponent = '0'] = String(value).split('e')
    return Number(`${mantissa}e${Number(exponent) + by}`)
  }
  const whole = Math.trunc(digits)
  return whole === 0 || !Number.isFinite(number) ? Math.round(number) : moved(Math.round(moved(number, whole)), -whole)
}

const nonWord = /[^\p{L}\p{N}_]+/gu
const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase()

function pad(text: string, width: Value, filler: Value, isLeft: boolean): string {
  const most = Math.min(numberOf(width), limits.expressions.maxPadChars)
  const fill = isAbsent(filler) ? ' ' : textOf(filler)
  return isLeft ? text.padStart(most, fill) : text.padEnd(most, fill)
}

/** The text between two delimiters; an empty or absent one is the beginning or the end. */
function extract(text: string, before: Value, after: Value): Value {
  const head = textOf(before)
  const from = text.indexOf(head)
  if (from < 0) return null
  const rest = text.slice(from + head.length)
  const tail = textOf(after)
  const to = tail === '' ? rest.length : rest.indexOf(tail)
  return to < 0 ? null : rest.slice(0, to)
}

function slug(text: string, separator: Value): string {
  return slugify(text, { lower: true, strict: true, replacement: isAbsent(separator) ? '-' : textOf(separator) })
}

const truths = /^(1|true|vrai|oui|yes|o|y|t|v)$/i

function isTrue(value: Value): boolean {
  return typeof value === 'string' ? truths.test(value.trim()) : Boolean(value)
}

function parsed(text: string): Value {
  try {
    // JSON values are values of expressions.
    return JSON.parse(text) as Value
  } catch {
    throw new ExpressionError({ en: `"${excerptOf(text)}" is not JSON`, fr: `"${excerptOf(text)}" n'est pas du JSON` })
  }
}

/** `map`, `filter`, `fold` take their function first or second. */
const overList =
  (apply: (call: (...args: Value[]) => Value, list: Value[], initial: Value) => Value): Applied =>
  (args, step) => {
    const callable = args.find((arg) => isCallable(arg ?? null))
    const list = args.find((arg) => Array.isArray(arg))
    if (!callable || !isCallable(callable) || !Array.isArray(list)) {
      throw new ExpressionError({
        en: 'a function and a list are expected',
        fr: 'une fonction et une liste sont attendues',
      })
    }
    const call = (...values: Value[]) => {
      step()
      return callable.call(values)
    }
    return apply(call, list, args[1])
  }

const join: Applied = ([first, second]) => {
  const [list, separator] = Array.isArray(first) ? [first, second] : [second, first]
  return Array.isArray(list) ? joined(list, textOf(separator ?? ',')) : textOf(list)
}

export const functions: ReadonlyMap<string, Applied> = new Map<string, Applied>([
  ['CONCAT', concat],
  ['CONCATENATE', concat],
  ['UPPER', ofText((text) => text.toUpperCase())],
  ['LOWER', ofText((text) => text.toLowerCase())],
  ['TRIM', ofText((text) => text.replace(nonWord, ' ').trim())],
  ['TITLE', ofText((text) => text.replace(/[\p{L}\p{N}]+/gu, capital))],
  ['PHRASE', ofText((text) => capital(text.trim()))],
  ['PAD_LEFT', ofText((text, width, filler) => pad(text, width, filler, true))],
  ['PAD_RIGHT', ofText((text, width, filler) => pad(text, width, filler, false))],
  [
    'SUBSTRING',
    ofText((text, start, length) => {
      const from = numberOf(start)
      const first = from < 0 ? Math.max(0, text.length + from) : from
      return text.slice(first, isAbsent(length) ? undefined : first + Math.max(0, numberOf(length)))
    }),
  ],
  [
    'REPLACE',
    ofText((text, sought, by) => (textOf(sought) === '' ? text : joined(text.split(textOf(sought)), textOf(by)))),
  ],
  ['EXTRACT', ofText(extract)],
  ['SLUG', ofText(slug)],
  ['SUM', sum],
  ['AVG', average],
  ['AVERAGE', average],
  ['STRPOS', ofText((text, sought) => text.indexOf(textOf(sought)))],
  ['MD5', (args) => SparkMD5.hash(joined(args, ''))],
  ['SPLIT', ofText((text, separator) => text.split(textOf(separator ?? ',')))],
  ['JOIN', join],
  ['TRANSFORM_DATE', ofText((text, ...how) => transformDate(text, how.map(textOf)))],
  ['YEAR', ofText((text) => calendarDate(text).year)],
  ['MONTH', ofText((text) => calendarDate(text).month)],
  ['DAY', ofText((text) => calendarDate(text).day)],
  [
    'DAYS',
    ofText((end, start) => (isAbsent(start) ? null : calendarDate(end).number - calendarDate(textOf(start)).number)),
  ],
  ['TRUTHY', ([value]) => isTrue(value)],
  ['DEFINED', ([value]) => !isAbsent(value)],
  ['JSON_PARSE', ofText(parsed)],
  ['GET', ([of, name, otherwise]) => memberOf(of, textOf(name)) ?? otherwise ?? null],
  ['join', join],
  ['sum', sum],
  ['min', extreme(Math.min)],
  ['max', extreme(Math.max)],
  ['map', overList((call, list) => list.map((item, i) => call(item, i)))],
  ['filter', overList((call, list) => list.filter((item, i) => Boolean(call(item, i))))],
  ['fold', overList((call, list, initial) => list.reduce<Value>((so, item, i) => call(so, item, i), initial))],
  ['indexOf', ([sought, whole]) => indexIn(sought, whole)],
  ['contains', ([whole, part]) => contains(whole, part)],
  ['length', ([value]) => (Array.isArray(value) ? value.length : textOf(value).length)],
  ['abs', ofNumber(Math.abs)],
  ['ceil', ofNumber(Math.ceil)],
  ['floor', ofNumber(Math.floor)],
  [
    'round',
    ([value, digits]) => (isAbsent(value) ? null : rounded(numberOf(value), isAbsent(digits) ? 0 : numberOf(digits))),
  ],
  ['trunc', ofNumber(Math.trunc)],
  ['sign', ofNumber(Math.sign)],
  ['sqrt', ofNumber(Math.sqrt)],
  ['ln', ofNumber(Math.log)],
  ['exp', ofNumber(Math.exp)],
  ['log10', ofNumber(Math.log10)],
  ['pow', ([base, power]) => numberOf(base) ** numberOf(power)],
  ['roundTo', ([value, digits]) => rounded(numberOf(value), numberOf(digits))],
])

const foldedNames: ReadonlyMap<string, string> = new Map(
  [...functions.keys()].map((name) => [name.toLowerCase(), name]),
)

/** The function of a name; in a call its case does not matter. */
export const functionNamed = (name: string): Applied | undefined =>
  functions.get(name) ?? functions.get(foldedNames.get(name.toLowerCase()) ?? '')

function indexIn(sought: Value, whole: Value): Value {
  return Array.isArray(whole) ? whole.indexOf(sought) : textOf(whole).indexOf(textOf(sought))
}
