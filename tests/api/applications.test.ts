/** Applications: their documents, who may do what with them, and their files (contract applications A.6–A.8). */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ann, keyOf, signedIn, town, village } from '../support/accounts'
import {
  type Application,
  dualUrl,
  makeApplication,
  monoUrl,
  operator,
  outside,
  register,
} from '../support/applications'
import { ask, multipart, origin, refusal, send } from '../support/http'
import { png } from '../support/pictures'
import { rows } from '../support/stored'

const path = '/api/v1/applications'
const scopes = ['applications', 'datasets']
const keyFor = (owner = town) => keyOf(owner, { scopes })

beforeEach(async () => {
  outside()
  await register(await operator())
})
afterEach(() => vi.restoreAllMocks())

describe('a creation', () => {
  test('gives the document of the contract', async () => {
    const key = await keyFor()
    const made = await makeApplication(
      { key },
      { title: ' Écoles ', description: '**A** map', preferLargeDisplay: true },
    )
    const { id } = made
    expect(made).toEqual({
      id,
      slug: 'ecoles',
      title: 'Écoles',
      description: '**A** map',
      preferLargeDisplay: true,
      url: monoUrl,
      applicationName: 'charts',
      baseApp: {
        id: 'https-apps-example-org-charts-1-5',
        url: monoUrl,
        meta: expect.objectContaining({ title: 'A chart', 'df:overflow': 'true' }),
        datasetsFilters: [expect.objectContaining({ select: ['id', 'title'] })],
      },
      owner: town,
      status: 'created',
      createdAt: expect.any(String),
      createdBy: { id: expect.stringMatching(/^apiKey:/) },
      updatedAt: made.createdAt,
      updatedBy: made.createdBy,
      storage: { size: 0, attachments: { size: 0, count: 0 } },
      visibility: 'protected',
      public: false,
      userPermissions: expect.arrayContaining(['list', 'readConfig', 'writeConfig', 'getKeys', 'delete']),
      href: `${origin}${path}/${id}`,
      page: `${origin}/application/${id}`,
      exposedUrl: `${origin}/app/${id}`,
    })
    const shown = await send(`${path}/${id}`, { key })
    expect(JSON.parse(shown.headers.get('x-resource') ?? '')).toEqual({
      type: 'applications',
      id,
      title: encodeURIComponent('Écoles'),
    })
    expect(JSON.parse(shown.headers.get('x-operation') ?? '')).toEqual({ class: 'read', id: 'readDescription' })
    expect(await shown.json()).toEqual(made)
    const french = await ask(`${path}/${id}?html=true&truncate=1`, { key, headers: { 'accept-language': 'fr' } })
    expect(french).toMatchObject({ description: expect.stringContaining('<strong>A</strong>') })
    expect((french.baseApp as { meta: object }).meta).toMatchObject({ title: 'Un graphique' })
    const bare = await ask(`${path}/${id}?raw=true`, { key })
    expect(Object.keys(bare)).not.toEqual(expect.arrayContaining(['userPermissions']))
    const less = await ask(`${path}/${id}?select=-userPermissions,-links,-owner`, { key })
    for (const name of ['userPermissions', 'href', 'page', 'exposedUrl', 'owner']) expect(less).not.toHaveProperty(name)
  })

  test('takes its title from the address, and slugs that are free', async () => {
    const key = await keyFor()
    const slugs = [await makeApplication({ key }), await makeApplication({ key }), await makeApplication({ key })]
    expect(slugs.map(({ title, slug }) => [title, slug])).toEqual([
      ['1.5', '1.5'.replace('.', '')],
      ['1.5', '15-2'],
      ['1.5', '15-3'],
    ])
  })

  test.each<[string, object, number, string]>([
    ['an unknown base application', { url: 'https://unknown.example.org/' }, 400, 'base-application-unknown'],
    ['no base application', { url: undefined }, 400, 'application-url-missing'],
    ['a property that there is not', { colour: 'red' }, 400, 'body-invalid'],
    ['a read-only property', { status: 'configured' }, 400, 'body-invalid'],
    ['another owner', { owner: village }, 403, 'owner-refused'],
    ['a slug that is none', { slug: 'É' }, 400, 'body-invalid'],
    ['a site that the owner has not', { publicationSites: ['x:y'] }, 404, 'publication-site-not-found'],
    ['an unknown application to start from', { initFrom: { application: 'none' } }, 404, 'application-not-found'],
  ])('of %s is refused', async (_, body, status, code) => {
    const json = { url: monoUrl, ...body }
    expect(await refusal(await send(path, { key: await keyFor(), json }))).toEqual([status, code])
  })

  test('names its owner in the body or in the header', async () => {
    const ada = await signedIn('ada', [{ organization: 'town', role: 'admin' }])
    const inBody = await makeApplication({ headers: ada.headers }, { owner: { type: 'user', id: 'ada', name: 'Ada' } })
    expect(inBody.owner).toEqual({ type: 'user', id: 'ada', name: 'Ada' })
    const headers = { ...ada.as('town'), 'x-owner': JSON.stringify({ ...town, role: 'admin' }) }
    expect((await makeApplication({ headers })).owner).toEqual(town)
  })

  test('from another takes its texts, its configuration and its files', async () => {
    const key = await keyFor()
    const first = await makeApplication(
      { key },
      { title: 'First', summary: 'In short', topics: [{ id: 't', title: 'T' }] },
    )
    await ask(`${path}/${first.id}/configuration`, { key, method: 'PUT', json: { colour: 'red' } })
    const form = multipart([{ name: 'attachment', value: 'hello', fileName: 'a.txt' }])
    await ask(`${path}/${first.id}/attachments`, { key, method: 'POST', ...form })
    const attachments = [{ type: 'file', name: 'a.txt', title: 'A' }]
    await ask(`${path}/${first.id}`, { key, method: 'PATCH', json: { attachments } })
    const copy = await makeApplication({ key }, { title: 'First (copie)', initFrom: { application: first.id } })
    expect(copy).toMatchObject({
      title: 'First (copie)',
      summary: 'In short',
      status: 'configured',
      storage: { size: 5 },
    })
    expect(copy).not.toHaveProperty('topics')
    expect(await ask(`${path}/${copy.id}/config`, { key })).toEqual({ colour: 'red' })
    await send(`${path}/${first.id}`, { key, method: 'DELETE' })
    expect(await (await send(`${path}/${copy.id}/attachments/a.txt`, { key })).text()).toBe('hello')
    await register(await operator2(), dualUrl)
    const json = { url: dualUrl, initFrom: { application: copy.id } }
    expect(await refusal(await send(path, { key, json }))).toEqual([400, 'application-source-other'])
    const stranger = await send(path, { key: await keyFor(village), json: { url: monoUrl, initFrom: json.initFrom } })
    expect(stranger.status).toBe(403)
  })

  test('under an id of choice, then in its place', async () => {
    const key = await keyFor()
    const put = (json: object, status: number) =>
      ask<Application>(`${path}/My_map-1`, { key, method: 'PUT', json }, status)
    const made = await put({ url: monoUrl, title: 'One', summary: 'S' }, 201)
    const again = await put({ ...made, title: 'Two', summary: undefined, createdAt: '2001-01-01', owner: town }, 200)
    expect(again).toMatchObject({ id: 'My_map-1', title: 'Two', createdAt: made.createdAt, owner: town })
    expect(again).not.toHaveProperty('summary')
    const anonymous = await send(`${path}/My_map-1`, { method: 'PUT', json: { url: monoUrl } })
    expect(await refusal(anonymous)).toEqual([401, 'sign-in-required'])
    const other = await send(`${path}/My_map-1`, { key: await keyFor(village), method: 'PUT', json: { url: monoUrl } })
    expect(other.status).toBe(403)
    const bad = await send(`${path}/a%20b`, { key, method: 'PUT', json: { url: monoUrl } })
    expect(await refusal(bad)).toEqual([400, 'id-invalid'])
  })
})

