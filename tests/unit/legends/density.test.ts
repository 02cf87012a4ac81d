import { expect, test } from 'vitest'
import { areFew, classStarts, classTexts } from '../../../applications/shared/density/classes'

test('classes of the rows of squares grow by about the same factor, in round numbers', () => {
  expect(classStarts(2)).toEqual([2])
  expect(classStarts(4)).toEqual([2])
  expect(classStarts(30)).toEqual([2, 5, 10, 20])
  expect(classStarts(12_000)).toEqual([2, 10, 50, 200, 2000])
  for (const most of [2, 3, 17, 250, 9_999, 1_000_000]) {
    const starts = classStarts(most)
    expect(starts).toEqual([...new Set(starts)].sort((a, b) => a - b))
    expect(starts.at(-1)).toBeLessThanOrEqual(most)
  }
})

test('classes are named by their numbers of rows', () => {
  expect(classTexts([2, 5, 10], String)).toEqual(['2 – 4', '5 – 9', '≥ 10'])
  expect(classTexts([2, 3], String)).toEqual(['2', '≥ 3'])
})

test('rows are points where each has room', () => {
  expect(areFew(3_000, { width: 1200, height: 480 })).toBe(true)
  expect(areFew(3_000, { width: 375, height: 480 })).toBe(false)
})
