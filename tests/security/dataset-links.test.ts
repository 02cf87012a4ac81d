/** Protected links of a dataset: what they open, what they do not, and where their keys never are. */
import { afterEach, expect, test, vi } from 'vitest'
import { accessTag, page, submit } from '../pages/support'
import { keyOf, signedIn, town, village } from '../support/accounts'
import { open, publish } from '../support/datasets'
import { ask, origin, send } from '../support/http'
import { createVirtual } from '../support/virtual'

afterEach(() => vi.restoreAllMocks())

type Link = { id: string; title: string }

async function secret(content = 'name,places\nOne,3\nTwo,4\n') {
  const key = await keyOf()
  const { id } = await publish(content, { key })
  const link = await ask<Link>(`/api/v1/datasets/${id}/links`, { key, json: { title: 'Press' } }, 201)
  return { key, id, link, named: `${link.id}%3A${id}`, api: `/api/v1/datasets/${id}` }
}

test('a link opens the page, the embeds and the downloads, and all that these load', async () => {
  const { id, named } = await secret()
  const description = await page(`/link/${named}`)
  expect(description.status).toBe(200)
  expect(description.headers.get('x-robots-tag')).toBe('noindex')
  expect(description.headers.get('cache-control')).toBe('private, no-cache')
  expect(description.html).toContain('<meta name="referrer" content="same-origin"/>')
  expect(description.html).toMatch(/<td[^>]*>One<\/td>/)
  for (const path of [
    ...['table', 'charts', 'fields', 'download'].map((part) => `/link/${named}/${part}`),
    ...['table', 'charts', 'fields', 'download'].map((part) => `/embed/dataset/${named}/${part}`),
  ]) {
    const { status, html } = await page(path)
    expect([path, status]).toEqual([path, 200])
    const loaded = [...html.matchAll(/(?:href|data-lines)="([^"]*\/(?:api\/v1\/datasets|dataset)\/[^"]*)"/g)]
      .map(([, address = '']) => address.replaceAll('&amp;', '&'))
      .filter((address) => /\/api\/|table\.csv/.test(address))
    if (path.endsWith('download')) expect(loaded.length).toBeGreaterThan(2)
    for (const address of loaded) {
      const answer = await send(address, { headers: { referer: origin + path } })
      expect([address, answer.status]).toEqual([address, 200])
    }
    expect((await page(path.replace(/[^/]+%3A/, ''))).status).toBe(403)
  }
  expect((await page(`/dataset/${id}`)).status).toBe(403)
})

test('answers are private, and revoking takes effect at once', async () => {
  const { key, named, api, link } = await secret()
  const referer = `${origin}/link/${named}/table`
  const lines = await send(`${api}/lines`, { headers: { referer } })
  expect(lines.status).toBe(200)
  expect(lines.headers.get('cache-control')).toMatch(/private/)
  expect(lines.headers.get('vary')).toMatch(/referer/i)
  expect((await send(`${api}/links/${link.id}`, { key, method: 'DELETE' })).status).toBe(204)
  expect((await send(`${api}/lines`, { headers: { referer } })).status).toBe(403)
  expect((await page(`/link/${named}`)).status).toBe(403)
  expect((await send(`${api}/links/${link.id}`, { key, method: 'DELETE' })).status).toBe(404)
})

test('a link opens no other dataset, no writes, no keys, and pages elsewhere cannot use it', async () => {
  const { key, id, named, api, link } = await secret()
  const other = await publish('a,b\n1,2\n', { key })
  const headers = { referer: `${origin}/link/${named}` }
  const status = async (path: string, sent: object = {}) => (await send(path, { headers, ...sent })).status
  expect(await status(`/api/v1/datasets/${other.id}/lines`)).toBe(403)
  expect((await page(`/link/${link.id}%3A${other.id}`)).status).toBe(403)
  for (const path of ['links', 'permissions', 'read-api-key', 'journal'])
    expect(await status(`${api}/${path}`)).toBe(403)
  expect(await status(api, { method: 'PATCH', json: { title: 'x' } })).toBe(403)
  expect(await status(api, { method: 'DELETE' })).toBe(403)
  expect(await status(`${api}/lines`, { json: { name: 'x' } })).not.toBe(201)
  for (const referer of [`https://elsewhere.example/link/${named}`, `${origin}/link/wrong%3A${id}`]) {
    expect((await send(`${api}/lines`, { headers: { referer } })).status).toBe(403)
  }
  // The session of an administrator adds nothing.
  const ann = (await signedIn('ann', [{ organization: 'town', role: 'admin' }])).as('town')
  expect((await page(`/link/${named}`, { headers: ann })).html).not.toContain(`/dataset/${id}/edit`)
})

