/** Creation, removal and description of applications. */
import { describe, expect, test } from 'vitest'
import { signedIn, town, village } from '../../support/accounts'
import {
  type Application,
  dualUrl,
  keyFor,
  makeApplication,
  monoUrl,
  operatorAgain,
  path,
  register,
  registerBefore,
} from '../../support/applications'
import { ask, multipart, origin, refusal, send } from '../../support/http'
import { rows } from '../../support/stored'

registerBefore()

describe('a creation', () => {
  test('returns the whole description of the application', async () => {
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

  test('derives the title from the address, and numbers slugs in use', async () => {
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
    ['an unknown property', { colour: 'red' }, 400, 'body-invalid'],
    ['a read-only property', { status: 'configured' }, 400, 'body-invalid'],
    ['another owner', { owner: village }, 403, 'owner-refused'],
    ['an invalid slug', { slug: 'É' }, 400, 'body-invalid'],
    ['a site that the owner does not have', { publicationSites: ['x:y'] }, 404, 'publication-site-not-found'],
    ['an unknown application to start from', { initFrom: { application: 'none' } }, 404, 'application-not-found'],
  ])('of %s is refused', async (_, body, status, code) => {
    const json = { url: monoUrl, ...body }
    expect(await refusal(await send(path, { key: await keyFor(), json }))).toEqual([status, code])
  })

  test('accepts an owner in the body or in the header', async () => {
    const ada = await signedIn('ada', [{ organization: 'town', role: 'admin' }])
    const inBody = await makeApplication({ headers: ada.headers }, { owner: { type: 'user', id: 'ada', name: 'Ada' } })
    expect(inBody.owner).toEqual({ type: 'user', id: 'ada', name: 'ada' })
    const headers = { ...ada.as('town'), 'x-owner': JSON.stringify({ ...town, role: 'admin' }) }
    expect((await makeApplication({ headers })).owner).toEqual(town)
  })

  test('from another application copies its texts, its configuration and its files', async () => {
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
    await register(await operatorAgain(), dualUrl)
    const json = { url: dualUrl, initFrom: { application: copy.id } }
    expect(await refusal(await send(path, { key, json }))).toEqual([400, 'application-source-other'])
    const stranger = await send(path, { key: await keyFor(village), json: { url: monoUrl, initFrom: json.initFrom } })
    expect(stranger.status).toBe(403)
  })

  test('by PUT creates the application under a chosen id, then replaces it', async () => {
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

test('a deletion removes the keys and the references, and leaves one journal entry; the files go with its purge', async () => {
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
  expect((await send(`/api/v1/deleted-applications/${id}`, { key, method: 'DELETE' })).status).toBe(204)
  expect(await rows(`select * from attachments where bundle = 'application:${id}'`)).toEqual([])
  expect(await rows("select kind from discards where name like '%attachments%'")).toEqual([{ kind: 'file' }])
})

test('the OpenAPI description has the operations permitted to the caller', async () => {
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

test('has a base application that is public or open to its owner', async () => {
  const operator = await operatorAgain()
  const { id } = await register(operator, dualUrl, { public: false, privateAccess: [{ type: 'user', id: 'ann' }] })
  const key = await keyFor()
  const create = (headers: Record<string, string>) => send(path, { headers, json: { url: dualUrl } })
  expect(await refusal(await create({ 'x-apikey': key }))).toEqual([400, 'base-application-unknown'])
  const made = await makeApplication({ key })
  const change = (json: object) => send(`${path}/${made.id}`, { key, method: 'PATCH', json })
  for (const address of ['url', 'urlDraft']) {
    expect(await refusal(await change({ [address]: dualUrl }))).toEqual([400, 'base-application-unknown'])
  }
  const ann = await signedIn('ann', [{ organization: 'town', role: 'admin' }])
  expect(await refusal(await create(ann.as('town')))).toEqual([400, 'base-application-unknown'])
  expect((await create(ann.headers)).status).toBe(201)
  expect((await create(operator)).status).toBe(201)

  const access = (json: object) => ask(`/api/v1/base-applications/${id}`, { method: 'PATCH', headers: operator, json })
  await access({ privateAccess: [{ type: 'organization', id: 'town' }] })
  expect((await change({ url: dualUrl })).status).toBe(200)
  await access({ privateAccess: [] })
  expect((await change({ url: dualUrl, urlDraft: dualUrl, title: 'Kept' })).status).toBe(200)
})
