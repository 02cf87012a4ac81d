/** Dates as people type them. */
import { describe, expect, test } from 'vitest'
import { completeDate, typedDate } from '../../../worker/schema/dates/typed-date'

const thisYear = 2026

describe('a date without its year is of this year; an ambiguous one has the order of the reader', () => {
  test.each([
    ['14/07', '2026-07-14', '2026-07-14'],
    ['3/4', '2026-04-03', '2026-03-04'],
    ['03-04', '2026-04-03', '2026-03-04'],
    // Points are of notations with the day first.
    ['3.4', '2026-04-03', '2026-04-03'],
    ['14/7/26', '2026-07-14', '2026-07-14'],
    ['3/4/26', '2026-04-03', '2026-03-04'],
    ['14 juil. 2026', '2026-07-14', '2026-07-14'],
    ['14 July 2026', '2026-07-14', '2026-07-14'],
    ['July 14, 2026', '2026-07-14', '2026-07-14'],
    ['14 juil. 26', '2026-07-14', '2026-07-14'],
    ['14 juillet', '2026-07-14', '2026-07-14'],
    ['July 14th', '2026-07-14', '2026-07-14'],
    ['14-jul-26', '2026-07-14', '2026-07-14'],
    ['mar. 14 juil. 2026', '2026-07-14', '2026-07-14'],
    ['2026-07-14', '2026-07-14', '2026-07-14'],
    ['14.07.2026', '2026-07-14', '2026-07-14'],
    ['7/14', '7/14', '2026-07-14'],
    ['29/02', '29/02', '29/02'],
    ['14/07 10:30', '14/07 10:30', '14/07 10:30'],
    ['juillet 2026', 'juillet 2026', 'juillet 2026'],
    ['soon', 'soon', 'soon'],
    ['12', '12', '12'],
  ])('%s', (text, dayFirst, monthFirst) => {
    expect([
      typedDate('date', text, { order: 'dayFirst', thisYear }),
      typedDate('date', text, { order: 'asExists', thisYear }),
    ]).toEqual([dayFirst, monthFirst])
  })
})

test.each([
  ['14/07 10:30', '2026-07-14T10:30:00'],
  ['14/07/26 9h05', '2026-07-14T09:05:00'],
  ['14 juil. 2026 10:30', '2026-07-14T10:30:00'],
  ['14 juil. 10:30', '2026-07-14T10:30:00'],
  ['14 juillet à 10h30', '2026-07-14T10:30:00'],
  ['July 14, 2026 at 10:30', '2026-07-14T10:30:00'],
  ['2026-07-14', '2026-07-14T00:00:00'],
  ['10:30', '10:30'],
])('a time: %s', (text, stored) => {
  expect(typedDate('date-time', text, { order: 'dayFirst', thisYear })).toBe(stored)
})

test('a whole date is completed by nothing', () => {
  expect(['14/07/2026', '2026-07-14T10:00:00Z', '14.7.26'].map((text) => completeDate(text, thisYear))).toEqual([
    '14/07/2026',
    '2026-07-14T10:00:00Z',
    '14.7.26',
  ])
})

test('without a year to take, a date stays as it was typed', () => {
  expect(typedDate('date', '14/07', { order: 'dayFirst', thisYear: undefined })).toBe('14/07')
  expect(typedDate('date', '14 juil.', { order: 'dayFirst', thisYear: undefined })).toBe('14 juil.')
  expect(typedDate('date', '14 juil. 26', { order: 'dayFirst', thisYear: undefined })).toBe('2026-07-14')
})
