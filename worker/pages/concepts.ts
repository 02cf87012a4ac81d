import type { Language } from '../errors'
import { type Concept, conceptTitle } from '../schema/concepts'
import { typeset } from '../typography'

/** The title of a concept as pages print it. Responses of the API have straight apostrophes. */
export const conceptText = (concept: Concept, language: Language): string => typeset(conceptTitle(concept, language))
