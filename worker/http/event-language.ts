import type { Language } from '../errors'
import { chosenLanguage } from '../net/language'

/** The language of events, which programs read: French unless the caller chooses another, as in data-fair. */
export const eventLanguage = (headers: Headers): Language => chosenLanguage(headers) ?? 'fr'
