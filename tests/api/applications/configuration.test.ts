/** Configurations of applications and the properties of their datasets. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keyOf, session, signedIn, town, village } from '../../support/accounts'
import {
  type Application,
  dualUrl,
  makeApplication,
  operator,
  outside,
  register,
  web,
} from '../../support/applications'
import { open, publish, read } from '../../support/datasets'
import { createEditable } from '../../support/editable'
import { ask, origin, refusal, send } from '../../support/http'
import { rows } from '../../support/stored'

type Configuration = { datasets: Record<string, unknown>[] }
const path = '/api/v1/applications'
const csv = 'name,n\nA,1\nB,2\n'
const keyFor = (owner = town) => keyOf(owner, { scopes: ['applications', 'datasets'] })
const hrefOf = (id: string) => `${origin}/api/v1/datasets/${id}`

beforeEach(async () => {
  outside()
  const headers = await operator()
  await register(headers)
  await register(headers, dualUrl)
})
afterEach(() => vi.restoreAllMocks())

const configure = (key: string, id: string, json: object) =>
  ask(`${path}/${id}/configuration`, { key, method: 'PUT', json })
const state = async (key: string, id: string) => {
  const { status, errorMessage, errorMessageDraft } = await ask<Application>(`${path}/${id}`, { key })
  return [status, errorMessage, errorMessageDraft]
}
const journal = async (key: string, id: string) =>
  (await ask<{ type: string }[]>(`${path}/${id}/journal`, { key })).map(({ type }) => type)

describe('the status', () => {
  test('follows configurations, drafts and reported errors', async () => {
    const key = await keyFor()
    const { id } = await makeApplication({ key })
    const report = (message?: string, referer = `${origin}/app/${id}`) =>
      send(`${path}/${id}/error`, { key, json: message === undefined ? {} : { message }, headers: { referer } })
    expect(await ask(`${path}/${id}/config`, { key })).toEqual({})
    expect(await ask(`${path}/${id}/configuration-draft`, { key })).toEqual({})
    expect((await report('nothing to fail with')).status).toBe(204)
    expect(await state(key, id)).toEqual(['created', undefined, undefined])
    const draft = { method: 'PUT', key, json: { colour: 'red' } }
    expect(await ask(`${path}/${id}/configuration-draft`, draft)).toEqual({ colour: 'red' })
    expect((await report('no colour', `${origin}/app/${id}?draft=true`)).status).toBe(204)
    expect(await state(key, id)).toEqual(['configured-draft', undefined, 'no colour'])
    expect(await ask(`${path}/${id}/config`, { key })).toEqual({})
    await send(`${path}/${id}/configuration-draft`, { key, method: 'DELETE' })
    expect(await state(key, id)).toEqual(['created', undefined, undefined])
    expect(await configure(key, id, { colour: 'blue' })).toEqual({ colour: 'blue' })
    expect(await (await send(`${path}/${id}/status`, { key })).text()).toBe('configured')
    await ask(`${path}/${id}/configuration-draft`, draft)
    expect(await ask(`${path}/${id}/configuration-draft`, { key })).toEqual({ colour: 'red' })
    expect((await send(`${path}/${id}/configuration-draft`, { key, method: 'DELETE' })).status).toBe(200)
    expect(await state(key, id)).toEqual(['configured', undefined, undefined])
    expect((await report('it <script>alert(1)</script>fails')).status).toBe(204)
    expect(await state(key, id)).toEqual(['error', 'it fails', undefined])
    expect(await refusal(await report())).toEqual([400, 'application-error-empty'])
    await configure(key, id, { colour: 'green' })
    expect(await state(key, id)).toEqual(['configured', undefined, undefined])
    expect(await journal(key, id)).toEqual([
      'config-updated',
      'error',
      'config-draft-cancelled',
      'config-draft-updated',
      'config-updated',
      'config-draft-cancelled',
      'config-draft-updated',
      'application-created',
    ])
    const log = await ask<{ results: { event: string; resource: object }[] }>('/api/v1/events', { key })
    expect(log.results.map(({ event }) => event).slice(0, 2)).toEqual([
      'application-application-created',
      'application-config-draft-updated',
    ])
    expect(log.results[0]?.resource).toMatchObject({ type: 'application', id })
  })

  test('cannot be changed by visitors, who cannot read drafts either', async () => {
    const key = await keyFor()
    const { id } = await makeApplication({ key })
    await configure(key, id, {})
    await ask(`${path}/${id}/permissions`, { key, method: 'PUT', json: [{ classes: ['list', 'read'] }] })
    expect((await send(`${path}/${id}/error`, { json: { message: 'x' } })).status).toBe(403)
    expect((await send(`${path}/${id}/configuration-draft`)).status).toBe(403)
    expect((await send(`${path}/${id}/config`, { method: 'PUT', json: {} })).status).toBe(403)
    expect(await ask(`${path}/${id}/config`)).toEqual({})
  })

  test.each([
    ['an entry without an address', { datasets: [{ id: 'a' }] }],
    ['datasets that are not a list', { datasets: {} }],
    ['a list', []],
    ['a text', 'x'],
  ])('a configuration with %s is refused', async (_, json) => {
    const key = await keyFor()
    const { id } = await makeApplication({ key })
    const response = await send(`${path}/${id}/configuration`, { key, method: 'PUT', json })
    expect(await refusal(response)).toEqual([400, 'body-invalid'])
  })
})

describe('the datasets of a configuration', () => {
  test('are returned with their current properties and their granted permissions', async () => {
    const key = await keyFor()
    const [first, second] = [await publish(csv, { key }), await publish(csv, { key })]
    const { id } = await makeApplication({ key }, { url: dualUrl })
    const datasets = [first, second].map((dataset) => ({ id: dataset.id, href: hrefOf(dataset.id) }))
    await configure(key, id, {
      datasets: [...datasets, null, { href: hrefOf('other'), title: 'by address' }, { id: 'gone', href: 'x' }],
    })
    const told = await ask<Configuration>(`${path}/${id}/config`, { key })
    const keys = ['finalizedAt', 'href', 'id', 'schema', 'slug', 'title', 'userPermissions']
    expect(Object.keys(told.datasets[0] ?? {}).sort()).toEqual(keys)
    expect(Object.keys(told.datasets[1] ?? {}).sort()).toEqual(['applicationKeyPermissions', ...keys])
    expect(told.datasets[1]?.applicationKeyPermissions).toEqual({ operations: ['readSafeSchema', 'createLine'] })
    expect(told.datasets[0]?.userPermissions).toContain('writeData')
    expect(told.datasets.slice(2)).toEqual([
      null,
      { href: hrefOf('other'), title: 'by address' },
      { id: 'gone', href: 'x' },
    ])
    const title = 'Another title'
    await ask(`/api/v1/datasets/${first.id}`, { key, method: 'PATCH', json: { title } })
    expect((await ask<Configuration>(`${path}/${id}/configuration`, { key })).datasets[0]?.title).toBe(title)
    // Without a draft, the draft is the configuration.
    const published = await ask<Configuration>(`${path}/${id}/configuration`, { key })
    expect(await ask<Configuration>(`${path}/${id}/configuration-draft`, { key })).toEqual(published)
    const draft = { datasets: [{ ...datasets[0], title: 'Old' }] }
    await ask(`${path}/${id}/configuration-draft`, { key, method: 'PUT', json: draft })
    const shown = await ask<Configuration>(`${path}/${id}/configuration-draft`, { key })
    expect(shown.datasets).toEqual([{ ...datasets[0], title }])
    expect(
      await rows('select target, position, key_permissions from application_references order by position'),
    ).toEqual([
      { target: first.id, position: 0, key_permissions: null },
      { target: second.id, position: 1, key_permissions: '{"operations":["readSafeSchema","createLine"]}' },
      { target: 'other', position: 3, key_permissions: null },
      { target: 'gone', position: 4, key_permissions: null },
    ])
  })

  test('are refused to callers who may not read them', async () => {
    const key = await keyFor()
    const dataset = await publish(csv, { key })
    const { id } = await makeApplication({ key })
    await configure(key, id, { datasets: [{ id: dataset.id, href: hrefOf(dataset.id) }] })
    await ask(`${path}/${id}/permissions`, { key, method: 'PUT', json: [{ classes: ['list', 'read'] }] })
    const refused = await send(`${path}/${id}/config`, { headers: { 'accept-language': 'fr' } })
    expect([refused.status, await refused.json()]).toEqual([
      403,
      expect.objectContaining({ code: 'configuration-dataset-refused', detail: expect.stringContaining(dataset.id) }),
    ])
    await open(dataset.id, key)
    const told = await ask<Configuration>(`${path}/${id}/config`)
    expect(told.datasets[0]?.userPermissions).not.toContain('writeData')
  })

  test('must be readable by the user who writes the configuration, if they belong to the same account', async () => {
    const key = await keyFor()
    const [secret, other] = [await publish(csv, { key }), await publish(csv, { key: await keyFor(village) })]
    await ask(`/api/v1/datasets/${secret.id}/permissions`, { key, method: 'PUT', json: [] })
    const bob = await signedIn('bob', [{ organization: 'town', role: 'contrib' }])
    const { id } = await makeApplication({ headers: bob.as('town') })
    const sent = (dataset: string, entry: object = { id: dataset }) =>
      send(`${path}/${id}/configuration`, {
        headers: bob.as('town'),
        method: 'PUT',
        json: { datasets: [{ href: hrefOf(dataset), ...entry }] },
      })
    for (const entry of [{ id: secret.id }, {}]) {
      expect(await refusal(await sent(secret.id, entry))).toEqual([403, 'configuration-dataset-refused'])
    }
    const patch = {
      headers: bob.as('town'),
      method: 'PATCH',
      json: { configuration: { datasets: [{ href: hrefOf(secret.id) }] } },
    }
    expect((await send(`${path}/${id}`, patch)).status).toBe(403)
    expect((await sent(other.id)).status).toBe(200)
    // Nor is it told how a dataset of others is called.
    const told = await send(`${path}/${id}/configuration`, { headers: bob.as('town') })
    expect([told.status, (await told.text()).includes(other.title)]).toEqual([403, false])
  })

  test('must grant the user who writes the configuration the operations that its links open', async () => {
    const key = await keyFor()
    const { id: dataset } = await createEditable(key)
    const bob = await signedIn('bob', [{ organization: 'town', role: 'contrib' }])
    const sent = { headers: bob.as('town') }
    const { id } = await makeApplication(sent)
    const { id: form } = await makeApplication(sent, { url: dualUrl })
    const entry = { id: dataset, href: hrefOf(dataset) }
    const outcome = async (application: string, datasets: object[]) => {
      const json = { datasets }
      const response = await send(`${path}/${application}/configuration`, { ...sent, method: 'PUT', json })
      return response.ok || (await refusal(response)).join(' ')
    }
    const allowed = (operations: string[], classes: string[] = []) =>
      ask(`/api/v1/datasets/${dataset}/permissions`, {
        key,
        method: 'PUT',
        json: [{ type: 'user', id: 'bob', operations, classes }],
      })
    const refused = '403 configuration-rights-refused'
    const adding = { ...entry, applicationKeyPermissions: { operations: ['createLine'] } }
    const own = { ...entry, applicationKeyPermissions: { classes: ['manageOwnLines'] } }
    await allowed(['readDescription', 'readSafeSchema'])
    expect(await outcome(id, [entry])).toBe(refused)
    expect(await outcome(id, [{ ...entry, applicationKeyPermissions: { operations: ['readSafeSchema'] } }])).toBe(true)
    await allowed([], ['read'])
    expect(await outcome(id, [entry])).toBe(true)
    for (const wider of [adding, own]) expect(await outcome(id, [wider])).toBe(refused)
    // What the base application declares counts as what the configuration says.
    expect(await outcome(form, [entry, entry])).toBe(true)
    expect(await outcome(form, [{ href: 'https://elsewhere.example/' }, entry])).toBe(refused)
    await ask(`${path}/${id}/configuration`, { ...sent, method: 'PUT', json: { datasets: [null, entry] } })
    const moved = await send(`${path}/${id}`, { ...sent, method: 'PATCH', json: { url: dualUrl } })
    expect((await refusal(moved)).join(' ')).toBe(refused)
    await allowed(['createLine'], ['read'])
    for (const wider of [adding, own]) expect(await outcome(id, [wider])).toBe(true)
  })

  test('list the applications that use them, in the order of the publisher, until these are deleted', async () => {
    const key = await keyFor()
    const [first, second, foreign] = [
      await publish(csv, { key }),
      await publish(csv, { key }),
      await publish(csv, { key: await keyFor(village) }),
    ]
    const uses = async (dataset: { id: string }, by = key) => {
      const { extras } = (await read(dataset.id, by)) as { extras?: { applications?: { id: string }[] } }
      return extras?.applications?.map(({ id }) => id)
    }
    const made = [await makeApplication({ key }), await makeApplication({ key }), await makeApplication({ key })]
    const ids = made.map(({ id }) => id)
    const [a = '', b = '', c = ''] = ids
    const entry = (dataset: { id: string }) => ({ id: dataset.id, href: hrefOf(dataset.id) })
    await ask(`/api/v1/datasets/${first.id}`, { key, method: 'PATCH', json: { extras: { mine: 1 } } })
    for (const id of [b, a]) await configure(key, id, { datasets: [entry(first), entry(foreign)] })
    expect(await uses(first)).toEqual([b, a])
    const shown = (await read(first.id, key)) as { extras?: { mine?: number; applications?: object[] } }
    expect(shown.extras?.mine).toBe(1)
    expect(shown.extras?.applications?.[0]).toEqual({ id: b, updatedAt: expect.any(String), publicationSites: [] })
    const applications = [...(shown.extras?.applications ?? [])].reverse()
    await ask(`/api/v1/datasets/${first.id}`, { key, method: 'PATCH', json: { extras: { applications } } })
    await configure(key, c, { datasets: [{ href: hrefOf(first.id) }] })
    expect(await uses(first)).toEqual([a, b, c])
    expect(await uses(foreign, await keyFor(village))).toBeUndefined()
    const wild = { extras: { applications: [3, 'x', null, { id: 4 }] } }
    await ask(`/api/v1/datasets/${second.id}`, { key, method: 'PATCH', json: wild })
    await configure(key, a, { datasets: [entry(second)] })
    expect([await uses(first), await uses(second)]).toEqual([[b, c], [a]])
    await send(`${path}/${b}`, { key, method: 'DELETE' })
    expect(await uses(first)).toEqual([c])
    const owner = { ...town, department: 'roads', departmentName: 'Roads' }
    await ask(`${path}/${c}/owner`, { key, method: 'PUT', json: owner })
    expect(await uses(first)).toEqual([c])
  })

  test('get the key permissions of the base application, also after it changes', async () => {
    const key = await keyFor()
    const { id } = await makeApplication({ key })
    await configure(key, id, {
      datasets: [
        { id: 'a', href: 'x' },
        { id: 'b', href: 'x' },
      ],
    })
    const granted = async () =>
      (await rows('select key_permissions granted from application_references order by position')).map(
        ({ granted }) => granted,
      )
    expect(await granted()).toEqual([null, null])
    await ask(`${path}/${id}`, { key, method: 'PATCH', json: { url: dualUrl } })
    expect(await granted()).toEqual([null, '{"operations":["readSafeSchema","createLine"]}'])
    const schema = web[`${dualUrl}config-schema.json`]?.replace('"readSafeSchema","createLine"', '"readLines"') ?? ''
    outside({ ...web, [`${dualUrl}config-schema.json`]: schema })
    const root = await session('root@example.org')
    const headers = { ...root.headers, cookie: `${root.headers.cookie}; __Host-admin_mode=1` }
    await ask('/api/v1/base-applications', { headers, json: { url: dualUrl } })
    expect(await granted()).toEqual([null, '{"operations":["readLines"]}'])
  })
})
