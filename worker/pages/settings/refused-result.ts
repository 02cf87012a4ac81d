import type { ProblemCode } from '../../errors'
import { readRefusal } from '../form'
import type { FormResult } from './frame'
import type { RefusedInput } from './identity-fields'

const inputs = new Map<string, RefusedInput['input']>([
  ['password-wrong', 'password'],
  ['code-wrong', 'code'],
] satisfies [ProblemCode, RefusedInput['input']][])

/**
 * The result of a form that the API refused: the input at fault, else the error message.
 *
 * @param form the action of the form below the settings
 */
export async function refusedResult(answer: Response, form: string): Promise<FormResult> {
  const { code, text } = await readRefusal(answer)
  const input = inputs.get(code)
  return input ? { refused: { form, input, text } } : { refusal: text }
}
