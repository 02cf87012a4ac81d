import { describe, type Language, type StoredProblem } from '../errors'
import { typeset } from '../typography'

/** The text of a problem in a page. Responses of the API have straight apostrophes: clients compare their texts. */
export const problemText = (stored: StoredProblem, language: Language): string => typeset(describe(stored, language))
