/** Searches that are sorted by a column: the score orders ties, and is that of the search. */
import { expect, test } from 'vitest'
import type { Field } from '../../worker/schema/field'
import { ask, publish } from './tables'

test('lines of a page that is sorted by another key have the scores of the search', async () => {
  const ranked: Field[] = [
    { key: 'words', type: 'string' },
    { key: 'rank', type: 'integer', 'x-cardinality': 40 },
  ]
  const rows = Array.from({ length: 40 }, (_, at) => ({ words: `mot ${'mots '.repeat(at % 7)}`, rank: 40 - at }))
  const source = await publish(ranked, rows)
  const scores = async (query: string) =>
    (await ask(source, `q=mot&size=20&select=rank,_score&${query}`)).results.map(({ rank, _score }) => [rank, _score])
  const all = new Map((await ask(source, 'q=mot&size=40')).results.map(({ rank, _score }) => [rank, _score]))
  const sorted = await scores('sort=rank')
  expect(sorted.map(([rank]) => rank)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
  expect(sorted).toEqual(sorted.map(([rank]) => [rank, all.get(rank)]))
  expect(new Set(sorted.map(([, score]) => score)).size).toBeGreaterThan(3)
})
