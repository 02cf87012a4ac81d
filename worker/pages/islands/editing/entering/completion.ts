/** Completes the text of a cell with an allowed value, as spreadsheets do. Pure. */
import { foldAccents } from '../../../../schema/fold-accents'

/** Values and their texts. */
export type Choices = readonly (readonly [string, string])[]

/**
 * The typed text followed by the rest of the first label that begins with it, or else of the first value. Case and accents do not matter.
 *
 * @returns undefined if no choice begins with the text, or one is equal to it
 */
export function completionOf(choices: Choices, typed: string): string | undefined {
  const start = foldAccents(typed)
  if (start === '' || choices.some((choice) => choice.some((one) => foldAccents(one) === start))) return undefined
  const texts = [...choices.map(([, label]) => label), ...choices.map(([value]) => value)]
  const found = texts.find((text) => foldAccents(text.slice(0, typed.length)) === start)
  return found === undefined ? undefined : typed + found.slice(typed.length)
}
