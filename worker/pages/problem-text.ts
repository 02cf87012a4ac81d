import { describe, type Language, type StoredProblem } from '../errors'
import { typeset } from '../typography'

/** The text of a problem in a page. Responses of the API have straight apostrophes: clients compare their texts. */
export const problemText = (stored: StoredProblem, language: Language): string =>
  printedText(describe(stored, language), language)

/** A text of the API as pages print it: with the apostrophes, the spaces and, in French, the quotes of its language. */
export function printedText(text: string, language: Language): string {
  const set = typeset(text)
  return language === 'fr' ? set.replace(/"([^"\n]+)"/g, '«\u202f$1\u202f»') : set
}
