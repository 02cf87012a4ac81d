import { expect, test } from 'vitest'
import { compareKeys } from '../../../worker/lines/read/compare-keys'

const sorted = (keys: (string | number | null)[][], ...descending: boolean[]) =>
  keys.toSorted((one, other) => compareKeys(one, other, descending))

test('numbers precede texts, and missing values are last in both directions', () => {
  expect(sorted([[null], ['b'], [10], [2], ['B']], false)).toEqual([[2], [10], ['B'], ['b'], [null]])
  expect(sorted([[null], ['b'], [10], [2], ['B']], true)).toEqual([['b'], ['B'], [10], [2], [null]])
})

test('texts are compared by their bytes, as SQLite does', () => {
  // In UTF-16 the surrogates of 😀 precede the code unit of ｚ.
  expect(sorted([['😀'], ['ｚ'], ['é'], ['z']], false)).toEqual([['z'], ['é'], ['ｚ'], ['😀']])
})

test('a later key decides between equal ones', () => {
  expect(
    sorted(
      [
        [1, 2],
        [1, null],
        [1, 3],
        [0, 9],
      ],
      false,
      true,
    ),
  ).toEqual([
    [0, 9],
    [1, 3],
    [1, 2],
    [1, null],
  ])
})
