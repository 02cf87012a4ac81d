/** Full-text search in a dataset that is too large to score all matches. */
import { expect, test } from 'vitest'
import { limits } from '../../../worker/limits'
import { keyOf } from '../../support/accounts'
import { publish, read as readDataset, upload } from '../../support/datasets'
import { ask, send } from '../../support/http'

type Answer = {
  total?: number
  next?: string
  meta?: { totalMarginPct?: number; ignoredWords?: string[]; hints?: string[] }
  results: { _i: number; _score: number | null; text: string }[]
}

const lines = limits.search.tiersFromLines + 20_000

/** Every second line has `commune`, every third `école`, every 7,000th `rivage`; each has `row` and its number. */
function textOf(line: number): string {
  const words = [`row-n${line}`]
  if (line % 2 === 0) words.push('commune')
  if (line % 3 === 0) words.push(line % 6 === 0 ? 'écoles' : 'école')
  if (line % 7_000 === 0) words.push('rivage')
  return words.join(' ')
}

/** A file of that size is processed for half a minute. */
const timeout = 180_000

test('a search finds, orders, estimates totals and ignores frequent words', { timeout }, async () => {
  const key = await keyOf()
  let csv = 'text\n'
  for (let line = 1; line <= lines; line++) csv += `${textOf(line)}\n`
  const { id } = await upload(csv, { key })
  // Few reads: they share the engine with the processing.
  const slow = { timeout: 150_000, interval: 500 }
  await expect.poll(async () => (await readDataset(id, key)).status, slow).toBe('finalized')
  const path = `/api/v1/datasets/${id}/lines`
  const read = (query: string) => ask<Answer>(`${path}?select=text,_i&${query}`, { key })
  const numbers = ({ results }: Answer) => results.map(({ _i }) => _i)

  // Lines with all words come first, then those with the rare one.
  const rare = await read('q=rivage école&q_mode=simple&size=10')
  const rivages = Array.from({ length: Math.floor(lines / 7_000) }, (_, at) => 7_000 * (at + 1))
  const [both, alone] = [rivages.filter((line) => line % 3 === 0), rivages.filter((line) => line % 3 !== 0)]
  expect(new Set(numbers(rare).slice(0, both.length))).toEqual(new Set(both))
  expect(alone.slice(0, 2)).toContain(numbers(rare)[both.length])
  const scores = rare.results.map(({ _score }) => Number(_score))
  expect(scores).toEqual(scores.toSorted((one, other) => other - one))
  expect(numbers(await read('q=row-n4242&q_mode=simple&size=1'))).toEqual([4_242])
  expect(numbers(await read('q=row-n4242&size=1'))).toEqual([4_242])

  // Large totals are estimated without `count=exact`; small totals are always exact.
  const either = Array.from({ length: lines }, (_, at) => at + 1).filter((line) => line % 2 === 0 || line % 3 === 0)
  const { total = 0, meta } = await read('q=commune école&q_mode=simple&size=0')
  expect(Math.abs(total - either.length) / either.length).toBeLessThan(Number(meta?.totalMarginPct) / 100)
  const exact = await read('q=commune école&q_mode=simple&size=0&count=exact')
  expect([exact.total, exact.meta]).toEqual([either.length, undefined])
  // The table page offers the exact number.
  const countOn = async (query: string) => {
    const html = await (await send(`/dataset/${id}/table?${query}`, { key })).text()
    return /data-region="count">(.*?)<\/p>/s.exec(html)?.[1] ?? ''
  }
  const about = await countOn('q=commune école&q_mode=or')
  expect(about).toContain('about ')
  const link = /href="[^"?]*\?([^"]*)"[^>]*>count exactly</.exec(about)?.[1] ?? ''
  const written = new Intl.NumberFormat('en').format(either.length)
  expect(await countOn(link.replaceAll('&amp;', '&'))).toBe(`${written} rows`)
  expect(await read('q=rivage&size=0')).toEqual({ total: rivages.length, results: [] })
  expect(numbers(await read('q=comm&size=1'))).toEqual([])

  // Modes that score all matches, and sorted searches, find the same inflections.
  const thirds = Math.floor(lines / 3)
  for (const query of ['q=écoles&q_mode=complete', 'q=école&sort=-_i', 'text_search=école'])
    expect([query, (await read(`${query}&size=1&count=exact`)).total]).toEqual([query, thirds])
  expect(numbers(await read('q=école communes&q_mode=and&sort=-_i&size=2'))).toEqual([lines, lines - 6])
  expect(numbers(await read('q=écoles -commune&q_mode=complete&sort=_i&size=2'))).toEqual([3, 9])

  // The links to the next pages give each line once.
  const seen: number[] = []
  let next: string | undefined = `${path}?q=commune école&q_mode=simple&size=10000&select=_i&count=false`
  while (next !== undefined) {
    const page: Answer = await ask<Answer>(next.replace(/^https?:\/\/[^/]+/, ''), { key })
    seen.push(...numbers(page))
    next = page.next
  }
  expect(seen.slice(0, 100).every((line) => line % 6 === 0)).toBe(true)
  expect(seen.toSorted((one, other) => one - other)).toEqual(either)
  expect(numbers(await read('q=commune école&q_mode=simple&size=5&page=3'))).toEqual(seen.slice(10, 15))

  // By default the most frequent word need not be matched, and the next page knows it.
  const adapted = await read('q=commune école&size=20')
  expect(adapted.meta?.ignoredWords).toEqual(['commune'])
  expect(Math.abs(Number(adapted.total) - lines / 3) / (lines / 3)).toBeLessThan(0.05)
  expect(numbers(adapted).every((line) => line % 6 === 0)).toBe(true)
  expect(new URL(adapted.next ?? '').searchParams.get('q_ignored')).toBe('commune')
  const following = await ask<Answer>(`${path}${new URL(adapted.next ?? '').search}`, { key })
  expect([following.results.length, following.total, following.meta?.ignoredWords]).toEqual([
    20,
    undefined,
    ['commune'],
  ])
  expect(numbers(following).some((line) => numbers(adapted).includes(line))).toBe(false)
  for (const query of ['q=commune', 'q=commune école&q_mode=simple', 'q=commune école&sort=_i', 'q=commune | école']) {
    expect([query, (await read(`${query}&size=1`)).meta?.ignoredWords]).toEqual([query, undefined])
  }
  expect((await read('q=commune école&count=exact&size=1')).total).toBe(either.length)
})

test('q_ignored lists ignored words of q, and at least one word is searched', async () => {
  const key = await keyOf()
  const { id } = await publish('text\nune école\nune commune\n', { key })
  const path = `/api/v1/datasets/${id}/lines`
  const { results, meta } = await ask<Answer>(`${path}?q=commune école&q_ignored=commune`, { key })
  expect([results.map(({ text }) => text), meta]).toEqual([['une école'], { ignoredWords: ['commune'] }])
  for (const ignored of ['rivage', 'commune,école']) {
    const response = await send(`${path}?q=commune école&q_ignored=${ignored}`, { key })
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('q_ignored')])
  }
})
