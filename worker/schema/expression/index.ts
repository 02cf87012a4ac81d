/**
 * Expressions that compute the values of a column: `UPPER(value)`, `CONCAT(a, " ", b)`. They are never compiled to JavaScript, and
 * their evaluation is bounded.
 */
export { ignoredValues } from './arity'
export { compile } from './compile'
export { resultConverter, resultFor } from './convert-result'
export { expressionFault, isWhole, namesOf, operandsOf } from './inspect'
export { ExpressionError } from './tokens'
export type { Value } from './values'
