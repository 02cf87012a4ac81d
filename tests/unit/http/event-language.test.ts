/** The language of events: only French and English are a choice. */
import { expect, test } from 'vitest'
import { eventLanguage } from '../../../worker/http/event-language'
import { languageOf } from '../../../worker/net/language'

test.each<[string | undefined, string | undefined, 'fr' | 'en', 'fr' | 'en']>([
  [undefined, undefined, 'fr', 'en'],
  ['*', undefined, 'fr', 'en'],
  ['de', undefined, 'fr', 'en'],
  ['de-DE,de;q=0.9,*;q=0.5', undefined, 'fr', 'en'],
  ['', undefined, 'fr', 'en'],
  ['en', undefined, 'en', 'en'],
  ['EN-gb', undefined, 'en', 'en'],
  ['fr-CH', undefined, 'fr', 'fr'],
  ['de,en;q=0.8,fr;q=0.5', undefined, 'en', 'en'],
  ['en;q=0.2, fr;q=0.9', undefined, 'fr', 'fr'],
  ['en;q=0', undefined, 'fr', 'en'],
  ['en;q=0,fr;q=0.1', undefined, 'fr', 'fr'],
  ['enm', undefined, 'fr', 'en'],
  ['de', 'i18n_lang=en', 'en', 'en'],
  ['en', 'a=b; i18n_lang=fr', 'fr', 'fr'],
  ['de', 'i18n_lang=de', 'fr', 'en'],
])('Accept-Language %j with the cookie %j: events in %s, pages in %s', (accepted, cookie, events, pages) => {
  const headers = new Headers()
  if (accepted !== undefined) headers.set('accept-language', accepted)
  if (cookie !== undefined) headers.set('cookie', cookie)
  expect([eventLanguage(headers), languageOf(headers)]).toEqual([events, pages])
})
