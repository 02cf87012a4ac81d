import { expect, test } from 'vitest'
import { patternReader } from '../../../worker/schema/dates/declared-dates'
import { storedDate } from '../../../worker/schema/dates/stored-date'

test.each([
  ['31/01/2026', '2026-01-31'],
  ['1/3/2024', '2024-03-01'],
  ['1/03/24', '2024-03-01'],
  ['01-03-2024', '2024-03-01'],
  ['01.03.2024', '2024-03-01'],
  ['2024.03.01', '2024-03-01'],
  ['15 mars 2024', '2024-03-15'],
  ['mardi 3 septembre 2024', '2024-09-03'],
  ['Sam. 1er juin 2024', '2024-06-01'],
  ['Tuesday, September 3rd 2024', '2024-09-03'],
  ['Tue 3 Sept 2024', '2024-09-03'],
  ['marche 3 septembre 2024', 'marche 3 septembre 2024'],
  ['31/02/2024', '31/02/2024'],
  ['01/03-2024', '01/03-2024'],
  ['1/3/2024 9:05', '1/3/2024 9:05'],
  ['1234567', '1234567'],
])('the date %s is stored as %s', (text, stored) => expect(storedDate('date', text)).toBe(stored))

test.each([
  ['2024-03-01 10:00', '2024-03-01T10:00:00'],
  ['2024-03-01T10:00', '2024-03-01T10:00:00'],
  ['2024-03-01 10:00:05', '2024-03-01T10:00:05'],
  ['2024-03-01T10:00:00Z', '2024-03-01T10:00:00Z'],
  ['1/3/2024 9:05', '2024-03-01T09:05:00'],
  ['01/03/2024 10h00', '2024-03-01T10:00:00'],
  ['01/03/2024 9h', '2024-03-01T09:00:00'],
  ['01.03.2024, 10:00', '2024-03-01T10:00:00'],
  ['2024-03-01', '2024-03-01T00:00:00'],
  ['2024-03-01 24:00', '2024-03-01 24:00'],
  ['01/03/2024 10h60', '01/03/2024 10h60'],
  ['tomorrow', 'tomorrow'],
])('the date-time %s is stored as %s', (text, stored) => expect(storedDate('date-time', text)).toBe(stored))

test('a notation with the name of the month is also read after that of the weekday', () => {
  const read = patternReader('D MMMM YYYY')
  expect(read?.('Mardi 3 septembre 2024')).toBe(Date.UTC(2024, 8, 3))
  expect(patternReader('D/M/YYYY')?.('mardi 3/9/2024')).toBeUndefined()
})
