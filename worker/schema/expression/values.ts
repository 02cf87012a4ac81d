/** The values of expressions. An absent one counts as an empty text beside texts, and as 0 beside numbers. */

import { limits } from '../../limits'
import { excerptOf } from '../cut-text'
import { ExpressionError } from './tokens'

/** A value of an expression. Objects are JSON objects. */
export type Value = string | number | boolean | null | undefined | Value[] | { [name: string]: Value } | Callable
/** A function: of the library, or defined by the expression itself. */
export type Callable = { readonly call: (args: readonly Value[]) => Value }

export function isCallable(value: Value): value is Callable {
  return typeof value === 'object' && value !== null && 'call' in value && typeof value.call === 'function'
}

/** An own member: inherited ones are not accessible. */
export function memberOf(value: Value, name: string): Value {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isCallable(value)) return null
  return Object.hasOwn(value, name) ? value[name] : null
}

/** The text of a value; '' when it is absent. @throws ExpressionError when it would be too long */
export function textOf(value: Value): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return joined(value, ',')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Concatenates texts; stops before the result is too long. @throws ExpressionError */
export function joined(values: readonly Value[], separator: string): string {
  const texts: string[] = []
  let size = 0
  for (const value of values) {
    const text = textOf(value)
    size += text.length + separator.length
    if (size > limits.expressions.maxTextChars)
      throw new ExpressionError({ en: 'the text is too long', fr: 'le texte est trop long' })
    texts.push(text)
  }
  return texts.join(separator)
}

/** @throws ExpressionError when a value is not a number */
export function numberOf(value: Value): number {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return Number(value)
  if (value === null || value === undefined) return 0
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
  if (Number.isNaN(number))
    throw new ExpressionError({
      en: `"${excerptOf(textOf(value))}" is not a number`,
      fr: `"${excerptOf(textOf(value))}" n'est pas un nombre`,
    })
  return number
}

/** Whether a list holds a value, a text a part. */
export function contains(whole: Value, part: Value): boolean {
  if (Array.isArray(whole)) return whole.includes(part)
  return typeof whole === 'string' && whole.includes(textOf(part))
}
