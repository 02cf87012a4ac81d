import { expect, test } from 'vitest'
import { limits } from '../../../worker/limits'
import { similarWords } from '../../../worker/lines/search/similar'

test('the similar words of a word have one edit', () => {
  const similar = new Set(similarWords('lyon'))
  for (const word of ['lyo', 'yon', 'lyons', 'plyon', 'lxon', 'lyno', 'ylon', 'ly0n'])
    expect(similar, word).toContain(word)
  for (const word of ['lyon', 'ly', 'lyonss', 'nyol', '']) expect(similar, word).not.toContain(word)
  // 5 places and 4 letters, 36 signs, 4 letters left out and 3 swaps, without the same word from several edits.
  expect(similar.size).toBe(5 * 36 - 4 + 4 * 35 + 4 + 3)
})

test('a long word has none', () => {
  expect(similarWords('a'.repeat(limits.search.maxFuzzyChars + 1))).toEqual([])
  expect(similarWords('é')).not.toContain('')
})
