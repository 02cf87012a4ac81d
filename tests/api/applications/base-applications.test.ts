/** Base applications: registered by operators, selected when an application is created. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { seedBases } from '../../../worker/applications'
import { keyOf, signedIn, systemContext, town } from '../../support/accounts'
import { type Base, dualUrl, monoUrl, operator, outside, register, web } from '../../support/applications'
import { publish } from '../../support/datasets'
import { ask, origin, refusal, send } from '../../support/http'
import { png } from '../../support/pictures'
import { rows } from '../../support/stored'

type Page = { count: number; results: Base[] }
const path = '/api/v1/base-applications'

beforeEach(() => outside())
afterEach(() => vi.restoreAllMocks())

describe('a registration', () => {
  test('reads the metadata of the page and of the configuration schema', async () => {
    const headers = await operator()
    const asked = outside()
    const base = await ask<Base>(path, { headers, json: { url: dualUrl.slice(0, -1) } }, 201)
    expect(asked.sort()).toEqual([`${dualUrl}config-schema.json`, `${dualUrl}index.html`])
    expect(base).toMatchObject({
      id: 'https-apps-example-org-dual-2-0',
      url: dualUrl,
      title: 'Dual',
      applicationName: 'dual',
      version: '2.0.1',
      description: '',
      meta: { title: 'Dual', 'application-name': 'dual', version: '2.0.1' },
      image: `${dualUrl}thumbnail.png`,
      thumbnail: `${origin}${path}/https-apps-example-org-dual-2-0/thumbnail?width=300&height=200`,
      public: false,
      deprecated: false,
      hasConfigSchema: true,
    })
    expect(base.datasetsFilters).toMatchObject([
      { 'field-type': ['integer', 'number'], select: ['id', 'title', 'schema', 'userPermissions'] },
      { properties: { applicationKeyPermissions: { const: { operations: ['readSafeSchema', 'createLine'] } } } },
    ])
  })

  test('of the same address reads the page again and keeps the changes of the operator', async () => {
    const headers = await operator()
    const { id } = await register(headers, dualUrl, { public: true, title: 'Two charts', category: 'graphique' })
    outside({ ...web, [`${dualUrl}index.html`]: '<title>Dual 3</title><meta name="version" content="3">' })
    const again = await ask<Base>(path, { headers, json: { url: dualUrl } })
    expect(again).toMatchObject({ id, title: 'Two charts', version: '3', category: 'graphique', public: true })
    const patch = { method: 'PATCH', headers, json: { title: null, category: 'jeux' } }
    expect(await ask(`${path}/${id}`, patch)).toMatchObject({ title: 'Dual 3', category: 'autre' })
  })

  test.each<[string, Record<string, string>, number, string]>([
    ['no page', {}, 400, 'base-application-unreachable'],
    [
      'a page without the metadata of an application',
      { index: '<title>Hello</title>' },
      400,
      'base-application-invalid',
    ],
    ['a name and no schema', { index: '<meta name="application-name" content="x">' }, 201, ''],
    ['a schema that is not an object', { index: '<title>x</title>', schema: '[1]' }, 400, 'base-application-invalid'],
    ['a schema and no name', { index: '<title>x</title>', schema: '{}' }, 201, ''],
    ['a page over the size limit', { index: 'x'.repeat(2_100_000), schema: '{}' }, 400, 'base-application-unreachable'],
  ])('of %s', async (_, { index, schema }, status, code) => {
    const url = 'https://other.example.org/x/'
    outside({
      ...(index === undefined ? {} : { [`${url}index.html`]: index }),
      ...(schema === undefined ? {} : { [`${url}config-schema.json`]: schema }),
    })
    const response = await send(path, { headers: await operator(), json: { url } })
    expect([response.status, code && (await response.json<{ code: string }>()).code]).toEqual([status, code])
  })

  test.each([
    ['a private address', { url: 'http://127.0.0.1:5888/app/' }, 'address-refused'],
    ['an invalid address', { url: 'not an address' }, 'body-invalid'],
    ['another property', { url: monoUrl, title: 'x' }, 'body-invalid'],
    ['nothing', {}, 'body-invalid'],
  ])('of %s is refused', async (_, json, code) => {
    const asked = outside()
    expect(await refusal(await send(path, { headers: await operator(), json }))).toEqual([400, code])
    expect(asked).toEqual([])
  })

  test('with an unreachable schema changes nothing that is stored', async () => {
    const headers = await operator()
    await register(headers, dualUrl)
    const stored = await rows('select * from base_applications order by id')
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) =>
      String(input instanceof Request ? input.url : input).endsWith('config-schema.json')
        ? new Response('busy', { status: 503 })
        : new Response(web[`${dualUrl}index.html`]),
    )
    const refused = await send(path, { headers, json: { url: dualUrl } })
    expect(await refusal(refused)).toEqual([400, 'base-application-unreachable'])
    expect(await rows('select * from base_applications order by id')).toEqual(stored)
  })

  test('of a private address is accepted when the operator allows it', async () => {
    const url = 'http://127.0.0.1:5888/app/'
    outside({ [`${url}index.html`]: '<title>Local</title>', [`${url}config-schema.json`]: '{}' })
    const headers = await operator()
    expect((await send(path, { headers, json: { url }, vars: { OUTGOING_ALLOW: '127.0.0.1:5888' } })).status).toBe(201)
  })

  test('of two addresses with the same derived id creates two ids', async () => {
    const headers = await operator()
    const page = '<meta name="application-name" content="x">'
    outside({ 'https://a.example.org/b-c/index.html': page, 'https://a.example.org/b/c/index.html': page })
    const ids = ['https://a.example.org/b-c/', 'https://a.example.org/b/c/'].map(
      async (url) => (await ask<Base>(path, { headers, json: { url } }, 201)).id,
    )
    expect(new Set(await Promise.all(ids)).size).toBe(2)
  })

  test('requires the session of a super-administrator in the administration mode', async () => {
    const { headers } = await signedIn('root', [], { isAdmin: true })
    for (const sent of [{}, { key: await keyOf(town) }, { headers }]) {
      const response = await send(path, { ...sent, json: { url: monoUrl } })
      expect([401, 403]).toContain(response.status)
    }
  })
})

test('base applications of BASE_APPLICATIONS are registered once reachable, and keep later changes', async () => {
  const ctx = systemContext()
  const config = { ...ctx.config, BASE_APPLICATIONS: [monoUrl.slice(0, -1), dualUrl] }
  const { [`${dualUrl}index.html`]: _, ...unfinished } = web
  outside(unfinished)
  await seedBases({ ...ctx, config })
  const seeded = async () => {
    const { results } = await ask<Page>(path)
    return results.map(({ url }) => url).filter((url) => !url.startsWith(origin))
  }
  expect(await seeded()).toEqual([monoUrl])
  const headers = await operator()
  const patch = { method: 'PATCH', headers, json: { public: false } }
  await ask(`${path}/https-apps-example-org-charts-1-5`, patch)
  const asked = outside()
  await seedBases({ ...ctx, config })
  expect(asked.sort()).toEqual([`${dualUrl}config-schema.json`, `${dualUrl}index.html`])
  expect(await seeded()).toEqual([dualUrl])
})

describe('the list', () => {
  test('contains the public base applications, ordered by title, in the language of the reader', async () => {
    const headers = await operator()
    await register(headers)
    await register(headers, dualUrl, { public: false })
    const french = await ask<Page>(`${path}?html=true`, { headers: { 'accept-language': 'fr' } })
    expect(french).toMatchObject({ count: 1, results: [{ title: 'Un graphique', version: '1.5' }] })
    expect(french.results[0]?.description).toBe('<p>Draws <em>one</em> series</p>')
    const id = 'https-apps-example-org-dual-2-0'
    await ask(`${path}/${id}`, { method: 'PATCH', headers, json: { public: true, title: 'Vélos' } })
    expect((await ask<Page>(path)).results.map(({ title }) => title)).toEqual(['A chart', 'Vélos'])
    expect((await ask<Page>(`${path}?applicationName=dual`)).count).toBe(1)
    expect((await ask<Page>(`${path}?q=series`)).results.map(({ title }) => title)).toEqual(['A chart'])
    expect(await ask<Page>(`${path}?size=0`)).toEqual({ count: 2, results: [] })
    await ask(`${path}/${id}`, { method: 'PATCH', headers, json: { deprecated: true } })
    expect((await ask<Page>(path)).count).toBe(1)
    const all = await ask<Page>('/api/v1/admin/base-applications', { headers })
    expect(all).toMatchObject({ count: 2, results: [{ nbApplications: 0 }, { nbApplications: 0 }] })
    await ask(
      '/api/v1/applications',
      { key: await keyOf(town, { scopes: ['applications'] }), json: { url: monoUrl, title: 'Bars' } },
      201,
    )
    const { results } = await ask<Page>('/api/v1/admin/base-applications', { headers })
    expect(results).toMatchObject([{ url: monoUrl, nbApplications: 1 }, { nbApplications: 0 }])
  })

  test('includes those open to an account with the parameter privateAccess', async () => {
    const headers = await operator()
    await register(headers)
    const privateAccess = [
      { type: 'user', id: 'bob', name: 'Bob' },
      { type: 'organization', id: 'town' },
    ]
    const { id } = await register(headers, dualUrl, { public: false, privateAccess })
    const bob = await signedIn('bob', [{ organization: 'town', role: 'user' }])
    expect((await ask<Page>(path, { headers: bob.headers })).count).toBe(1)
    const asked = await ask<Page>(`${path}?privateAccess=user:bob`, { headers: bob.headers })
    expect(asked.count).toBe(2)
    expect(asked.results.find((one) => one.id === id)?.privateAccess).toEqual([privateAccess[0]])
    const ofTown = await ask<Page>(`${path}?privateAccess=organization:town`, { headers: bob.headers })
    expect(ofTown.results.find((one) => one.id === id)?.privateAccess).toEqual([privateAccess[1]])
    expect(await refusal(await send(`${path}?privateAccess=user:bob`))).toEqual([401, 'sign-in-required'])
    const other = await send(`${path}?privateAccess=organization:village`, { headers: bob.headers })
    expect(await refusal(other)).toEqual([403, 'private-access-refused'])
  })

  test('contains the reasons why a dataset is unsuitable', async () => {
    const headers = await operator()
    const page = '<meta name="application-name" content="hello">'
    outside({ ...web, 'https://apps.example.org/hello/index.html': page })
    await register(headers, 'https://apps.example.org/hello/')
    await register(headers, dualUrl)
    const key = await keyOf(town, { scopes: ['datasets', 'applications'] })
    const text = await publish('name\nA\nB\n', { key })
    const numbers = await publish('name,n\nA,1\nB,2\n', { key })
    const reasons = async (dataset: string, language = 'fr') => {
      const sent = { key, headers: { 'accept-language': language } }
      const { results } = await ask<Page>(`${path}?dataset=${dataset}`, sent)
      return Object.fromEntries(results.map((one) => [one.applicationName, [one.category, one.disabled]]))
    }
    const none = ["N'utilise pas de jeu de données comme source."]
    expect(await reasons(text.id)).toEqual({
      hello: ['autre', none],
      dual: ['autre', ['Nécessite un des types integer ou number.']],
    })
    expect(await reasons(numbers.id)).toEqual({ hello: ['autre', none], dual: ['autre', []] })
    expect(await reasons('any')).toEqual({ hello: ['autre', []], dual: ['autre', []] })
    expect(await refusal(await send(`${path}?dataset=unknown`, { key }))).toEqual([404, 'dataset-not-found'])
    expect(await refusal(await send(`${path}?dataset=any`))).toEqual([403, 'dataset-parameter-refused'])
    const stranger = await keyOf({ type: 'organization', id: 'village', name: 'Village' })
    expect((await send(`${path}?dataset=${numbers.id}`, { key: stranger })).status).toBe(403)
  })
})

describe('an image of a base application', () => {
  test.each(['thumbnail', 'icon'])(
    '%s.png is resized, and unknown to users who may not see the base application',
    async (file) => {
      const headers = await operator()
      // A missing image is not fetched again for a while, and other tests of the isolate leave the usual URLs without one.
      const openUrl = `https://apps.example.org/open-${file}/1.0/`
      const closedUrl = `https://apps.example.org/closed-${file}/1.0/`
      const page = web[`${monoUrl}index.html`] ?? ''
      outside({ [`${openUrl}index.html`]: page, [`${closedUrl}index.html`]: page })
      const open = await register(headers, openUrl)
      const closed = await register(headers, closedUrl, { public: false })
      outside({ [`${openUrl}${file}.png`]: png(600, 400), [`${closedUrl}${file}.png`]: png(600, 400) })
      const response = await send(`${path}/${open.id}/${file}?width=90&height=60`)
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
      await response.arrayBuffer()
      expect(await refusal(await send(`${path}/${closed.id}/${file}`))).toEqual([404, 'base-application-not-found'])
      expect(await refusal(await send(`${path}/none/${file}`))).toEqual([404, 'base-application-not-found'])
      expect((await send(`${path}/${closed.id}/${file}`, { headers })).status).toBe(200)
    },
  )
})
