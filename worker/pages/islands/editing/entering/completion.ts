/** The rest of a chosen value, as spreadsheets complete what is typed: selected, so that another letter replaces it. Pure. */
import { foldAccents } from '../../../../schema/fold-accents'

/** Values and their texts. */
export type Choices = readonly (readonly [string, string])[]

/**
 * What is typed, with the rest of the first label, or else value, that begins so; undefined when none does, and for one that is typed
 * in full. Case and accents do not matter.
 */
export function completionOf(choices: Choices, typed: string): string | undefined {
  const start = foldAccents(typed)
  if (start === '' || choices.some((choice) => choice.some((one) => foldAccents(one) === start))) return undefined
  const texts = [...choices.map(([, label]) => label), ...choices.map(([value]) => value)]
  const found = texts.find((text) => foldAccents(text.slice(0, typed.length)) === start)
  return found === undefined ? undefined : typed + found.slice(typed.length)
}
