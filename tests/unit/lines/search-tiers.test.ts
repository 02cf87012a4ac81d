import { describe, expect, test } from 'vitest'
import { limits } from '../../../worker/limits'
import { sampleRanges } from '../../../worker/lines/query/sql/tiered-page'
import { estimateTotal } from '../../../worker/lines/read/estimate-total'
import { rankTiers } from '../../../worker/lines/search/rank-tiers'
import { type WordMatch, wordsToIgnore } from '../../../worker/lines/search/words'

const million = 1_000_000
const word = (typed: string, lines: number, match = typed): WordMatch => ({ typed, match, lines })

describe('the words ignored by an adaptive search', () => {
  test.each<[string, WordMatch[], string[]]>([
    ['the most frequent one', [word('club', 200_000), word('football', 60_000)], ['club']],
    ['several', [word('de', 900_000), word('club', 200_000), word('football', 60_000)], ['de', 'club']],
    ['none that leaves few lines', [word('club', 200_000), word('baudelaire', 500)], []],
    ['none of few matches', [word('rue', 5_000), word('lac', 4_000)], []],
    ['none that leaves out hardly any line', [word('club', 1_000), word('football', 600_000)], []],
    ['none of one word', [word('club', 200_000)], []],
    ['none with a rare part', [word('row-123', million, 'row'), word('row-123', 1, '123'), word('club', 300_000)], []],
  ])('are %s', (_, words, expected) => {
    expect(wordsToIgnore(words, million)).toEqual(expected)
  })
})

describe('the tiers of a search', () => {
  const tiersOf = (words: WordMatch[], options: { required?: boolean; selecting?: WordMatch[] } = {}) =>
    rankTiers(words, {
      selecting: options.selecting ?? words,
      expression: 'E',
      required: options.required === true,
      tableLines: million,
    })

  test('are one, scored, when few lines match', () => {
    expect(tiersOf([word('a', 2_000), word('b', 3_000)])).toBeUndefined()
  })

  test('are the lines with all words, those with a rare one, and the others', () => {
    expect(tiersOf([word('common', 300_000), word('rare', 500)])).toEqual([
      { expression: '(rare) AND (common)', score: 2_000, scored: true },
      { expression: '(rare)', except: '(rare) AND (common)', score: 1_000, scored: true },
      { expression: '(E) NOT (((rare) AND (common)) OR ((rare)))', score: 1, scored: false },
    ])
  })

  test('ignore words of most lines, and do not score words of too many lines', () => {
    expect(tiersOf([word('row', million), word('123', 1)])?.map(({ expression }) => expression)).toEqual([
      '(123)',
      '(E) NOT (((123)))',
    ])
    expect(tiersOf([word('a', 400_000), word('b', 300_000)])?.map(({ scored }) => scored)).toEqual([false, false])
    expect(tiersOf([word('row', million)])?.map(({ expression }) => expression)).toEqual(['(row)', '(E) NOT (((row)))'])
  })

  test('are one when all words are required', () => {
    expect(tiersOf([word('a', 400_000), word('b', 30)], { required: true })).toEqual([
      { expression: 'E', score: 2_000, scored: true },
    ])
  })

  test('contain only lines with a word that is not ignored', () => {
    const [rare, common] = [word('rare', 5), word('common', 600_000)]
    expect(tiersOf([rare, common], { selecting: [common] })?.map(({ expression }) => expression)).toEqual([
      '(rare) AND (common)',
      '(E) NOT (((rare) AND (common)))',
    ])
  })
})

describe('an estimated total', () => {
  const { samples, sampledLines, maxCounted } = limits.search

  test('has a margin of error', () => {
    const even = Array.from({ length: samples }, () => sampledLines / 2)
    expect(estimateTotal(even, million)).toEqual({ total: 500_000, marginPct: 1 })
    const uneven = even.map((matches, at) => (at % 2 === 0 ? 0 : matches * 2))
    expect(estimateTotal(uneven, million)).toEqual({ total: 500_000, marginPct: 29 })
  })

  test('exceeds the exact count, with a margin of at most 100 %', () => {
    expect(estimateTotal(Array(samples).fill(0), million)).toEqual({ total: maxCounted + 1, marginPct: 100 })
  })

  test('comes from samples over the whole table', () => {
    const ranges = sampleRanges(million)
    expect(ranges).toHaveLength(samples)
    expect(ranges.every(([first, last]) => first >= 1 && last <= million && last - first + 1 === sampledLines)).toBe(
      true,
    )
    expect(ranges.every(([first], at) => at === 0 || first > (ranges[at - 1]?.[1] ?? 0))).toBe(true)
  })
})
