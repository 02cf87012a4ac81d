import { expect, test } from 'vitest'
import { describe, type Language, problemCodes } from '../../../worker/errors'
import { messages, say, template } from '../../../worker/pages/messages'
import { problemText } from '../../../worker/pages/problem-text'
import { problems } from '../../../worker/problems'

test('a French text has non-breaking spaces inside its quotes', () => {
  const title = 'Deux ; mots'
  const said = say('fr', 'deleteConfirm', { title })
  expect(said).toContain(`«\u202f${title}\u202f»`)
  expect(say('en', 'deleteConfirm', { title })).not.toMatch(/[\u00a0\u202f]/)
})

/** What is in straight quotes is code. */
const withoutCode = (text: string) => text.replace(/"[^"]*"/g, '"')
const ill: Record<Language, RegExp> = {
  en: /(?<=\p{L})'(?=\p{L})| [;:!?…]|[\u00a0\u202f]/u,
  fr: /(?<=\p{L})'(?=\p{L})|[ \u00a0][;!?»%]|[ \u202f]:|[^ \u00a0\u202f\d][!?»](?!\p{L})|«[ \u00a0]| …/u,
}
const texts = (['en', 'fr'] as const).flatMap((language) =>
  // The keys of an object literal are exactly its type's keys.
  (Object.keys(messages) as (keyof typeof messages)[]).map((key) => [language, key] as const),
)

test('messages have the apostrophes, quotes and spaces of their language', () => {
  const wrong = texts.filter(([language, key]) => ill[language].test(withoutCode(template(language, key))))
  expect(wrong.map(([language, key]) => `${key}: ${template(language, key)}`)).toEqual([])
})

test.each([
  ['firstLinesOf', { total: 5 }, 'first of 5 rows', 'première ligne sur 5'],
  ['moreValues', {}, 'Show 1 value', 'Afficher 1 valeur'],
  ['aboutLines', {}, 'about 1 row', 'environ 1 ligne'],
  ['importOtherRows', {}, 'Import the only row without errors', 'Importer la seule ligne sans erreur'],
  ['topGroups', {}, 'top 1', 'le premier'],
  ['fieldCount', {}, '1 column', '1 colonne'],
] as const)('%s of one', (key, values, english, french) => {
  expect([say('en', key, { count: 1, ...values }), say('fr', key, { count: 1, ...values })]).toEqual([english, french])
})

test('no message has straight quotes: what they hold would be code, without typography', () => {
  const quoting = texts.filter(([language, key]) => template(language, key).includes('"')).map(([, key]) => key)
  expect([...new Set(quoting)]).toEqual([])
})

test('pages show problems with the apostrophes and spaces of French; the API with those that clients compare', () => {
  const wrong = problemCodes.filter((code) =>
    /(?<=\p{L})'(?=\p{L})| [;:!?»]/u.test(withoutCode(problemText({ code, params: {} }, 'fr'))),
  )
  expect(wrong).toEqual([])
  const stored = { code: 'constraint-violated', params: { fields: 'a, b' } } as const
  expect(describe(stored, 'fr')).toBe(problems['constraint-violated'].fr.replace('{fields}', 'a, b'))
  expect(problemText(stored, 'fr')).toContain('contrainte d’unicité')
  const quoted = { code: 'collector-preview-unsupported', params: { plugin: 'gtfs' } } as const
  expect(problemText(quoted, 'fr')).toBe('Le plugin «\u202fgtfs\u202f» n’a pas d’aperçu.')
  expect(problemText(quoted, 'en')).toBe('The plugin “gtfs” has no preview.')
})
