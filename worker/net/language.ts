/** The language of a request. Pure. */
import type { Language } from '../errors'

/** French when the caller prefers it, else English. */
export function languageOf(headers: Headers): Language {
  const cookie = /(?:^|;\s*)i18n_lang=(fr|en)/.exec(headers.get('cookie') ?? '')?.[1]
  if (cookie === 'fr' || cookie === 'en') return cookie
  const preferred = headers.get('accept-language')
  if (!preferred) return 'en'
  const first = preferred
    .slice(0, 200)
    .split(',', 10)
    .map((item) => item.trim().slice(0, 2).toLowerCase())
    .find((item) => item === 'fr' || item === 'en')
  return first === 'fr' ? 'fr' : 'en'
}
