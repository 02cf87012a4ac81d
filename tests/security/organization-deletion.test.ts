/** Deletion of an organization: who may, what it owns, what goes with it. */
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { keyOf, signedIn, town } from '../support/accounts'
import { publish } from '../support/datasets'
import { ask, refusal, send } from '../support/http'

const path = `/api/v1/organizations/${town.id}`
const administrator = () => signedIn('ada', [{ organization: town.id, role: 'admin' }])
const remove = (headers: Record<string, string>) => send(path, { method: 'DELETE', headers })
const count = async (table: string) =>
  (await env.DB.prepare(`select count(*) as count from ${table}`).first<{ count: number }>())?.count

test('the deletion of an organization that owns a dataset is refused, with the name of the dataset', async () => {
  const ada = await administrator()
  const key = await keyOf()
  const { id } = await publish('a\n1\n', { key })
  const answer = await remove(ada.as(town.id))
  expect([answer.status, await answer.json()]).toMatchObject([
    409,
    { code: 'account-owns', detail: expect.stringContaining('“places”') },
  ])
  expect((await send(`/api/v1/datasets/${id}`, { key })).status).toBe(200)
  expect((await send(`/api/v1/datasets/${id}`, { key, method: 'DELETE' })).status).toBe(204)
  expect((await remove(ada.as(town.id))).status).toBe(204)
})

test('a deletion removes the memberships, invitations, keys and settings of the organization, not its users', async () => {
  const ada = await administrator()
  await signedIn('bob', [{ organization: town.id, role: 'contrib' }])
  const key = await keyOf()
  const headers = ada.as(town.id)
  const invited = { email: 'eve@example.org', role: 'user' }
  await ask(`${path}/invitations`, { headers, json: invited }, 201)
  await ask(`/api/v1/settings/organization/${town.id}`, {
    ...{ method: 'PATCH', headers },
    json: { topics: [{ id: 't', title: 'T' }] },
  })
  expect((await remove(headers)).status).toBe(204)
  for (const table of ['organization', 'member', 'invitation', 'api_keys', 'settings']) {
    expect([table, await count(table)]).toEqual([table, 0])
  }
  expect(await count('user')).toBe(2)
  expect((await send('/api/v1/datasets?mine=true', { key })).status).toBe(401)
  expect(await ask('/api/v1/session', { headers: ada.headers })).toMatchObject({ organizations: [] })
  expect(await refusal(await remove(ada.headers))).toEqual([403, 'account-refused'])
})

test.each(['contrib', 'user'] as const)('a member with the role %s does not delete it', async (role) => {
  const bob = await signedIn('bob', [{ organization: town.id, role }])
  expect(await refusal(await remove(bob.as(town.id)))).toEqual([403, 'account-refused'])
})

test('a deletion with an API key is refused', async () => {
  await administrator()
  const answer = await send(path, { method: 'DELETE', key: await keyOf() })
  expect(await refusal(answer)).toEqual([401, 'session-required'])
})

test('the page requires the name of the organization', async () => {
  const ada = await administrator()
  const headers = { ...ada.as(town.id), 'content-type': 'application/x-www-form-urlencoded' }
  const submit = (name: string) =>
    send('/settings/organization/delete', { method: 'POST', headers, body: new URLSearchParams({ name }).toString() })
  const wrong = await submit('Other')
  expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining('Nothing was deleted')])
  const answer = await submit(town.name)
  expect([answer.status, answer.headers.get('location')]).toEqual([
    303,
    expect.stringContaining('done=organizationDeleted'),
  ])
  const next = await send('/settings?done=organizationDeleted', { headers: ada.as(town.id) })
  expect([next.status, await next.text()]).toEqual([200, expect.stringContaining('The organization was deleted.')])
})
