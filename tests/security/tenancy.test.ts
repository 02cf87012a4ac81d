/** The id of another account's dataset on every route that takes one: no disclosure, no effect. */
import { expect, test } from 'vitest'
import { app } from '../../worker/app'
import { keyOf, town, village } from '../support/accounts'
import { open, publish } from '../support/datasets'
import { ask, json, multipart, send } from '../support/http'
import { rows } from '../support/stored'

const secret = 'secretcell'
const routes = [
  ...new Set(
    app.routes
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/v1/datasets/:id'))
      .map(({ method, path }) => `${method} ${path}`),
  ),
]

async function privateDataset() {
  const key = await keyOf(town)
  const parts = [{ name: 'title', value: 'secrettitle' }]
  const { id } = await publish(`name,n\n${secret},1\n${secret},2\n`, { key, fileName: 'secretfile.csv', parts })
  return { id, key }
}

test.each(routes)('%s', async (route) => {
  const { id } = await privateDataset()
  const before = await rows('select * from datasets')
  const [method = '', path = ''] = route.split(' ')
  const address = path.replace(':id', id).replace(':name', 'secretfile.csv')
  const form = multipart([{ name: 'file', value: 'a\n1\n', fileName: 'a.csv' }])
  const bodies = method === 'GET' || method === 'DELETE' ? [{}] : [{ json: {} }, { json: [] }, form]
  for (const key of [undefined, await keyOf(village)]) {
    for (const body of bodies) {
      for (const query of ['', '?draft=true', '?select=name&raw=true']) {
        const response = await send(address + query, { method, key, ...body })
        const text = (await response.text()) + JSON.stringify([...response.headers])
        expect(response.status, query).toBe(refusalStatus(path, key))
        expect(text).not.toMatch(/secret/)
      }
    }
  }
  expect(await rows('select * from datasets')).toEqual(before)
})

/**
 * Own lines and the private description of someone unknown, and a session asked of a key, which has none.
 */
function refusalStatus(path: string, key: string | undefined): 401 | 403 {
  const isOfSomeone = /\/own\/|\/private-api-docs/.test(path)
  return /\/_(diagnose|lock|move|reindex|refinalize)$/.test(path) || (key === undefined && isOfSomeone) ? 401 : 403
}

test('lists, searches and the home page do not contain it', async () => {
  const { id } = await privateDataset()
  for (const key of [undefined, await keyOf(village)]) {
    for (const query of [
      '',
      `?id=${id}`,
      '?q=secrettitle',
      '?owner=organization:town',
      '?visibility=protected',
      '?sort=title',
      '?slug=secrettitle',
    ]) {
      expect(await ask(`/api/v1/datasets${query}`, { key }), query).toEqual({ count: 0, results: [] })
    }
    expect(await (await send('/?q=secrettitle', { key })).text()).not.toMatch(/secrettitle<|\/dataset\//)
  }
})

test('read permission gives no access to changes and drafts', async () => {
  const { id, key } = await privateDataset()
  await open(id, key)
  const other = await keyOf(village)
  const statuses: Record<string, number> = {}
  // Searches read, by POST.
  const changing = routes.filter((one) => !one.startsWith('GET') && !one.includes('/master-data/'))
  for (const route of changing) {
    const [method = '', path = ''] = route.split(' ')
    const response = await send(path.replace(':id', id), {
      method,
      key: other,
      ...(method === 'DELETE' ? {} : { json: {} }),
    })
    statuses[route] = response.status
  }
  expect(statuses).toEqual(
    Object.fromEntries(Object.keys(statuses).map((route) => [route, refusalStatus(route, other)])),
  )
})

test('simultaneous uploads of the same file name by two tenants are separate', async () => {
  const [first, second] = [await keyOf(town), await keyOf(village)]
  const [a, b] = await Promise.all([
    publish('name\nofthetown\nx\n', { key: first, fileName: 'data.csv' }),
    publish('name\nofthevillage\ny\n', { key: second, fileName: 'data.csv' }),
  ])
  expect(await (await send(`/api/v1/datasets/${a.id}/raw`, { key: first })).text()).toContain('ofthetown')
  expect(await (await send(`/api/v1/datasets/${b.id}/raw`, { key: second })).text()).toContain('ofthevillage')
  expect((await send(`/api/v1/datasets/${a.id}/raw`, { key: second })).status).toBe(403)
})

test('a cached response of one account is never served to another', async () => {
  const { id, key } = await privateDataset()
  for (let round = 0; round < 3; round++) {
    expect((await send(`/api/v1/datasets/${id}/lines`, { key })).status).toBe(200)
    expect((await send(`/api/v1/datasets/${id}/lines`)).status).toBe(403)
    const page = await send(`/dataset/${id}`)
    expect([page.status, await page.text()]).toEqual([403, expect.not.stringContaining(secret)])
    const mine = await json<{ userPermissions: string[] }>(await send(`/api/v1/datasets/${id}`, { key }))
    expect(mine.userPermissions).toContain('delete')
  }
})
