/** The transformation of a field (`x-transform`) as functions of a cell. Pure. */
import { problem } from '../../errors'
import { excerptOf } from '../cut-text'
import type { Field } from '../field'
import { compile, ExpressionError, resultFor } from '.'

/** Whether a value that is not of the type of its field is read as an empty cell; otherwise its row is left out. */
export const emptiesInvalid = (field: Field): boolean => field['x-transform']?.emptyInvalid === true

/** Whether a value that the expression of its field cannot compute leaves its row out, instead of stopping the file. */
export const leavesOutInvalid = (field: Field): boolean => field['x-transform']?.emptyInvalid === false

/**
 * The text that the expression of a field computes from the text of a cell, trimmed and not empty. Undefined without expression.
 *
 * @throws ExpressionError when the value cannot be computed, from the returned function
 */
export function transformation({ 'x-transform': transform, separator }: Field): ((raw: string) => string) | undefined {
  if (!transform?.expr) return undefined
  const evaluate = compile(transform.expr)
  const typed = { type: typeNamed(transform.type), separator }
  return (raw) => String(resultFor(typed, evaluate(new Map([['value', raw]]))) ?? '')
}

/** The error of a file whose cell cannot be computed; errors of other kinds are thrown again. */
export function transformationProblem(error: unknown, { key, line, raw }: { key: string; line: number; raw: string }) {
  if (!(error instanceof ExpressionError)) throw error
  return problem('expression-failed', { column: key, line, reason: error.reason, value: excerptOf(raw) })
}

/** Without a declared type the result is text, whose type is detected like that of any column. */
function typeNamed(name: string | null | undefined): Field['type'] {
  return name === 'integer' || name === 'number' || name === 'boolean' ? name : 'string'
}