/** The operator of the test is there already: only the session is new. */
async function operator2(): Promise<Record<string, string>> {
  const { session } = await import('../support/accounts')
  const { headers } = await session('root@example.org')
  return { ...headers, cookie: `${headers.cookie}; __Host-admin_mode=1` }
}

describe('a change', () => {
  test('of the description keeps the rest, and null takes away', async () => {
    const key = await keyFor()
    const { id } = await makeApplication({ key }, { title: 'One', summary: 'S', extras: { a: 1 } })
    const patch = (json: object) => ask<Application>(`${path}/${id}`, { key, method: 'PATCH', json })
    const patched = await patch({ title: 'Two', summary: null, image: '/images/a.png' })
    expect(patched).toMatchObject({ title: 'Two', extras: { a: 1 }, image: `${origin}/images/a.png` })
    expect(patched).not.toHaveProperty('summary')
    expect(patched).not.toHaveProperty('userPermissions')
    await register(await operator2(), dualUrl)
    expect(await patch({ urlDraft: dualUrl })).toMatchObject({ url: monoUrl, baseAppDraft: { url: dualUrl } })
    expect(await patch({ url: dualUrl, urlDraft: null })).toMatchObject({ baseApp: { url: dualUrl } })
    const unknown = await send(`${path}/${id}`, { key, method: 'PATCH', json: { url: 'https://unknown.example.org/' } })
    expect(await refusal(unknown)).toEqual([400, 'base-application-unknown'])
    const owner = await send(`${path}/${id}`, { key, method: 'PATCH', json: { owner: village } })
    expect(await refusal(owner)).toEqual([400, 'body-invalid'])
  })

  test('of the slug is refused when another has it', async () => {
    const key = await keyFor()
    const first = await makeApplication({ key }, { title: 'First' })
    const second = await makeApplication({ key }, { title: 'Second' })
    const patch = (slug: string) =>
      send(`${path}/${second.id}`, { key, method: 'PATCH', json: { slug }, headers: { 'accept-language': 'fr' } })
    const refused = await patch('first')
    expect([refused.status, await refused.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'slug-taken', detail: 'Ce slug est déjà utilisé' }),
    ])
    expect(await refusal(await patch(first.id))).toEqual([400, 'slug-taken'])
    expect((await patch('other')).status).toBe(200)
  })

  test('of the sites is the right of those who publish there', async () => {
    const root = await signedIn('ada', [{ organization: 'town', role: 'admin' }])
    const sites = '/api/v1/settings/organization/town/publication-sites'
    const site = { type: 'data-fair-portals', id: 'p1', url: 'https://portal.example.org' }
    await ask(sites, { headers: root.as('town'), json: site })
    await ask(sites, { headers: root.as('town'), json: { ...site, id: 'staged', settings: { staging: true } } })
    const bob = await signedIn('bob', [{ organization: 'town', role: 'contrib' }])
    const { id } = await makeApplication({ headers: bob.as('town') })
    const patch = (headers: Record<string, string>, publicationSites: string[]) =>
      send(`${path}/${id}`, { headers, method: 'PATCH', json: { publicationSites } })
    expect((await patch(bob.as('town'), ['data-fair-portals:p1'])).status).toBe(403)
    expect((await patch(bob.as('town'), ['data-fair-portals:staged'])).status).toBe(200)
    expect((await patch(bob.as('town'), ['data-fair-portals:none'])).status).toBe(404)
    const json = { publications: [{ id: 'p' }] }
    expect((await send(`${path}/${id}`, { headers: bob.as('town'), method: 'PATCH', json })).status).toBe(403)
    expect((await patch(root.as('town'), ['data-fair-portals:p1'])).status).toBe(200)
    await ask(`${sites}/data-fair-portals/p1`, { headers: root.as('town'), method: 'DELETE' })
    expect((await ask(`${path}/${id}`, { headers: root.as('town') })).publicationSites).toEqual([])
  })

  test('of the owner leaves the keys behind where who gives may make none', async () => {
    const bob = await signedIn('bob', [{ organization: 'town', role: 'contrib' }])
    const { id } = await makeApplication({ headers: bob.headers })
    await ask(`${path}/${id}/keys`, { headers: bob.headers, json: [{ id: 'k', title: 'Link' }] })
    const given = { method: 'PUT', headers: bob.as('town'), json: town }
    // The active account decides where one may create; the application is still one's own.
    expect((await send(`${path}/${id}/owner`, given)).status).toBe(200)
    expect(await ask(`${path}/${id}/keys`, { key: await keyFor() })).toEqual([])
  })

  test.each(['//', '/\\', '//elsewhere.example.org/a.png'])('of the image to %s breaks no list', async (image) => {
    const key = await keyFor()
    const { id } = await makeApplication({ key }, { image })
    expect(await ask(`${path}/${id}`, { key })).toMatchObject({ image })
    expect(await ask(path, { key })).toMatchObject({ count: 1 })
  })

  test('by replacement leaves it published where it is', async () => {
    const key = await keyFor()
    const site = { type: 'data-fair-portals', id: 'p1', url: 'https://portal.example.org' }
    const ada = await signedIn('ada', [{ organization: 'town', role: 'admin' }])
    await ask('/api/v1/settings/organization/town/publication-sites', { headers: ada.as('town'), json: site })
    const publicationSites = ['data-fair-portals:p1']
    const { id } = await makeApplication({ key }, { publicationSites, summary: 'S' })
    const json = { url: monoUrl, title: 'Two' }
    const replaced = await ask<Application>(`${path}/${id}`, { key, method: 'PUT', json })
    expect(replaced).toMatchObject({ title: 'Two', publicationSites })
    expect(replaced).not.toHaveProperty('summary')
  })

  test('is read in part', async () => {
    const key = await keyFor()
    const { id } = await makeApplication({ key }, { title: 'One', summary: 'S', description: 'D' })
    const part = await ask(`${path}/${id}?select=title`, { key })
    expect(part).toMatchObject({ id, title: 'One' })
    for (const name of ['summary', 'description', 'status']) expect(part).not.toHaveProperty(name)
    const less = await ask(`${path}/${id}?select=-userPermissions`, { key })
    expect(less).toMatchObject({ title: 'One', summary: 'S' })
    expect(less).not.toHaveProperty('userPermissions')
  })

  test('of the owner moves its keys, and starts its permissions afresh', async () => {
    const ada = await signedIn('ada', [{ organization: 'town', role: 'admin' }])
    const { id } = await makeApplication({ headers: ada.as('town') })
    const entries = [{ classes: ['list', 'read'] }, { type: 'user', email: 'x@example.org', classes: ['read'] }]
    await ask(`${path}/${id}/permissions`, { method: 'PUT', headers: ada.as('town'), json: entries })
    await ask(`${path}/${id}/keys`, { headers: ada.as('town'), json: [{ id: 'k', title: 'Link' }] })
    const give = (owner: object) => send(`${path}/${id}/owner`, { method: 'PUT', headers: ada.as('town'), json: owner })
    expect(await refusal(await give(village))).toEqual([403, 'owner-refused'])
    expect((await give({ type: 'user', id: 'ada', name: 'Ada' })).status).toBe(200)
    expect(await ask(`${path}/${id}/keys`, { headers: ada.headers })).toEqual([{ id: 'k', title: 'Link' }])
    expect(await ask(`${path}/${id}/permissions`, { headers: ada.headers })).toEqual([entries[0]])
    expect((await send(`${path}/${id}/permissions`, { key: await keyFor() })).status).toBe(403)
  })
})

