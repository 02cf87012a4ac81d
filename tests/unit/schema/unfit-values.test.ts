/** The values that contradict a concept. */
import { expect, test } from 'vitest'
import { formedConcepts, unfitValues } from '../../../worker/schema/proposals/unfit-values'
import { concepts } from '../../../worker/schema/vocabulary'

test.each([
  ['latitude', ['48.85', '-90', '48,85'], ['Brest', '120', '2026-01-31', 'true']],
  ['longitude', ['-4.48', '179'], ['Ouest', '200']],
  ['latLon', ['48.85,2.35', '48.85 ; 2.35'], ['48.85', 'Brest']],
  ['geometry', ['{"type":"Point"}', 'MULTIPOLYGON (((', 'Point Z (1 2 3)'], ['48.85', 'Brest']],
  ['price', ['12', '1 400,50 €', '$12.5', '12 EUR'], ['free', '12 apples']],
  ['date', ['2026-01-31', '31/01/2026', '2026-01-31T12:00:00Z', '3 mars 2024', '2026-01'], ['Brest', '75001', '12.5']],
  ['year', ['2026', '2026-01-01'], ['Brest', '75001']],
  [
    'postalCode',
    ['75001', '1000', 'SW1A 1AA', '1234-567'],
    ['2026-01-31', '31/01/2026', 'Brest', '2026-01-31T12:00:00Z'],
  ],
  ['codeCommune', ['29019', '1001', '2A004'], ['Brest', '290190']],
  ['siret', ['12345678901234', '123 456 789 01234'], ['123456789', 'Brest']],
  ['siren', ['123456789'], ['12345678901234']],
  ['codeDepartement', ['1', '29', '2A', '974'], ['Finistère']],
  ['countryCodeISOAlpha2', ['FR'], ['France', '33']],
  ['city', ['Brest', 'L’Haÿ-les-Roses'], ['29200', '2026-01-31']],
  ['email', ['a@b.fr'], ['Brest']],
  ['tel', ['02 98 00 00 00', '+33298000000'], ['Brest', 'n/a']],
  ['webPage', ['https://example.org', 'www.example.org'], ['Brest', '12']],
  ['color', ['#ff0000', 'red', 'rgb(1, 2, 3)'], ['12']],
])('%s', (concept, fitting, unfit) => {
  for (const value of fitting) expect([value, unfitValues(concept, [value])]).toEqual([value, 0])
  for (const value of unfit) expect([value, unfitValues(concept, [value])]).toEqual([value, 1])
  expect(unfitValues(concept, [...fitting, ...unfit])).toBe(unfit.length)
})

test('free texts, unknown concepts and names of objects fit all values', () => {
  for (const concept of ['label', 'description', 'of-the-account', 'constructor', 'toString'])
    expect(unfitValues(concept, ['12', 'Brest'])).toBe(0)
})

test('every form is that of a concept of the vocabulary', () => {
  const ids = new Set(concepts.map(({ id }) => id))
  expect([...formedConcepts].filter((id) => !ids.has(id))).toEqual([])
})
