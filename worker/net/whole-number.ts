import { problem } from '../errors'
import { excerptOf } from '../schema/cut-text'

/** The whole number that a parameter gives. @throws `parameter-invalid` below `min`, and beyond what a double holds exactly */
export function wholeNumber(parameter: string, text: string, min = 0): number {
  const value = /^\d{1,16}$/.test(text.trim()) ? Number(text) : Number.NaN
  if (Number.isSafeInteger(value) && value >= min) return value
  const reason = {
    en: `"${excerptOf(text)}" is not a whole number from ${min}.`,
    fr: `"${excerptOf(text)}" n'est pas un nombre entier à partir de ${min}.`,
  }
  throw problem('parameter-invalid', { parameter, reason })
}
