/** Settings of accounts and their keys. */
import { describe, expect, test } from 'vitest'
import { keyOf, type SignedIn, signedIn, town } from '../../support/accounts'
import { publish, read, upload } from '../../support/datasets'
import { ask, refusal, send } from '../../support/http'

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const patch = (user: SignedIn, json: unknown, status = 200) =>
  ask<{ apiKeys: Record<string, unknown>[] } & Record<string, unknown>>(
    `/api/v1/settings/user/${user.id}`,
    { method: 'PATCH', headers: user.headers, json },
    status,
  )

describe('access', () => {
  test.each(['GET', 'PUT', 'PATCH'])('%s requires a session of an administrator of the account', async (method) => {
    const bob = await signedIn('bob', [{ organization: 'town', role: 'contrib' }])
    const eve = await signedIn('eve', [{ organization: 'town', role: 'admin' }])
    const ask = (path: string, sent: object) =>
      send(`/api/v1/settings/${path}`, { method, ...(method === 'GET' ? {} : { json: {} }), ...sent })
    expect((await ask('user/bob', { headers: bob.headers })).status).toBe(200)
    expect((await ask('organization/town', { headers: eve.as('town') })).status).toBe(200)
    expect(await refusal(await ask('user/bob', {}))).toEqual([401, 'session-required'])
    expect(await refusal(await ask('organization/town', { key: await keyOf(town) }))).toEqual([401, 'session-required'])
    for (const headers of [eve.headers, eve.as('town')]) {
      expect(await refusal(await ask('user/bob', { headers }))).toEqual([403, 'account-refused'])
    }
    for (const headers of [bob.as('town'), bob.headers, eve.headers]) {
      expect(await refusal(await ask('organization/town', { headers }))).toEqual([403, 'account-refused'])
    }
    expect(await refusal(await ask('company/bob', { headers: bob.headers }))).toEqual([400, 'consumer-type-invalid'])
  })

  test('the settings of a department are open to its administrator and to that of the organization', async () => {
    const roads = await signedIn('roads', [{ organization: 'town', role: 'admin', department: 'roads' }])
    const parks = await signedIn('parks', [{ organization: 'town', role: 'admin', department: 'parks' }])
    const root = await signedIn('root', [{ organization: 'town', role: 'admin' }])
    const path = '/api/v1/settings/organization/town:roads'
    expect((await send(path, { headers: roads.as('town', 'roads') })).status).toBe(200)
    expect((await send(path, { headers: root.as('town') })).status).toBe(200)
    expect((await send(path, { headers: parks.as('town', 'parks') })).status).toBe(403)
    expect((await send('/api/v1/settings/organization/town', { headers: roads.as('town', 'roads') })).status).toBe(403)
    const put = await ask(path, { method: 'PUT', headers: roads.as('town', 'roads'), json: {} })
    expect(put).toMatchObject({ name: 'Town - ROADS', type: 'organization', id: 'town', department: 'roads' })
    const { type: _, id: __, ...shown } = put
    expect(await ask(path, { headers: roads.as('town', 'roads') })).toEqual(shown)
    const ghost = {
      method: 'PATCH',
      headers: root.as('town'),
      json: { apiKeys: [{ title: 'a', scopes: ['datasets'] }] },
    }
    const unknown = await send('/api/v1/settings/organization/town:ghost', ghost)
    expect(await refusal(unknown)).toEqual([400, 'department-unknown'])
    const topics = { method: 'PATCH', headers: roads.as('town', 'roads'), json: { topics: [] } }
    expect(await refusal(await send(path, topics))).toEqual([400, 'body-invalid'])
  })
})

