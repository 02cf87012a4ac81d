/** The language of a request. Pure. */
import type { Language } from '../errors'

/** The cookie with the language that a reader chose. */
export const languageCookie = 'i18n_lang'

/** French when the caller prefers it, else English. */
export function languageOf(headers: Headers): Language {
  return chosenLanguage(headers) ?? 'en'
}

/** The language that the caller chooses: that of the cookie, else the first one that is spoken here; undefined without either. */
export function chosenLanguage(headers: Headers): Language | undefined {
  const cookie = new RegExp(`(?:^|;\\s*)${languageCookie}=(fr|en)`).exec(headers.get('cookie') ?? '')?.[1]
  if (cookie === 'fr' || cookie === 'en') return cookie
  const accepted = (headers.get('accept-language') ?? '').slice(0, 200).split(',', 10).flatMap(acceptedLanguage)
  return accepted.toSorted((one, other) => other.weight - one.weight)[0]?.language
}

/** An item of `Accept-Language`, such as `fr-CH;q=0.8`, if its language is spoken here and not refused. */
function acceptedLanguage(item: string): { language: Language; weight: number }[] {
  const [tag = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase())
  const language = tag.split('-')[0]
  const weight = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1)
  return (language === 'fr' || language === 'en') && weight > 0 ? [{ language, weight }] : []
}
