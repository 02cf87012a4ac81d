import { expect, test } from 'vitest'
import { durationText, typeset } from '../../worker/typography'

test.each([
  ["l'été n'est pas fini", 'l’été n’est pas fini'],
  ['jusqu\'à {max} : l\'"id"', 'jusqu’à {max}\u00a0: l’"id"'],
  ['Voir ; ou « Publier » ?', 'Voir\u202f; ou «\u202fPublier\u202f»\u202f?'],
  ['50 %, à 12:30, https://a.fr/?q', '50\u202f%, à 12:30, https://a.fr/?q'],
  ['{name}\'s "it\'s : code ?"', '{name}’s "it\'s : code ?"'],
  ["a 'quoted' word", "a 'quoted' word"],
])('%s', (text, printed) => {
  expect(typeset(text)).toBe(printed)
})

test('durations are in the largest unit that divides them', () => {
  // The kind of space differs from unit to unit.
  const minutes = (count: number, language: string) => durationText(count * 60_000, language).replace(/\s/, ' ')
  expect([minutes(10, 'en'), minutes(60, 'en'), minutes(90, 'fr'), minutes(2 * 24 * 60, 'fr')]).toEqual([
    '10 minutes',
    '1 hour',
    '90 minutes',
    '2 jours',
  ])
})
