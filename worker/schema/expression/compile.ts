import { evaluate, type Scope } from './evaluate'
import { parseExpression } from './parse'
import type { Value } from './values'

/** An expression, ready to be evaluated once per line. @throws ExpressionError when it cannot be read */
export function compile(expression: string): (values: Scope) => Value {
  const tree = parseExpression(expression)
  return (values) => evaluate(tree, values)
}