test('a topic that its account changes is told anew, and one that it removes is detached', async () => {
  const ada = await signedIn('ada', [{ organization: 'town', role: 'admin' }])
  const settings = '/api/v1/settings/organization/town'
  const write = (topics: object[]) => ask(settings, { method: 'PATCH', headers: ada.as('town'), json: { topics } })
  const [first, second] = [
    { id: 't1', title: 'Nature' },
    { id: 't2', title: 'Roads' },
  ]
  await write([first, second])
  const { id } = await makeApplication({ headers: ada.as('town') }, { topics: [first, second] })
  await write([{ ...first, title: 'Parks' }])
  expect((await ask(`${path}/${id}`, { headers: ada.as('town') })).topics).toEqual([{ ...first, title: 'Parks' }])
})

describe('permissions', () => {
  test('open it to everyone, and are refused when they are none', async () => {
    const key = await keyFor()
    const { id } = await makeApplication({ key })
    expect(await refusal(await send(`${path}/${id}`))).toEqual([403, 'application-private'])
    expect(await refusal(await send(`${path}/none`))).toEqual([404, 'application-not-found'])
    expect(await refusal(await send(`${path}/${id}`, { key: await keyFor(village) }))).toEqual([
      403,
      'application-restricted',
    ])
    const put = (json: unknown) => send(`${path}/${id}/permissions`, { key, method: 'PUT', json })
    expect(await refusal(await put([{ classes: ['none'] }]))).toEqual([400, 'permissions-invalid'])
    expect((await put([{ classes: ['list', 'read'] }])).status).toBe(200)
    const open = await ask(`${path}/${id}`)
    expect(open).toMatchObject({ visibility: 'public', public: true })
    expect(open.userPermissions).toEqual([
      'list',
      'readDescription',
      'readConfig',
      'readApiDoc',
      'readBaseApp',
      'readCapture',
      'readPrint',
      'downloadAttachment',
    ])
    for (const part of ['journal', 'permissions', 'keys', 'configuration-draft']) {
      expect((await send(`${path}/${id}/${part}`)).status, part).toBe(403)
    }
  })

  test('of contributors are to write and to delete, not to open it to others', async () => {
    const bob = await signedIn('bob', [{ organization: 'town', role: 'contrib' }])
    const { id } = await makeApplication({ key: await keyFor() })
    const headers = bob.as('town')
    expect((await send(`${path}/${id}`, { headers, method: 'PATCH', json: { title: 'B' } })).status).toBe(200)
    expect((await send(`${path}/${id}/keys`, { headers })).status).toBe(403)
    expect((await send(`${path}/${id}/permissions`, { headers })).status).toBe(403)
    expect((await send(`${path}/${id}`, { headers, method: 'DELETE' })).status).toBe(204)
  })

  test('of a dataset with the same id give nothing', async () => {
    const [key, other] = [await keyFor(), await keyFor(village)]
    await ask(`${path}/same`, { key, method: 'PUT', json: { url: monoUrl } }, 201)
    const json = { isRest: true, title: 'T', schema: [{ key: 'a', type: 'string' }] }
    await ask('/api/v1/datasets/same', { key: other, method: 'PUT', json }, 201)
    const readApiKey = { readApiKey: { active: true, interval: 'P1W' } }
    await ask('/api/v1/datasets/same', { key: other, method: 'PATCH', json: readApiKey })
    const { current } = await ask<{ current: string }>('/api/v1/datasets/same/read-api-key', { key: other })
    expect((await send('/api/v1/datasets/same', { key: current })).status).toBe(200)
    expect((await send(`${path}/same`, { key: current })).status).toBe(403)
    expect((await send(`${path}/same/config`, { key: current })).status).toBe(403)
  })
})

