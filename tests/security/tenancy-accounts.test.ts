/** Resource ids of another account on the routes of the caller's account: no disclosure, no effect. */
import { beforeEach, expect, test } from 'vitest'
import { type SignedIn, signedIn } from '../support/accounts'
import { ask, send } from '../support/http'
import { rows } from '../support/stored'

const site = { type: 'portal', id: 'secret-site', url: 'https://secret.example' }
const hook = { title: 'secret', events: ['dataset-error'], target: { type: 'http', params: { url: site.url } } }
let eve: SignedIn
let ids: Record<'key' | 'webhook' | 'invitation', string>

beforeEach(async () => {
  const ada = await signedIn('ada', [{ organization: 'town', role: 'admin' }])
  eve = await signedIn('eve', [{ organization: 'hamlet', role: 'admin' }])
  const as = { headers: ada.as('town') }
  const settings = '/api/v1/settings/organization/town'
  const json = { apiKeys: [{ title: 'secret', scopes: [] }], webhooks: [hook] }
  const { apiKeys } = await ask<{ apiKeys: { id: string }[] }>(settings, { ...as, method: 'PATCH', json })
  await ask(`${settings}/publication-sites`, { ...as, json: site })
  const [webhook] = await ask<{ id: string }[]>(`${settings}/webhooks`, as)
  const invited = { email: 'secret@example.org', role: 'user' }
  const invitation = await ask<{ id: string }>('/api/v1/organizations/town/invitations', { ...as, json: invited }, 201)
  ids = { key: apiKeys[0]?.id ?? '', webhook: webhook?.id ?? '', invitation: invitation.id }
})

const kept = async () =>
  Promise.all(
    ['settings', 'api_keys', 'webhooks', 'invitation', 'member', 'quotas'].map((table) =>
      rows(`select * from ${table}`),
    ),
  )

test.each([
  ['DELETE', () => `/api/v1/settings/organization/hamlet/api-keys/${ids.key}`, 404],
  ['POST', () => `/api/v1/settings/organization/hamlet/webhooks/${ids.webhook}/_replay`, 404],
  ['POST', () => `/api/v1/settings/organization/hamlet/webhooks/${ids.webhook}/_test`, 404],
  ['PATCH', () => '/api/v1/organizations/hamlet/members/ada', 404],
  ['DELETE', () => '/api/v1/organizations/hamlet/members/ada', 404],
  ['DELETE', () => `/api/v1/organizations/hamlet/invitations/${ids.invitation}`, 204],
  ['POST', () => `/api/v1/invitations/${ids.invitation}/accept`, 403],
])('%s with the id of a resource of the town on a route of the hamlet', async (method, addressOf, status) => {
  const before = await kept()
  const json = addressOf().endsWith('_replay') ? { since: 0 } : { role: 'admin' }
  const sent = { method, headers: eve.as('hamlet'), ...(method === 'DELETE' ? {} : { json }) }
  const response = await send(addressOf(), sent)
  expect([response.status, await response.text()]).toEqual([status, expect.not.stringContaining(site.url)])
  expect(await kept()).toEqual(before)
})

test.each(['', '/topics', '/api-keys', '/webhooks', '/publication-sites', '/datasets-metadata', '/agent-chat'])(
  'settings%s of the town or of a user are refused to the hamlet',
  async (part) => {
    for (const account of ['organization/town', 'organization/town:roads', 'user/ada']) {
      const response = await send(`/api/v1/settings/${account}${part}`, { headers: eve.as('hamlet') })
      expect([response.status, await response.text()]).toEqual([403, expect.not.stringContaining('secret')])
    }
  },
)

test('a site is removed only from the account in the address', async () => {
  const path = `/api/v1/settings/organization/hamlet/publication-sites/${site.type}/${site.id}`
  const before = await rows("select * from settings where owner_id = 'town'")
  await send(path, { method: 'DELETE', headers: eve.as('hamlet') })
  expect(await rows("select * from settings where owner_id = 'town'")).toEqual(before)
})

test('the log is readable only for administered accounts', async () => {
  for (const owner of ['organization:town', 'user:ada', 'organization:town:roads']) {
    expect((await send(`/api/v1/events?owner=${owner}`, { headers: eve.as('hamlet') })).status).toBe(403)
  }
})
