/** Publication sites, and permissions to publish on them. */
import { beforeEach, expect, test } from 'vitest'
import { keyOf, type SignedIn, signedIn, town } from '../../support/accounts'
import { ask, refusal, send } from '../../support/http'

type Headers = Record<string, string>
const roads = { type: 'organization', id: 'town', name: 'Town', department: 'roads', departmentName: 'ROADS' }
let who: Record<'ada' | 'bob' | 'dan', Headers>

beforeEach(async () => {
  const member = (name: string, role: 'admin' | 'contrib', department?: string): Promise<SignedIn> =>
    signedIn(name, [{ organization: 'town', role, ...(department ? { department } : {}) }])
  who = {
    ada: (await member('ada', 'admin')).as('town'),
    bob: (await member('bob', 'contrib')).as('town'),
    dan: (await member('dan', 'admin', 'roads')).as('town', 'roads'),
  }
  const add = (account: string, id: string, settings: object, headers: Headers) =>
    ask(`/api/v1/settings/organization/${account}/publication-sites`, {
      headers,
      json: { type: 'portal', id, url: `https://${id}.example`, settings },
    })
  await add('town', 'main', {}, who.ada)
  await add('town', 'staging', { staging: true }, who.ada)
  await add('town', 'parks', { contributorDepartments: ['parks'] }, who.ada)
  await add('town', 'works', { contributorDepartments: ['roads'] }, who.ada)
  await add('town:roads', 'roads', {}, who.dan)
})

async function dataset(owner?: object): Promise<string> {
  const json = { isRest: true, title: 'Trees', ...(owner ? { owner } : {}) }
  return (await ask<{ id: string }>('/api/v1/datasets', { headers: who.ada, json }, 201)).id
}

const patch = (id: string, headers: Headers, json: object) =>
  send(`/api/v1/datasets/${id}`, { method: 'PATCH', headers, json })

test.each([
  ['ada', 'portal:main', 200],
  ['ada', 'portal:roads', 200],
  ['ada', 'portal:none', 404],
  ['bob', 'portal:main', 403],
  ['bob', 'portal:staging', 200],
  ['bob', 'other:main', 404],
] as const)('%s publishes a dataset of the organization on %s: %i', async (name, site, status) => {
  const response = await patch(await dataset(), who[name], { publicationSites: [site] })
  expect(response.status).toBe(status)
  if (status === 200) expect(await response.json()).toMatchObject({ publicationSites: [site] })
})

test.each([
  ['dan', 'portal:roads', 200],
  ['dan', 'portal:works', 200],
  ['dan', 'portal:main', 403],
  ['dan', 'portal:staging', 403],
  ['dan', 'portal:parks', 403],
  ['ada', 'portal:main', 200],
  ['ada', 'portal:parks', 200],
] as const)('%s publishes a dataset of a department on %s: %i', async (name, site, status) => {
  expect((await patch(await dataset(roads), who[name], { publicationSites: [site] })).status).toBe(status)
})

test('unchanged publication sites are not checked, removed ones are', async () => {
  const id = await dataset()
  await patch(id, who.ada, { publicationSites: ['portal:main'] })
  const both = { publicationSites: ['portal:main', 'portal:staging'], requestedPublicationSites: ['portal:parks'] }
  expect((await patch(id, who.bob, both)).status).toBe(200)
  expect(await refusal(await patch(id, who.bob, { publicationSites: ['portal:staging'] }))).toEqual([
    403,
    'permission-missing',
  ])
  expect((await patch(id, who.ada, { publicationSites: null })).status).toBe(200)
  const none = { requestedPublicationSites: ['portal:none'] }
  expect(await refusal(await patch(id, who.bob, none))).toEqual([404, 'publication-site-not-found'])
})

test('a removed site is detached from datasets, which can be published on other sites', async () => {
  const id = await dataset()
  await patch(id, who.ada, { publicationSites: ['portal:main', 'portal:staging'] })
  await send('/api/v1/settings/organization/town/publication-sites/portal/main', {
    method: 'DELETE',
    headers: who.ada,
  })
  expect(await ask(`/api/v1/datasets/${id}`, { headers: who.ada })).toMatchObject({
    publicationSites: ['portal:staging'],
  })
})

test('a creation is checked in the same way, and a key acts for its account', async () => {
  const create = (headers: Headers, publicationSites: string[]) =>
    send('/api/v1/datasets', { headers, json: { isRest: true, title: 'Trees', publicationSites } })
  expect((await create(who.bob, ['portal:staging'])).status).toBe(201)
  expect((await create(who.bob, ['portal:main'])).status).toBe(403)
  expect((await create(who.ada, ['portal:none'])).status).toBe(404)
  expect((await create(who.ada, ['portal:main'])).status).toBe(201)
  const key = await keyOf(town, { scopes: ['datasets-write'] })
  expect((await patch(await dataset(), { 'x-apikey': key }, { publicationSites: ['portal:main'] })).status).toBe(200)
})

test('a dataset that leaves its account is on no site', async () => {
  const id = await dataset()
  await patch(id, who.ada, { publicationSites: ['portal:main'], requestedPublicationSites: ['portal:parks'] })
  const give = async (owner: object) => {
    const answer = await send(`/api/v1/datasets/${id}/owner`, { method: 'PUT', headers: who.ada, json: owner })
    const { publicationSites, requestedPublicationSites } = (await answer.json()) as Record<string, unknown>
    return [answer.status, publicationSites, requestedPublicationSites]
  }
  expect(await give(roads)).toEqual([200, ['portal:main'], ['portal:parks']])
  expect(await give(town)).toEqual([200, [], undefined])
})
