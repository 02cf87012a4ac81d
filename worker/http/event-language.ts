import type { Language } from '../errors'
import { languageOf } from '../net/language'

/** The language of events, which programs read: French unless the caller chooses another, as in data-fair. */
export function eventLanguage(headers: Headers): Language {
  const isChosen = headers.has('accept-language') || (headers.get('cookie')?.includes('i18n_lang=') ?? false)
  return isChosen ? languageOf(headers) : 'fr'
}
