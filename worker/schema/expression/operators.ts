/** The operators of expressions. */
import { ExpressionError } from './tokens'
import { numberOf, textOf, type Value } from './values'

const arithmetic: Record<string, (a: number, b: number) => number> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
  '^': (a, b) => a ** b,
}

function compared(a: Value, b: Value): number {
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0
  return numberOf(a) - numberOf(b)
}

const comparisons: Record<string, (order: number) => boolean> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
}

function binary(operator: string, a: Value, b: Value): Value {
  if (operator === '==') return same(a, b)
  if (operator === '!=') return !same(a, b)
  if (operator === '||') return Array.isArray(a) && Array.isArray(b) ? [...a, ...b] : textOf(a) + textOf(b)
  const compare = comparisons[operator]
  if (compare) return compare(compared(a, b))
  const compute = arithmetic[operator]
  if (!compute) throw new ExpressionError({ en: `unknown operator ${operator}`, fr: `opérateur ${operator} inconnu` })
  return compute(numberOf(a), numberOf(b))
}

const same = (a: Value, b: Value) => (a ?? null) === (b ?? null)

function unary(operator: string, value: Value): Value {
  if (operator === 'not') return !value
  return operator === '-' ? -numberOf(value) : numberOf(value)
}

export const operators = { binary, unary }
