/** Titles of the columns of extensions, and the number of columns. */
import { expect, test } from 'vitest'
import { columnCount, outputTitle, withReadableTitles } from '../../../worker/pages/fields'
import { coordinatesText } from '../../../worker/pages/table/geometry'
import type { Field } from '../../../worker/schema/field'

const added = (key: string, more: Partial<Field> = {}): Field => ({
  key,
  type: 'string',
  'x-extension': 'geocoder/postCoords',
  ...more,
})
const latitude = 'http://schema.org/latitude'

test.each([
  [added('_coords.lat', { 'x-refersTo': latitude }), 'Latitude'],
  [added('_coords.matchScore', { description: 'Quality of the match' }), 'Quality of the match'],
  [added('_coords.match_score', { description: 'Long. '.repeat(20) }), 'Match score'],
  [added('_coords.postalCode'), 'Postal code'],
  [added('_coords.lat', { title: 'North' }), 'North'],
  [added('latitude', { 'x-originalName': 'Latitude WGS' }), undefined],
  [{ key: 'a.b', type: 'string' } satisfies Field, undefined],
])('the title of %j', (field, title) => {
  expect(withReadableTitles([field], 'en')[0]?.title).toBe(title)
})

test('a title that another column has is followed by the name of the extension', () => {
  const fields: Field[] = [
    { key: 'city', type: 'string', title: 'City' },
    added('_coords.city'),
    added('_company_seat.city'),
  ]
  expect(withReadableTitles(fields, 'en').map(({ title }) => title)).toEqual([
    'City',
    'City (Coords)',
    'City (Company seat)',
  ])
})

test('an output of a form has the title of its concept in the language of the reader', () => {
  expect(outputTitle({ 'x-refersTo': latitude }, 'lat', 'fr')).toBe('Latitude')
  expect(outputTitle({}, 'codePostal', 'fr')).toBe('Code postal')
})

test('columns are counted without those that are calculated, and without the errors of extensions', () => {
  const fields: Field[] = [
    { key: 'city', type: 'string' },
    { key: '_i', type: 'integer', 'x-calculated': true },
    added('_coords.lat'),
    added('_coords.error'),
  ]
  expect(columnCount(fields)).toBe(2)
})

test.each([
  ['fr', '48.51,2.35', '48,51 ; 2,35'],
  ['en', '48.51,2.35', '48.51, 2.35'],
  ['en', 'POINT(2 48)', undefined],
])('coordinates in %s: %s', (locale, text, written) => {
  const figure = (value: number) => new Intl.NumberFormat(locale).format(value)
  expect(coordinatesText({ figure }, text)).toBe(written)
})
