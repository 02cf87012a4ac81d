/** The table that counts the values of a column. */
import { expect, test } from 'vitest'
import { TextCounts } from '../../../worker/schema/profile/text-counts'

test('texts are counted in the order of their first occurrence, however many there are', () => {
  const counts = new TextCounts(1)
  const expected = new Map<string, number>()
  for (let at = 0; at < 20_000; at++) {
    const text = `${(at * 7_919) % 3_000}é`
    if (!counts.increment(text)) counts.add(text, 1)
    expected.set(text, (expected.get(text) ?? 0) + 1)
  }
  expect(counts.size).toBe(3_000)
  expect([...counts.entries()]).toEqual([...expected])
})

test('a text that is not there is not counted', () => {
  const counts = new TextCounts(1, [['a', 2]])
  expect(counts.increment('b')).toBe(false)
  expect(counts.increment('')).toBe(false)
  expect(counts.increment('a')).toBe(true)
  expect([...counts.entries()]).toEqual([['a', 3]])
})
