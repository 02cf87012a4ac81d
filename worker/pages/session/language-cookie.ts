import { setCookie } from 'hono/cookie'
import type { Language } from '../../errors'
import { limits } from '../../limits'
import { languageCookie } from '../../net/language'
import type { PageContext } from '../send'

/** Writes the language of the reader for the pages of this service. */
export function setLanguageCookie(c: PageContext, language: Language): void {
  const { protocol, pathname } = new URL(c.get('ctx').baseUrl)
  setCookie(c, languageCookie, language, {
    path: pathname,
    sameSite: 'Lax',
    secure: protocol === 'https:',
    maxAge: limits.sessions.choiceCookieSeconds,
  })
}