describe('its files', () => {
  test('count, are read, and are removed', async () => {
    const key = await keyFor(ann)
    const { id } = await makeApplication({ key })
    const form = multipart([{ name: 'attachment', value: 'bonjour', fileName: 'été.txt' }])
    const kept = await ask<{ name: string }>(`${path}/${id}/attachments`, { key, method: 'POST', ...form })
    expect(kept).toEqual({
      name: kept.name,
      size: 7,
      mimetype: expect.stringMatching(/^text\/plain/),
      updatedAt: expect.any(String),
    })
    const attachments = [{ type: 'file', title: 'Été', ...kept }]
    const shown = await ask<Application>(`${path}/${id}`, { key, method: 'PATCH', json: { attachments } })
    expect(shown.storage).toEqual({ size: 7, attachments: { size: 7, count: 1 } })
    const [{ url = '' } = {}] = shown.attachments as { url: string }[]
    const file = await send(url, { key })
    expect([file.headers.get('content-type'), await file.text()]).toEqual([
      expect.stringMatching(/^text\/plain/),
      'bonjour',
    ])
    const part = await send(url, { key, headers: { range: 'bytes=0-2' } })
    expect([part.status, await part.text()]).toEqual([206, 'bon'])
    expect((await send(url)).status).toBe(403)
    const usage = () => rows("select sum(metadata_bytes) bytes from applications where owner_id = 'ann'")
    expect(await usage()).toEqual([{ bytes: 7 }])
    expect((await send(url, { key, method: 'DELETE' })).status).toBe(204)
    expect(await usage()).toEqual([{ bytes: 0 }])
    expect(await refusal(await send(url, { key }))).toEqual([404, 'file-not-found'])
    const unsized = await send(`${path}/${id}/attachments`, {
      key,
      method: 'POST',
      headers: form.headers,
      // Of a length that nobody knows.
      body: new Blob([form.body]).stream().pipeThrough(new TransformStream()),
    })
    expect(await refusal(unsized)).toEqual([411, 'length-required'])
  })

  test('count in the storage of the account, and are refused beyond its limit', async () => {
    const key = await keyFor(ann)
    const { id } = await makeApplication({ key })
    const vars = { SERVICE_KEY: 'a-service-key-for-tests' }
    const limits = '/api/v1/limits/user/ann?key=a-service-key-for-tests'
    const form = multipart([{ name: 'attachment', value: 'bonjour', fileName: 'a.txt' }])
    const post = () => send(`${path}/${id}/attachments`, { key, method: 'POST', ...form })
    expect((await post()).status).toBe(200)
    type Limits = { store_bytes: { consumption: number } }
    expect((await ask<Limits>(limits, { vars })).store_bytes.consumption).toBe(7)
    const json = { lastUpdate: '2026-01-05T10:00:00.000Z', store_bytes: { limit: 8 } }
    await ask(limits, { json, vars })
    const other = multipart([{ name: 'attachment', value: 'bonjour', fileName: 'b.txt' }])
    const refused = await send(`${path}/${id}/attachments`, { key, method: 'POST', ...other })
    expect(await refusal(refused)).toEqual([429, 'quota-storage'])
  })

  test('one of them is its image', async () => {
    const key = await keyFor()
    const { id } = await makeApplication({ key })
    expect(await refusal(await send(`${path}/${id}/thumbnail`, { key }))).toEqual([404, 'application-image-none'])
    const form = multipart([{ name: 'attachment', value: png(600, 300), fileName: 'a.png' }])
    await ask(`${path}/${id}/attachments`, { key, method: 'POST', ...form })
    const image = `${origin}${path}/${id}/attachments/a.png`
    expect(await ask(`${path}/${id}`, { key, method: 'PATCH', json: { image } })).not.toHaveProperty('thumbnail')
    const small = await send(`${path}/${id}/thumbnail`, { key })
    expect([small.status, small.headers.get('content-type')]).toEqual([200, 'image/png'])
    await ask(`${path}/${id}/permissions`, { key, method: 'PUT', json: [{ classes: ['list', 'read'] }] })
    expect((await ask(`${path}/${id}`)).thumbnail).toBe(`${origin}${path}/${id}/thumbnail?width=300&height=200`)
  })
})

