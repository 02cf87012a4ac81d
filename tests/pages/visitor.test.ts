/** Pages in the visitor view: without the permissions of the reader, without writes, without storage. */
import { expect, test } from 'vitest'
import { signedIn } from '../support/accounts'
import { keyFor, makeApplication, registerBefore } from '../support/applications'
import { publish } from '../support/datasets'
import { ask, origin } from '../support/http'
import { page, published } from './support'

registerBefore()

const owner = async () => (await signedIn('ada', [{ organization: 'town', role: 'admin' }])).as('town')

test('the page of a public dataset has no action of its owner, and a link to leave the visitor view', async () => {
  const key = await keyFor()
  const headers = await owner()
  const { id } = await published(key)
  const own = (await page(`/dataset/${id}/share`, { headers })).html
  expect(own).toContain(`href="${origin}/visitor/dataset/${id}"`)
  expect((await page(`/dataset/${id}`, { headers })).html).toContain(`${origin}/dataset/${id}/edit"`)
  const shown = await page(`/visitor/dataset/${id}`, { headers: { ...headers, 'x-apikey': key } })
  expect([shown.status, shown.headers.get('cache-control'), shown.headers.get('x-robots-tag')]).toEqual([
    200,
    'private, no-store',
    'noindex',
  ])
  expect(shown.html).toContain('You are viewing this page as a visitor.')
  expect(shown.html).toContain(`<a class="button" href="${origin}/dataset/${id}">Back to your view</a>`)
  expect(shown.html).toContain(`href="${origin}/visitor/dataset/${id}/table"`)
  expect(shown.html).not.toMatch(/\/edit"|<script|method="post"|ada@example\.org/)
  const policies = shown.headers.get('content-security-policy')
  expect(policies).toMatch(/script-src 'none'; connect-src 'none'.*frame-ancestors 'none'/)
  const table = await page(`/visitor/dataset/${id}/table?q=A`, { headers: { ...headers, 'accept-language': 'fr' } })
  expect(table.html).toContain('Vous voyez cette page comme un visiteur.')
  expect(table.html).toContain(`action="${origin}/visitor/dataset/${id}/table`)
  const visitor = await page(`/dataset/${id}`)
  expect(visitor.html).not.toContain('/visitor/')
})

test('private pages, pages of owners and unknown pages are refused to visitors', async () => {
  const key = await keyFor()
  const headers = await owner()
  const { id } = await publish('name\nsecret oak\n', { key })
  for (const [path, status] of [
    [`/visitor/dataset/${id}`, 403],
    [`/visitor/dataset/${id}/table`, 403],
    [`/visitor/dataset/${id}/table?apiKey=${key}`, 403],
    [`/visitor/dataset/${id}/edit`, 403],
    ['/visitor/dataset/none', 404],
    ['/visitor/application/none', 404],
  ] as const) {
    const refused = await page(path, { headers: { ...headers, 'x-apikey': key } })
    expect([path, refused.status, refused.html.includes('secret oak')]).toEqual([path, status, false])
    expect(refused.html).toContain(`with the error ${status}.`)
    expect(refused.headers.get('cache-control')).toBe('private, no-store')
  }
})

test('a visualization runs in a sandbox, without the session', async () => {
  const key = await keyFor()
  const headers = await owner()
  const { id: dataset } = await published(key)
  const configuration = { datasets: [{ id: dataset, href: `${origin}/api/v1/datasets/${dataset}` }] }
  const { id } = await makeApplication({ key }, { title: 'Racks "here"', configuration })
  expect((await page(`/visitor/application/${id}`, { headers })).status).toBe(403)
  expect((await page(`/visitor/app/${id}`, { headers })).html).not.toContain('"configuration"')
  await ask(`/api/v1/applications/${id}/permissions`, { key, method: 'PUT', json: [{ classes: ['list', 'read'] }] })
  const shown = (await page(`/visitor/application/${id}`, { headers })).html
  const frame = `<iframe src="${origin}/visitor/app/${id}?primary=%230b6654" sandbox="allow-scripts" title="Racks &quot;here&quot;"></iframe>`
  expect(shown).toContain(frame)
  expect(shown).not.toMatch(new RegExp(`d-frame|src="${origin}/app/`))
  const alone = await page(`/visitor/app/${id}`, { headers })
  expect([alone.status, alone.headers.get('content-security-policy')]).toEqual([
    200,
    "sandbox allow-scripts; frame-ancestors 'self'",
  ])
  expect(alone.html).toContain(`"id":"${id}"`)
  expect(alone.html).not.toContain('writeConfig')
})