test('keys are shown to those who create them only, and are in no document, list or log', async () => {
  const spies = (['log', 'info', 'warn', 'error', 'debug'] as const).map((level) => vi.spyOn(console, level))
  const { key, id, link, named, api } = await secret()
  const contributor = (await signedIn('bob', [{ organization: 'town', role: 'contrib' }])).as('town')
  expect((await send(`${api}/links`, { headers: contributor })).status).toBe(403)
  expect((await send(`${api}/links`)).status).toBe(403)
  for (const path of [api, `${api}?raw=true`, '/api/v1/datasets?raw=true', `${api}/journal`, '/api/v1/events']) {
    expect(await (await send(path, { key })).text()).not.toContain(link.id)
  }
  await page(`/link/${named}/nothing`)
  await page(`/embed/dataset/${named}/journal`)
  await page(`/link/${link.id}%3Aunknown`)
  const logs = JSON.stringify(spies.flatMap(({ mock }) => mock.calls))
  expect(logs).toContain('/link/…')
  expect(logs).not.toContain(link.id)
  await open(id, key)
  expect(await (await send('/api/v1/catalog/dcat', {})).text()).not.toContain(link.id)
})

test('a virtual dataset is not opened beyond what its children let in', async () => {
  const restricted = await publish('a,b\n1,2\n', { key: await keyOf(village) })
  const sharing = [{ type: 'organization', id: 'town', name: 'Town', classes: ['list', 'read'] }]
  const owner = await keyOf(village)
  await ask(`/api/v1/datasets/${restricted.id}/permissions`, { key: owner, method: 'PUT', json: sharing })
  const key = await keyOf()
  const { id } = await createVirtual(key, ['a'], { children: [restricted.id] })
  const refused = await send(`/api/v1/datasets/${id}/links`, { key, json: { title: 'Press' } })
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([403, 'virtual-child-restricted'])
})

test('links stay with a new owner only when its administrator gives them', async () => {
  const { key, id, link, api } = await secret()
  await ask(`${api}/owner`, { key, method: 'PUT', json: { ...town, department: 'roads' } })
  expect((await page(`/link/${link.id}%3A${id}`)).status).toBe(200)
  const ann = await signedIn('ann', [
    { organization: 'town', role: 'admin' },
    { organization: 'village', role: 'contrib' },
  ])
  await ask(`${api}/owner`, { headers: ann.as('town'), method: 'PUT', json: village })
  expect((await page(`/link/${link.id}%3A${id}`)).status).toBe(403)
})

test('the share page creates, lists and revokes links of a dataset', async () => {
  const ann = (await signedIn('ann', [{ organization: 'town', role: 'admin' }])).as('town')
  const { id } = await publish('name,places\nOne,3\n', { key: await keyOf() })
  const share = `/dataset/${id}/share`
  const sent = (fields: Record<string, string>) => submit(share, fields, { headers: ann })
  const made = await sent({ part: 'link-add', title: 'Press' })
  expect(made.headers.get('location')).toBe(`${origin}${share}?done=link-add`)
  const { html } = await page(share, { headers: ann })
  const [address = '', key = ''] = /\/link\/([^%"<]+)%3A[^<"/]+/.exec(html) ?? []
  expect(html).toContain(`/embed/dataset/${key}%3A${id}/table`)
  expect(accessTag(html)).not.toBe('')
  expect((await page(address)).status).toBe(200)
  expect((await sent({ part: 'link-add', title: '' })).status).toBe(400)
  expect((await sent({ part: 'link-remove', key })).status).toBe(303)
  expect((await page(address)).status).toBe(403)
})

test('a revoked link of a dataset that has become public leads to its page', async () => {
  const { key, id, named, api, link } = await secret()
  await ask(`${api}/permissions`, { key, method: 'PUT', json: [{ classes: ['list', 'read'] }] })
  expect((await page(`/link/${named}/table`)).status).toBe(200)
  await send(`${api}/links/${link.id}`, { key, method: 'DELETE' })
  const moved = await send(`/link/${named}/table`)
  expect([moved.status, moved.headers.get('location')]).toEqual([303, `${origin}/dataset/${id}`])
})

test('the page of the deletion counts the links that stop working', async () => {
  const ann = (await signedIn('ann', [{ organization: 'town', role: 'admin' }])).as('town')
  const { id } = await secret()
  expect((await page(`/dataset/${id}/delete`, { headers: ann })).html).toMatch(/Protected links<\/dt><dd>1</)
})

test('a link works until its last day', async () => {
  const { key, id, api } = await secret()
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const linkUntil = async (expireAt: string) =>
    ask<Link>(`${api}/links`, { key, json: { title: 'Press', expireAt } }, 201)
  const statusOf = async ({ id: link }: Link) => (await page(`/link/${link}%3A${id}`)).status
  expect(await statusOf(await linkUntil(day(0)))).toBe(200)
  expect(await statusOf(await linkUntil(day(-1)))).toBe(403)
  expect(await ask(`${api}/links`, { key })).toMatchObject([{}, { expireAt: day(0) }, { expireAt: day(-1) }])
  expect((await send(`${api}/links`, { key, json: { title: 'Press', expireAt: 'soon' } })).status).toBe(400)
})