test('a removal takes its journal, its keys and its files away', async () => {
  const key = await keyFor()
  const { id } = await makeApplication({ key })
  await ask(`${path}/${id}/keys`, { key, json: [{ title: 'Link' }] })
  const form = multipart([{ name: 'attachment', value: 'x', fileName: 'a.txt' }])
  await ask(`${path}/${id}/attachments`, { key, method: 'POST', ...form })
  expect((await send(`${path}/${id}`, { key, method: 'DELETE' })).status).toBe(204)
  expect((await send(`${path}/${id}`, { key })).status).toBe(404)
  expect(await rows('select * from application_keys')).toEqual([])
  expect(await rows('select * from application_references')).toEqual([])
  expect(await rows(`select type from journal where application_id = '${id}'`)).toEqual([
    { type: 'application-deleted' },
  ])
  expect(await rows(`select kind from discards where name = 'application:${id}'`)).toEqual([{ kind: 'attachments' }])
})

test('its API is described to each as what it may do', async () => {
  const key = await keyFor()
  const { id } = await makeApplication({ key }, { title: 'Map' })
  await ask(`${path}/${id}/permissions`, { key, method: 'PUT', json: [{ classes: ['list', 'read'] }] })
  type Docs = { openapi: string; servers: { url: string }[]; paths: Record<string, Record<string, object>> }
  const told = await ask<Docs>(`${path}/${id}/api-docs.json`)
  expect([told.openapi, told.servers[0]?.url]).toEqual(['3.1.0', `${origin}${path}/${id}`])
  expect(Object.keys(told.paths['/configuration'] ?? {})).toEqual(['get'])
  expect(told.paths).not.toHaveProperty('/keys')
  const whole = await ask<Docs>(`${path}/${id}/api-docs.json`, { key })
  expect(Object.keys(whole.paths['/configuration'] ?? {})).toEqual(['get', 'put'])
  expect(Object.keys(whole.paths['/keys'] ?? {})).toEqual(['get', 'post'])
})