describe('settings', () => {
  test('are {} before anything is stored, then replaced by PUT and merged by PATCH', async () => {
    const bob = await signedIn('bob')
    const path = '/api/v1/settings/user/bob'
    expect(await ask(path, { headers: bob.headers })).toEqual({})
    const licenses = [{ title: 'Ours', href: 'https://example.org/licence' }]
    const put = await ask(path, { method: 'PUT', headers: bob.headers, json: { licenses, name: 'forged' } })
    expect(put).toEqual({
      type: 'user',
      id: 'bob',
      name: 'bob',
      email: 'bob@example.org',
      licenses,
      publicationSites: [],
      apiKeys: [],
    })
    const merged = await patch(bob, { compatODS: true })
    expect(merged).toMatchObject({ licenses, compatODS: true })
    const { id, type, ...stored } = merged
    expect(await ask(path, { headers: bob.headers })).toEqual(stored)
    const all = await ask<{ title: string }[]>(`${path}/licenses`)
    expect(all.map(({ title }) => title)).toContain('Ours')
    expect(all).toHaveLength(9)
  })

  const target = { type: 'http', params: { url: 'https://x.example' } }
  test.each([
    'dataset-dataset-created',
    'dataset-data-updated',
    'dataset-draft-data-updated',
    'dataset-structure-updated',
    'dataset-error',
    'dataset-breaking-change',
    'dataset-finalize-end',
    'dataset-publication',
    'application-application-created',
    'application-error',
    'application-publication',
    'collector-finish-error',
  ])('a webhook may subscribe to %s', async (event) => {
    const webhooks = [{ title: 'w', events: [event], target }]
    expect(await patch(await signedIn('bob'), { webhooks })).toMatchObject({ webhooks })
  })

  test.each([
    [{ unknown: 1 }],
    [
      {
        topics: [
          { id: 'a', title: 'A' },
          { id: 'a', title: 'B' },
        ],
      },
    ],
    [{ webhooks: [{ title: 'w', events: [], target: { type: 'http', params: { url: 'https://x.example' } } }] }],
    [{ webhooks: [{ title: 'w', events: ['dataset-finalized'], target }] }],
    [{ webhooks: [{ title: 'w', events: ['dataset-error', '*'], target }] }],
    [{ licenses: [{ title: 'x', href: 'javascript:alert(1)' }] }],
    [{ apiKeys: [{ scopes: ['datasets'] }] }],
    [[]],
    ['text'],
  ])('refuses %j', async (json) => {
    const bob = await signedIn('bob')
    for (const method of ['PUT', 'PATCH']) {
      const sent = { method, headers: bob.headers, json }
      expect(await refusal(await send('/api/v1/settings/user/bob', sent))).toEqual([400, 'body-invalid'])
    }
  })

  test('a changed topic is updated in datasets, a removed one is detached', async () => {
    const bob = await signedIn('bob')
    const { topics } = await patch(bob, { topics: [{ title: 'Roads' }, { title: 'Parks', color: '#0f0' }] })
    const [roads, parks] = topics as { id: string; title: string }[]
    const key = await keyOf({ type: 'user', id: 'bob', name: 'bob' })
    const { id } = await publish('a,b\n1,2\n', { key })
    await ask(`/api/v1/datasets/${id}`, { method: 'PATCH', key, json: { topics: [roads, parks] } })
    await patch(bob, { topics: [{ ...roads, title: 'Streets' }] })
    expect((await read(id, key)).topics).toEqual([{ id: roads?.id, title: 'Streets' }])
    const counted = async (q: string) => (await ask<{ count: number }>(`/api/v1/datasets?q=${q}`, { key })).count
    expect(await Promise.all(['streets', 'roads', 'parks'].map(counted))).toEqual([1, 0, 0])
    expect(await ask('/api/v1/settings/user/bob/topics', { headers: bob.headers })).toHaveLength(1)
  })

  test('custom metadata that is no longer defined is removed from datasets', async () => {
    const bob = await signedIn('bob')
    await patch(bob, { datasetsMetadata: { custom: [{ title: 'Fréquence' }, { title: 'x', key: 'a".b' }] } })
    const key = await keyOf({ type: 'user', id: 'bob', name: 'bob' })
    const { id } = await publish('a,b\n1,2\n', { key })
    const customMetadata = { frequence: 'daily', 'a".b': 'kept', other: 'kept' }
    await ask(`/api/v1/datasets/${id}`, { method: 'PATCH', key, json: { customMetadata } })
    await patch(bob, { datasetsMetadata: { custom: [{ title: 'x', key: 'a".b' }] } })
    expect((await read(id, key)).customMetadata).toEqual({ 'a".b': 'kept', other: 'kept' })
    await patch(bob, { datasetsMetadata: {} })
    expect((await read(id, key)).customMetadata).toEqual({ other: 'kept' })
  })

  test('concepts of an account are the last of its vocabulary, and absent from others', async () => {
    const bob = await signedIn('bob')
    await patch(bob, { privateVocabulary: [{ title: 'Tree species', type: 'string' }] })
    const own = { id: 'tree-species', identifiers: ['tree-species'], title: 'Tree species', type: 'string' }
    const vocabulary = (sent: object) => ask<object[]>('/api/v1/vocabulary', sent)
    expect((await vocabulary({ headers: bob.headers })).at(-1)).toEqual({ ...own, private: true })
    expect(await vocabulary({})).toHaveLength(54)
    expect(await vocabulary({ headers: (await signedIn('eve')).headers })).toHaveLength(54)
  })

  test('contain the name of the account from the directory', async () => {
    const root = await signedIn('root', [], { isAdmin: true })
    await signedIn('bob', [{ organization: 'town', role: 'admin', department: 'roads' }])
    const headers = { ...root.headers, cookie: `${root.headers.cookie}; __Host-admin_mode=1` }
    const put = (id: string) => ask(`/api/v1/settings/organization/${id}`, { method: 'PUT', headers, json: {} })
    expect(await put('town')).toMatchObject({ name: 'Town' })
    expect(await put('town:roads')).toMatchObject({ name: 'Town - ROADS' })
    expect(await ask('/api/v1/settings/user/bob', { method: 'PUT', headers, json: {} })).toMatchObject({ name: 'bob' })
  })

  test('members read the topics, metadata and sites of their organization, others do not', async () => {
    const bob = await signedIn('bob', [{ organization: 'town', role: 'user', department: 'roads' }])
    const eve = await signedIn('eve')
    for (const part of ['topics', 'datasets-metadata', 'agent-chat', 'publication-sites']) {
      const path = `/api/v1/settings/organization/town/${part}`
      expect((await send(path, { headers: bob.as('town', 'roads') })).status).toBe(200)
      expect(await refusal(await send(path, { headers: eve.headers }))).toEqual([403, 'account-refused'])
      expect(await refusal(await send(path))).toEqual([401, 'session-required'])
    }
  })

  test('publication sites are added, merged and removed', async () => {
    const bob = await signedIn('bob')
    const path = '/api/v1/settings/user/bob/publication-sites'
    const site = { type: 'portal', id: 'p1', url: 'https://portal.example' }
    expect(await ask(path, { headers: bob.headers, json: { ...site, settings: { staging: true } } })).toMatchObject(
      site,
    )
    await ask(path, { headers: bob.headers, json: { ...site, title: 'Portal' } })
    expect(await ask(path, { headers: bob.headers })).toEqual([
      { ...site, title: 'Portal', settings: { staging: true } },
    ])
    expect((await send(`${path}/portal/p1`, { method: 'DELETE', headers: bob.headers })).status).toBe(200)
    expect(await ask(path, { headers: bob.headers })).toEqual([])
  })

  test('simultaneous changes are stored or refused with 409', async () => {
    const bob = await signedIn('bob')
    const titles = ['a', 'b', 'c', 'd']
    const sent = (title: string) =>
      send('/api/v1/settings/user/bob', { method: 'PATCH', headers: bob.headers, json: { topics: [{ title }] } })
    const statuses = (await Promise.all(titles.map(sent))).map(({ status }) => status)
    expect(statuses).toContain(200)
    for (const status of statuses) expect([200, 409]).toContain(status)
  })
})

