/** What the tree of an expression tells before it is evaluated: the columns that it reads, the type of its result, its faults. Pure. */
import { namesIn, nodesOf } from './names'
import { parseExpression } from './parse'
import { ExpressionError } from './tokens'

/** The names of columns that an expression may read. @throws ExpressionError when it cannot be read */
export const namesOf = (expression: string): ReadonlySet<string> => namesIn(parseExpression(expression))

const calculating: ReadonlySet<string> = new Set(['+', '-', '*', '/', '%', '^'])

/** The columns of a calculation such as `(a + b) * 1.2`, whose absent values count as 0; none for other expressions. */
export function operandsOf(expression: string): string[] {
  const tree = parseExpression(expression)
  const isCalculation = nodesOf(tree).every(
    (node) =>
      node.type === 'name' ||
      node.type === 'value' ||
      ((node.type === 'binary' || node.type === 'unary') && calculating.has(node.operator)),
  )
  return isCalculation ? [...namesIn(tree)] : []
}

/** Functions whose results have no decimals. */
const wholeFunctions: ReadonlySet<string> = new Set([
  'YEAR',
  'MONTH',
  'DAY',
  'DAYS',
  'LENGTH',
  'FLOOR',
  'CEIL',
  'TRUNC',
  'ROUND',
])

/** Whether an expression is a call of a function whose results have no decimals. @throws ExpressionError when it cannot be read */
export function isWhole(expression: string): boolean {
  const tree = parseExpression(expression)
  if (tree.type === 'unary') return wholeFunctions.has(tree.operator.toUpperCase())
  if (tree.type !== 'call' || tree.callee.type !== 'name' || !wholeFunctions.has(tree.callee.name.toUpperCase()))
    return false
  // `ROUND(a, 2)` has decimals.
  return !/^round$/i.test(tree.callee.name) || tree.args.length === 1
}

/** Why an expression cannot be read; undefined when it can. */
export function expressionFault(expression: string): string | undefined {
  try {
    parseExpression(expression)
    return undefined
  } catch (error) {
    if (error instanceof ExpressionError) return error.message
    throw error
  }
}
