/** The id of another account's application on every route that takes one: no disclosure, no effect. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { app } from '../../worker/app'
import { keyOf, signedIn, town, village } from '../support/accounts'
import { type Application, makeApplication, operator, outside, register } from '../support/applications'
import { publish } from '../support/datasets'
import { ask, multipart, origin, refusal, send } from '../support/http'
import { rows } from '../support/stored'

const routes = [
  ...new Set(
    app.routes
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/v1/applications/:id'))
      .map(({ method, path }) => `${method} ${path}`),
  ),
]
const scopes = ['applications']

beforeEach(async () => {
  outside()
  await register(await operator())
})
afterEach(() => vi.restoreAllMocks())

async function privateApplication(): Promise<{ id: string; key: string }> {
  const key = await keyOf(town, { scopes })
  const { id } = await makeApplication({ key }, { title: 'secrettitle', summary: 'secretsummary' })
  const path = `/api/v1/applications/${id}`
  await ask(`${path}/configuration`, {
    key,
    method: 'PUT',
    json: { colour: 'secretcolour', applications: [{ id: 'secretchild' }] },
  })
  await ask(`${path}/configuration-draft`, { key, method: 'PUT', json: { colour: 'secretdraft' } })
  await ask(`${path}/keys`, { key, json: [{ id: 'secretkey', title: 'secretlink' }] })
  const form = multipart([{ name: 'attachment', value: 'secrettext', fileName: 'secretfile.txt' }])
  await ask(`${path}/attachments`, { key, method: 'POST', ...form })
  return { id, key }
}

const stored = async () =>
  Promise.all(
    ['applications', 'application_keys', 'application_references', 'attachments'].map((table) =>
      rows(`select * from ${table}`),
    ),
  )

test.each(routes)('%s', async (route) => {
  const { id } = await privateApplication()
  const before = await stored()
  const [method = '', path = ''] = route.split(' ')
  const address = path.replace(':id', id).replace(/:path\{.*\}/, 'secretfile.txt')
  const form = multipart([{ name: 'attachment', value: 'x', fileName: 'a.txt' }])
  const bodies = method === 'GET' || method === 'DELETE' ? [{}] : [{ json: {} }, { json: [] }, form]
  for (const key of [undefined, await keyOf(village, { scopes }), await keyOf(town, { scopes: ['datasets'] })]) {
    for (const body of bodies) {
      for (const query of ['', '?select=title&raw=true', '?key=secretkey']) {
        const response = await send(address + query, { method, key, ...body })
        const text = (await response.text()) + JSON.stringify([...response.headers])
        const isPut = method === 'PUT' && path.endsWith('/:id')
        expect(response.status, query).toBe(isPut && key === undefined ? 401 : 403)
        expect(text).not.toMatch(/secret(title|summary|colour|draft|child|link|text)/)
      }
    }
  }
  expect(await stored()).toEqual(before)
})

test('lists and searches do not contain it', async () => {
  const { id } = await privateApplication()
  for (const key of [undefined, await keyOf(village, { scopes })]) {
    for (const query of [
      '',
      `?id=${id}`,
      '?q=secrettitle',
      '?owner=organization:town',
      '?application=secretchild',
      '?visibility=protected',
    ]) {
      expect(await ask(`/api/v1/applications${query}`, { key }), query).toEqual({ count: 0, results: [] })
    }
    const { facets } = await ask<{ facets: Record<string, unknown> }>(
      '/api/v1/applications?facets=owner,url,base-application',
      { key },
    )
    expect(facets).toEqual({ owner: [], url: [], 'base-application': [] })
  }
})

test('read permission gives no access to changes, keys and drafts', async () => {
  const { id, key } = await privateApplication()
  await ask(`/api/v1/applications/${id}/permissions`, { key, method: 'PUT', json: [{ classes: ['list', 'read'] }] })
  const other = await keyOf(village, { scopes })
  const closed = routes.filter((route) => !route.startsWith('GET') || /keys|draft|journal|permissions/.test(route))
  const statuses = closed.map(async (route) => {
    const [method = '', path = ''] = route.split(' ')
    const address = path.replace(':id', id).replace(/:path\{.*\}/, 'secretfile.txt')
    const isRead = method === 'GET' || method === 'DELETE'
    return [route, (await send(address, { method, key: other, ...(isRead ? {} : { json: {} }) })).status]
  })
  expect(await Promise.all(statuses)).toEqual(closed.map((route) => [route, 403]))
  const shown = await ask<Application>(`/api/v1/applications/${id}`, { key: other })
  expect(JSON.stringify(shown)).not.toMatch(/secret(colour|draft|key|link)/)
})

test.each(['configuration', 'configuration-draft'])(
  'a %s that is written elsewhere gives no right on datasets of the account that it is brought to',
  async (document) => {
    const key = await keyOf(town)
    const { id } = await publish('name\nsecret\n', { key })
    await ask(`/api/v1/datasets/${id}/permissions`, { key, method: 'PUT', json: [] })
    const dora = await signedIn('dora', [{ organization: 'town', role: 'contrib' }])
    const made = await makeApplication({ headers: dora.headers })
    const json = { datasets: [{ href: `${origin}/api/v1/datasets/${id}`, id }] }
    await ask(`/api/v1/applications/${made.id}/${document}`, { headers: dora.headers, method: 'PUT', json })
    const given = await send(`/api/v1/applications/${made.id}/owner`, {
      headers: dora.as('town'),
      method: 'PUT',
      json: town,
    })
    expect(await refusal(given)).toEqual([403, 'configuration-dataset-refused'])
  },
)
