/** The table that counts the values of a column. */
import { expect, test } from 'vitest'
import { hashOf } from '../../../worker/schema/profile/sketch'
import { TextCounts } from '../../../worker/schema/profile/text-counts'

test('texts are counted in the order of their first occurrence, however many there are', () => {
  const counts = new TextCounts()
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
  const counts = new TextCounts([['a', 2]])
  expect(counts.increment('b')).toBe(false)
  expect(counts.increment('')).toBe(false)
  expect(counts.increment('a')).toBe(true)
  expect([...counts.entries()]).toEqual([['a', 3]])
})

test('texts that were made to have one hash are counted as the others', () => {
  const counts = new TextCounts()
  const texts: string[] = []
  for (let at = 0; texts.length < 200; at++) {
    const hash = hashOf(`x${at}`)
    if (((hash ^ (hash >>> 15)) & 0x1ff) === 0) texts.push(`x${at}`)
  }
  for (const round of [1, 2, 3]) {
    for (const text of texts) if (!counts.increment(text)) counts.add(text, round)
  }
  expect([...counts.entries()]).toEqual(texts.map((text) => [text, 3]))
  expect(counts.increment('y')).toBe(false)
})
