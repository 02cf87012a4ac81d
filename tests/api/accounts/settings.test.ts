/** Settings of accounts and their keys. */
import { describe, expect, test } from 'vitest'
import { keyOf, signedIn, town } from '../../support/accounts'
import { publish, read } from '../../support/datasets'
import { ask, refusal, send } from '../../support/http'
import { patchSettings } from '../../support/settings'

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
    const merged = await patchSettings(bob, { compatODS: true })
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
    expect(await patchSettings(await signedIn('bob'), { webhooks })).toMatchObject({ webhooks })
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
    const { topics } = await patchSettings(bob, { topics: [{ title: 'Roads' }, { title: 'Parks', color: '#0f0' }] })
    const [roads, parks] = topics as { id: string; title: string }[]
    const key = await keyOf({ type: 'user', id: 'bob', name: 'bob' })
    const { id } = await publish('a,b\n1,2\n', { key })
    await ask(`/api/v1/datasets/${id}`, { method: 'PATCH', key, json: { topics: [roads, parks] } })
    await patchSettings(bob, { topics: [{ ...roads, title: 'Streets' }] })
    expect((await read(id, key)).topics).toEqual([{ id: roads?.id, title: 'Streets' }])
    const counted = async (q: string) => (await ask<{ count: number }>(`/api/v1/datasets?q=${q}`, { key })).count
    expect(await Promise.all(['streets', 'roads', 'parks'].map(counted))).toEqual([1, 0, 0])
    expect(await ask('/api/v1/settings/user/bob/topics', { headers: bob.headers })).toHaveLength(1)
  })

  test('custom metadata that is no longer defined is removed from datasets', async () => {
    const bob = await signedIn('bob')
    await patchSettings(bob, { datasetsMetadata: { custom: [{ title: 'Fréquence' }, { title: 'x', key: 'a".b' }] } })
    const key = await keyOf({ type: 'user', id: 'bob', name: 'bob' })
    const { id } = await publish('a,b\n1,2\n', { key })
    const customMetadata = { frequence: 'daily', 'a".b': 'kept', other: 'kept' }
    await ask(`/api/v1/datasets/${id}`, { method: 'PATCH', key, json: { customMetadata } })
    await patchSettings(bob, { datasetsMetadata: { custom: [{ title: 'x', key: 'a".b' }] } })
    expect((await read(id, key)).customMetadata).toEqual({ 'a".b': 'kept', other: 'kept' })
    await patchSettings(bob, { datasetsMetadata: {} })
    expect((await read(id, key)).customMetadata).toEqual({ other: 'kept' })
  })

  test('concepts of an account are the last of its vocabulary, and absent from others', async () => {
    const bob = await signedIn('bob')
    await patchSettings(bob, { privateVocabulary: [{ title: 'Tree species', type: 'string' }] })
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
