/** How the reader writes dates and numbers. */
import { expect, test } from 'vitest'
import { localeOf } from '../../../worker/pages/view'

test.each([
  ['en-GB,en;q=0.9', 'en', 'en-GB'],
  ['fr-CH, fr;q=0.9, en;q=0.8', 'fr', 'fr-CH'],
  ['fr-FR,fr;q=0.9,en-GB;q=0.8', 'en', 'en-GB'],
  ['en,en-GB;q=0.9', 'en', 'en'],
  ['de-DE,de', 'en', 'en'],
  ['en-u-nu-arab', 'en', 'en'],
  ['en-GBX', 'en', 'en'],
  ['*', 'fr', 'fr'],
  [undefined, 'fr', 'fr'],
] as const)('%s in %s is %s', (accepted, language, locale) => {
  expect(localeOf(accepted, language)).toBe(locale)
  expect(() => new Intl.DateTimeFormat(locale)).not.toThrow()
})