describe('a key', () => {
  test('is created without id, returned in clear once, and works', async () => {
    const bob = await signedIn('bob')
    const { apiKeys } = await patch(bob, { apiKeys: [{ title: 'My ETL', scopes: ['datasets'], expireAt: day(30) }] })
    const [created] = apiKeys
    expect(created).toEqual({
      id: expect.any(String),
      title: 'My ETL',
      scopes: ['datasets'],
      expireAt: day(30),
      email: 'bob@example.org',
      clearKey: expect.stringMatching(/^fairway_/),
    })
    const { clearKey, ...stored } = created ?? {}
    const settings = await ask<Record<string, unknown>>('/api/v1/settings/user/bob', { headers: bob.headers })
    expect(settings.apiKeys).toEqual([stored])
    const { owner } = await upload('a,b\n1,2\n', { key: String(clearKey) })
    expect(owner).toEqual({ type: 'user', id: 'bob', name: 'bob' })
  })

  test('of an organization, or without scopes, has its own e-mail address', async () => {
    const bob = await signedIn('bob', [{ organization: 'town', role: 'admin' }])
    const settings = await ask<{ apiKeys: { id: string; email: string; clearKey: string }[] }>(
      '/api/v1/settings/organization/town',
      { method: 'PUT', headers: bob.as('town'), json: { apiKeys: [{ title: 'Été 1', scopes: ['datasets'] }] } },
    )
    const [key] = settings.apiKeys
    expect(key?.email).toBe(`ete-1-${key?.id}@api-key.data.example.org`)
    const dataset = await upload('a,b\n1,2\n', { key: key?.clearKey ?? '' })
    expect(dataset.owner).toEqual({ type: 'organization', id: 'town', name: 'Town' })
    expect(dataset).toMatchObject({ createdBy: { id: `apiKey:${key?.id}` } })
    const { apiKeys } = await patch(bob, { apiKeys: [{ title: 'sensor', scopes: [] }] })
    expect(apiKeys[0]?.email).toMatch(/^sensor-\w+@api-key\.data\.example\.org$/)
  })

  test('is immutable: it stays when sent again, and is revoked when omitted', async () => {
    const bob = await signedIn('bob')
    const { apiKeys } = await patch(bob, { apiKeys: [{ title: 'one', scopes: ['datasets'] }] })
    const key = String(apiKeys[0]?.clearKey)
    const both = await patch(bob, { apiKeys: [apiKeys[0], { title: 'two', scopes: [] }] })
    expect(both.apiKeys.map(({ title }) => title)).toEqual(['one', 'two'])
    expect(both.apiKeys[0]).not.toHaveProperty('clearKey')
    const changed = { method: 'PATCH', headers: bob.headers, json: { apiKeys: [{ ...apiKeys[0], title: 'x' }] } }
    const refused = await send('/api/v1/settings/user/bob', changed)
    expect(await refused.clone().text()).toContain('existing API keys are immutable')
    expect(await refusal(refused)).toEqual([400, 'key-invalid'])
    expect((await send('/api/v1/datasets', { key })).status).toBe(200)
    await patch(bob, { apiKeys: [] })
    expect(await refusal(await send('/api/v1/datasets', { key }))).toEqual([401, 'key-unknown'])
  })

  test.each([
    [{ id: 'mine' }, 400, 'key-invalid'],
    [{ email: 'x@example.org' }, 403, 'key-field-refused'],
    [{ key: 'x' }, 403, 'key-field-refused'],
    [{ adminMode: true }, 403, 'key-field-refused'],
    [{ asAccount: true }, 403, 'key-field-refused'],
    [{ notifiedJ3At: day(0) }, 400, 'key-invalid'],
    [{ expireAt: day(733) }, 400, 'key-invalid'],
    [{ expireAt: 'tomorrow' }, 400, 'key-invalid'],
  ])('is not created with %j', async (more, status, code) => {
    const bob = await signedIn('bob')
    const json = { apiKeys: [{ title: 'k', scopes: ['datasets'], ...more }] }
    const response = await send('/api/v1/settings/user/bob', { method: 'PATCH', headers: bob.headers, json })
    expect(await refusal(response)).toEqual([status, code])
    expect(await ask('/api/v1/settings/user/bob', { headers: bob.headers })).toEqual({})
  })

  test.each([-400, -1, 0, 730])('may expire in %i days', async (days) => {
    const bob = await signedIn('bob')
    const { apiKeys } = await patch(bob, {
      apiKeys: [{ title: 'k', scopes: ['datasets'], expireAt: day(days) }],
    })
    const response = await send('/api/v1/datasets', { key: String(apiKeys[0]?.clearKey) })
    if (days >= 0) expect(response.status).toBe(200)
    else expect(await refusal(response)).toEqual([403, 'key-expired'])
  })

  test('is listed with its last use, and revoked by its id, by its account only', async () => {
    const bob = await signedIn('bob')
    const eve = await signedIn('eve')
    const { apiKeys } = await patch(bob, { apiKeys: [{ title: 'one', scopes: ['datasets'] }] })
    await send('/api/v1/datasets', { key: String(apiKeys[0]?.clearKey) })
    const path = '/api/v1/settings/user/bob/api-keys'
    const [listed] = await ask<Record<string, unknown>[]>(path, { headers: bob.headers })
    expect(listed).toMatchObject({ title: 'one', createdAt: expect.any(String), lastUsedAt: expect.any(String) })
    const one = `/${apiKeys[0]?.id}`
    const revoke = (who: SignedIn, at: string) => send(at + one, { method: 'DELETE', headers: who.headers })
    expect((await revoke(eve, path)).status).toBe(403)
    expect(await refusal(await revoke(eve, '/api/v1/settings/user/eve/api-keys'))).toEqual([404, 'key-not-found'])
    expect((await revoke(bob, path)).status).toBe(204)
    expect(await ask(path, { headers: bob.headers })).toEqual([])
  })
})
