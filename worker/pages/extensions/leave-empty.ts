import { expressionFault, operandsOf } from '../../schema/expression'

/**
 * A calculation without a value for the rows that lack one of its numbers, which would count as 0. Pure.
 *
 * @param incomplete the columns with empty cells
 * @returns undefined when none of them is in the formula, or the formula is no plain calculation
 */
export function leaveEmpty(formula: string, incomplete: ReadonlySet<string>): string | undefined {
  if (formula.trim() === '' || expressionFault(formula) !== undefined) return undefined
  const operands = operandsOf(formula).filter((key) => incomplete.has(key))
  if (operands.length === 0) return undefined
  return `${operands.map((key) => `DEFINED(${key})`).join(' and ')} ? ${formula.trim()} : null`
}
