/** What previews show of columns: dates first, else the column that charts group by. */
import { expect, test } from 'vitest'
import { limits } from '../../../worker/limits'
import { columnPreview } from '../../../worker/previews/choose-column'
import type { Field } from '../../../worker/schema/field'
import { FieldProfile } from '../../../worker/schema/profile/field-profile'
import { field } from '../../support/fields'

/** The statistics of columns of values. */
const profiled = (columns: Record<string, readonly (string | number)[]>) =>
  new Map(
    Object.entries(columns).map(([key, values]) => {
      const profile = new FieldProfile({ left: limits.schema.maxTrackedValuesInAll })
      for (const value of values) profile.add(String(value))
      return [key, profile.statistics()]
    }),
  )

const day = (key: string, rest: Partial<Field> = {}) => field(key, 'string', { format: 'date', ...rest })
const towns = ['Brest', 'Rennes', 'Brest', 'Brest', 'Rennes', 'Dinan']
const days = ['2024-01-01', '2024-01-02', '2024-01-02', '2024-03-01', '2024-03-01', '2024-12-31']
const numbers = [1.5, 2, 2.5, 100, 3, 7]

test('rows over time come before other columns, those of a date of a concept first', () => {
  const fields = [field('town'), day('born'), day('seen', { 'x-refersTo': 'http://schema.org/Date' })]
  const shown = columnPreview(fields, profiled({ town: towns, born: days, seen: days }))
  expect(shown).toMatchObject({ kind: 'dates', field: 'seen', min: '2024-01-01', max: '2024-12-31' })
  expect(shown && 'counts' in shown && shown.counts.reduce((sum, count) => sum + count)).toBe(6)
})

test('the most frequent values of a column of few, with the rows that have them', () => {
  expect(columnPreview([field('n', 'number'), field('town')], profiled({ town: towns, n: numbers }))).toEqual({
    ...{ kind: 'values', field: 'town', filled: 6 },
    values: [
      ['Brest', 3],
      ['Rennes', 2],
      ['Dinan', 1],
    ],
  })
})

test('the distribution of a column of numbers', () => {
  const shown = columnPreview([field('name'), field('n', 'number')], profiled({ name: ['a', 'b', 'c'], n: numbers }))
  expect(shown).toMatchObject({ kind: 'numbers', field: 'n', min: 1.5, max: 100 })
})

test.each([
  ['without rows', { town: [] }],
  ['with a single value', { town: ['Brest', 'Brest', 'Brest', 'Brest', 'Brest'] }],
  ['whose values do not repeat', { town: ['a', 'b', 'c', 'd', 'e'] }],
  ['of few rows', { town: ['a', 'a', 'b', 'b'] }],
  ['without statistics', {}],
])('nothing of a column %s', (_, columns) => {
  expect(columnPreview([field('town')], profiled(columns))).toBeUndefined()
})

test('columns whose values have the same number of rows are passed over', () => {
  const chapters = ['a', 'b', 'c', 'd', 'a', 'b', 'c', 'd']
  const kinds = ['x', 'y', 'x', 'x', 'x', 'x', 'x', 'x']
  const eachDay = Array.from({ length: 8 }, (_, at) => `2024-01-0${at + 1}`)
  const statistics = profiled({ day: eachDay, chapter: chapters, kind: kinds })
  const shown = (...fields: Field[]) => columnPreview(fields, statistics)
  expect(shown(day('day'), field('chapter'), field('kind'))).toMatchObject({ kind: 'values', field: 'kind' })
  expect(shown(day('day'), field('chapter'))).toMatchObject({ kind: 'dates', field: 'day' })
  expect(shown(field('chapter'))).toBeUndefined()
})

test('a column of dates that is empty in most rows is passed over', () => {
  const statistics = profiled({ seen: ['2024-01-01', '2024-02-01', '', '', '', ''], town: towns })
  expect(columnPreview([day('seen'), field('town')], statistics)).toMatchObject({ kind: 'values', field: 'town' })
})

test('columns whose values are not queried are not shown', () => {
  const hidden = { 'x-capabilities': { values: false } }
  const fields = [day('seen', hidden), field('town', 'string', hidden)]
  expect(columnPreview(fields, profiled({ seen: days, town: towns }))).toBeUndefined()
})

test('long values are cut', () => {
  const long = 'x'.repeat(100)
  const shown = columnPreview([field('town')], profiled({ town: [long, long, long, 'a', 'a'] }))
  expect(shown && 'values' in shown && shown.values[0]?.[0]).toHaveLength(limits.previews.valueChars)
})

test('steps are wider where there are few rows: one row a month is a flat line', () => {
  const monthly = Array.from({ length: 12 }, (_, at) => `2024-${String(at + 1).padStart(2, '0')}-01`)
  const few = columnPreview([day('seen')], profiled({ seen: monthly }))
  expect(few).toMatchObject({ counts: [3, 3, 3, 3], min: '2024-01-01', max: '2024-12-01' })
  const daily = Array.from(
    { length: 28 * 12 },
    (_, at) => `2024-${String((at % 12) + 1).padStart(2, '0')}-${String((at % 28) + 1).padStart(2, '0')}`,
  )
  const many = columnPreview([day('seen')], profiled({ seen: daily }))
  expect(many && 'counts' in many && many.counts.length).toBeGreaterThan(15)
})
