/** Pages of lists whose documents do not fit in memory together: all of them are sent, one after the other. */
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { limits } from '../../../worker/limits'
import { keyOf } from '../../support/accounts'
import { path as applications, keyFor, makeApplication, registerBefore } from '../../support/applications'
import { ask, send } from '../../support/http'

registerBefore()

type List = { count: number; results: Record<string, unknown>[]; facets: unknown; sums: unknown }
const page = '/api/v1/datasets?size=5&sort=title&facets=visibility&sums=count'
/** Larger than a group with four others, and than what a request may send now. */
const summary = 'é'.repeat(600_000)

async function listed(text: string, count = 5): Promise<void> {
  const key = await keyOf()
  for (let at = 0; at < count; at++) {
    const json = { title: `Dataset ${at}`, isMetaOnly: true, keywords: ['a'] }
    const { id } = await ask<{ id: string }>('/api/v1/datasets', { key, json }, 201)
    await ask(`/api/v1/datasets/${id}/permissions`, { key, method: 'PUT', json: [{ classes: ['list', 'read'] }] })
  }
  await env.DB.prepare("update datasets set metadata = json_set(metadata, '$.summary', ?)").bind(text).run()
}

const sameShape = ({ count, results, facets, sums }: List) => ({
  count,
  facets,
  sums,
  results: results.map(({ summary: _, ...one }) => ({
    ...one,
    id: '',
    slug: '',
    href: '',
    page: '',
    createdAt: '',
    updatedAt: '',
  })),
})

test('a large page has the documents of a small one, in the same order', async () => {
  await listed('short')
  const small = await send(page)
  expect(small.headers.has('etag')).toBe(true)
  await env.DB.prepare("update datasets set metadata = json_set(metadata, '$.summary', ?)").bind(summary).run()
  const answer = await send(page)
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const large = await answer.json<List>()
  expect(sameShape(large)).toEqual(sameShape(await small.json<List>()))
  expect(large.results.map((one) => one.summary)).toEqual(Array.from({ length: 5 }, () => summary))
  const selected = await ask<List>(`${page}&select=title&raw=true&count=false`)
  expect(Object.keys(selected)).toEqual(['results', 'facets', 'sums'])
  expect(selected.results[4]).toEqual({ title: 'Dataset 4' })
  expect((await ask<List>(`${page}&skip=5`)).results).toEqual([])
})

test('pages of the service and the catalogue leave out the large properties of a large page', async () => {
  await listed(summary)
  const home = await (await send('/')).text()
  const catalog = await (await send('/catalog.jsonld')).text()
  for (const text of [home, catalog]) {
    for (const at of [0, 1, 2, 3, 4]) expect(text).toContain(`Dataset ${at}`)
    expect(text.length).toBeLessThan(5 * limits.lists.maxDocumentChars)
  }
})

test('a large page of applications has all of them', async () => {
  const key = await keyFor()
  const made = []
  for (let at = 0; at < 5; at++) made.push(await makeApplication({ key }, { title: `Chart ${at}` }))
  await env.DB.prepare("update applications set metadata = json_set(metadata, '$.summary', ?)").bind(summary).run()
  const { count, results } = await ask<List>(`${applications}?sort=title`, { key })
  expect([count, results.map(({ id }) => id)]).toEqual([5, made.map(({ id }) => id)])
  expect(results.every((one) => one.summary === summary)).toBe(true)
})
