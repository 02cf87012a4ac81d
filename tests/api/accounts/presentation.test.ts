/** The description and the logo of an organization: set by its administrators, read by everyone. */
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { signedIn } from '../../support/accounts'
import { ask, refusal, send } from '../../support/http'
import { rows } from '../../support/stored'

const path = '/api/v1/organizations/hamlet'
const admin = async () => (await signedIn('ada', [{ organization: 'hamlet', role: 'admin' }])).as('hamlet')
const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0h4v4H0z"/></svg>'
const put = (headers: Record<string, string>, body: string) =>
  send(`${path}/logo`, { method: 'PUT', headers: { ...headers, 'content-type': 'image/svg+xml' }, body })

test('administrators set them, everyone reads them, and they go with the organization', async () => {
  const headers = await admin()
  expect(await ask(`${path}/presentation`)).toEqual({})
  const json = { description: 'The **town** of Dinan' }
  expect(await ask(`${path}/presentation`, { method: 'PATCH', headers, json })).toEqual(json)
  expect((await put(headers, svg)).status).toBe(204)
  const shown = await ask<{ description: string; logo: string }>(`${path}/presentation`)
  expect(shown).toEqual({ ...json, logo: expect.stringContaining(`${path}/logo?v=2`) })
  for (const address of [shown.logo, '/simple-directory/api/avatars/organization/hamlet/avatar.png']) {
    const logo = await send(address)
    expect([logo.headers.get('content-type'), await logo.text()]).toEqual(['image/svg+xml', svg])
    expect(logo.headers.get('content-security-policy')).toContain('sandbox')
  }
  expect((await send(path, { method: 'DELETE', headers })).status).toBe(204)
  expect(await rows('select * from organization_presentations')).toEqual([])
  expect(await rows("select name from discards where name like 'organizations/%'")).toHaveLength(1)
})

test('a logo is replaced and removed without an orphan', async () => {
  const headers = await admin()
  await put(headers, svg)
  await put(headers, svg)
  expect((await env.FILES.list({ prefix: 'organizations/' })).objects).toHaveLength(2)
  expect(await rows("select name from discards where name like 'organizations/%'")).toHaveLength(1)
  expect((await send(`${path}/logo`, { method: 'DELETE', headers })).status).toBe(204)
  expect(await rows("select name from discards where name like 'organizations/%'")).toHaveLength(2)
  expect(await refusal(await send(`${path}/logo`))).toEqual([404, 'logo-missing'])
  const avatar = await send('/simple-directory/api/avatars/organization/hamlet/avatar.png')
  expect(avatar.status).toBe(200)
})

test('others change neither, and a logo has no scripts', async () => {
  const headers = await admin()
  const ben = (await signedIn('ben', [{ organization: 'hamlet', role: 'contrib' }])).as('hamlet')
  const roads = (await signedIn('cat', [{ organization: 'hamlet', role: 'admin', department: 'roads' }])).as(
    'town',
    'roads',
  )
  for (const other of [ben, roads]) {
    const json = { description: 'x' }
    expect((await send(`${path}/presentation`, { method: 'PATCH', headers: other, json })).status).toBe(403)
    expect((await put(other, svg)).status).toBe(403)
  }
  const scripted = svg.replace('<path', '<script>alert(1)</script><path')
  expect(await refusal(await put(headers, scripted))).toEqual([400, 'logo-invalid'])
  const json = { description: 'x'.repeat(1_001) }
  expect((await send(`${path}/presentation`, { method: 'PATCH', headers, json })).status).toBe(400)
})
