/** The home page: topics and the most used datasets above the catalogue. */
import { afterEach, expect, test, vi } from 'vitest'
import { limits } from '../../worker/limits'
import { writeReads } from '../../worker/usage/count-reads'
import { keyOf, systemContext } from '../support/accounts'
import { publish } from '../support/datasets'
import { send } from '../support/http'
import { page, published } from './support'

afterEach(() => void vi.useRealTimers())

test('topics are tiles with their counts, and the most used datasets are those that the reader may see', async () => {
  const key = await keyOf()
  const icon = { name: 'leaf', svgPath: 'M1 1h2v2z' }
  const nature = { id: 'nature', title: 'Nature & parks', color: '#2e7d32', icon }
  const other = { id: 'other', title: 'Other', color: 'red;}' }
  const titles = ['Trees', 'Lawns', 'Benches', 'Roads', 'Lamps', 'Bins']
  const ids: string[] = []
  for (const title of titles) {
    const topics = [title === 'Trees' || title === 'Lawns' ? nature : other]
    ids.push((await published(key, { title, topics })).id)
  }
  const hidden = await publish('a\n1\n', { key, parts: [{ name: 'title', value: 'Hidden' }] })
  const read = async (id = '', times = 0) => {
    for (let at = 0; at < times; at++) await send(`/api/v1/datasets/${id}/lines?size=${at}`, { key })
  }
  // An isolate counts a limited number of datasets between two writes: other tests have some.
  await writeReads(systemContext())
  await read(hidden.id, 4)
  await read(ids[4], 3)
  await read(ids[0], 2)
  await writeReads(systemContext())
  // Past the list that an earlier page has cached.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * limits.usage.mostReadCacheMs })

  const { html } = await page('/')
  const used = /<nav class="most-used".*?<\/nav>/.exec(html)?.[0] ?? ''
  expect([...used.matchAll(/<a[^>]*>([^<]+)</g)].map(([, title]) => title).slice(0, 2)).toEqual(['Lamps', 'Trees'])
  expect(used).not.toContain('Hidden')
  const tiles = /<nav class="topics".*?<\/nav>/.exec(html)?.[0] ?? ''
  expect(
    [...tiles.matchAll(/class="label">([^<]+)<\/span><span class="count">([^<]+)</g)].map(([, ...both]) => both),
  ).toEqual([
    ['Other', '4 datasets'],
    ['Nature &amp; parks', '2 datasets'],
  ])
  expect(tiles).toMatch(/<svg[^>]* fill="#2e7d32"[^>]*><path d="M1 1h2v2z">/)
  expect(tiles).not.toContain('red;')
  // The tiles are the filter: it is not offered twice.
  expect(html).not.toContain('<h2>Topics</h2>')

  const narrowed = (await page('/?topics=nature')).html
  expect(narrowed).toContain('<strong>2 datasets</strong>')
  expect(narrowed).not.toMatch(/class="(most-used|topics)"/)
  expect(narrowed).toMatch(/aria-current="true"><span class="label">Nature/)
})
