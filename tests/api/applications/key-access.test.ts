/** Access to datasets through application keys. */
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { forgetLinkKeys } from '../../../worker/accounts'
import { keyOf, signedIn, town, village } from '../../support/accounts'
import { type Dataset, publish } from '../../support/datasets'
import { createEditable, postLine } from '../../support/editable'
import { ask, origin, refusal, type Sent, send } from '../../support/http'
import { application, fromLink, fromPage, takeBack } from '../../support/links'

let key: string
let dataset: Dataset
beforeEach(async () => {
  key = await keyOf()
  dataset = await createEditable(key)
  await postLine(dataset.id, key, { _id: 'oak', species: 'oak' })
})

const at = (path = '') => `/api/v1/datasets/${dataset.id}${path}`
const statuses = async (sent: Sent, paths: string[]) =>
  Object.fromEntries(await Promise.all(paths.map(async (path) => [path, (await send(at(path), sent)).status])))

describe('a link', () => {
  test.each([
    ['in the path', (app: string) => `/data-fair/app/K1%3A${app}`],
    ['in the path, with a slash', (app: string) => `/data-fair/app/K1:${app}/`],
    ['in the query', (app: string) => `/data-fair/app/${app}?key=K1`],
    ['of a frame', () => `/data-fair/embed/dataset/K1%3A${dataset.id}/table`],
    ['without the prefix that clients write', (app: string) => `/app/K1%3A${app}`],
  ])('%s opens the datasets of the configuration for reading', async (_, page) => {
    const app = await application({ owner: town, datasets: { [dataset.id]: null }, keys: ['K1'] })
    expect((await send(at('/lines'))).status).toBe(403)
    const { total } = await ask<{ total: number }>(at('/lines'), fromPage(page(app)))
    expect(total).toBe(1)
    const headers = { referrer: `${origin}${page(app)}` }
    expect((await send(at('/lines'), { headers })).status).toBe(200)
  })

  test('gives the operations of its class only, also to an administrator', async () => {
    const app = await application({ owner: town, datasets: { [dataset.id]: null }, keys: ['K1'] })
    const admin = await signedIn('admin', [{ organization: 'town', role: 'admin' }])
    const opened = [
      '',
      '/schema',
      '/safe-schema',
      '/lines',
      '/lines/oak',
      '/values_agg?field=species',
      '/api-docs.json',
    ]
    for (const headers of [{}, admin.as('town')]) {
      const sent = fromLink('K1', app, { headers })
      expect(await statuses(sent, opened)).toEqual(Object.fromEntries(opened.map((path) => [path, 200])))
      expect((await send(at('/journal'), sent)).status).toBe(403)
      const { userPermissions } = await ask<Dataset>(at(), sent)
      expect(userPermissions).toContain('readLines')
      expect(userPermissions).not.toContain('writeData')
      expect(userPermissions).not.toContain('list')
      expect(userPermissions).not.toContain('getReadApiKey')
      expect(userPermissions).not.toContain('realtime-transactions')
    }
  })

  test.each<[string, object, Record<string, number>]>([
    ['only the addition of lines', { operations: ['createLine'] }, { '': 403, '/safe-schema': 403, '/lines': 403 }],
    [
      'a form: the safe schema and the addition of lines',
      { operations: ['readSafeSchema', 'createLine'] },
      { '': 403, '/safe-schema': 200, '/schema': 403, '/lines': 403 },
    ],
    [
      'the classes read and readAdvanced',
      { classes: ['read', 'readAdvanced'] },
      { '': 200, '/lines': 200, '/journal': 200 },
    ],
    [
      'no operation on permissions',
      { classes: ['admin'], operations: ['getPermissions'] },
      { '/permissions': 403, '': 403 },
    ],
    ['nothing', { classes: [], operations: ['unknown'] }, { '': 403, '/lines': 403 }],
  ])('gives %s', async (_, rights, expected) => {
    const app = await application({ owner: town, datasets: { [dataset.id]: rights }, keys: ['K1'] })
    expect(await statuses(fromLink('K1', app), Object.keys(expected))).toEqual(expected)
  })

  test('gives exactly the configured operations, also to the owner', async () => {
    const operations = ['readDescription', 'createLine', 'realtime-journal']
    const app = await application({ owner: town, datasets: { [dataset.id]: { operations } }, keys: ['K1'] })
    for (const sent of [fromLink('K1', app), fromLink('K1', app, { headers: (await administrator()).as('town') })]) {
      const { userPermissions } = await ask<Dataset>(at(), sent)
      expect(userPermissions.toSorted()).toEqual(operations.toSorted())
    }
  })

  test('is ignored when an API key is sent', async () => {
    const app = await application({ owner: town, datasets: { [dataset.id]: null }, keys: ['K1'] })
    const { userPermissions } = await ask<Dataset>(at(), fromLink('K1', app, { key }))
    expect(userPermissions).toContain('writeData')
    expect((await send(at(), fromLink('K1', app, { key: 'fairway_unknown' }))).status).toBe(401)
  })

  test('opens no dataset outside the configuration, and an unknown dataset is 404', async () => {
    const app = await application({ owner: town, datasets: {}, keys: ['K1'] })
    expect((await send(at('/lines'), fromLink('K1', app))).status).toBe(403)
    const unknown = await send('/api/v1/datasets/unknown/lines', fromLink('K1', app))
    expect(await refusal(unknown)).toEqual([404, 'dataset-not-found'])
    const list = await ask<{ count: number }>('/api/v1/datasets', fromLink('K1', app))
    expect(list.count).toBe(0)
  })

  test('that does not open the requested operation leaves the permissions of the session', async () => {
    const app = await application({ owner: town, datasets: { [dataset.id]: null }, keys: ['K1'] })
    const headers = (await administrator()).as('town')
    expect((await send(at('/journal'), fromLink('wrong', app, { headers }))).status).toBe(200)
    expect((await send(at('/permissions'), fromLink('K1', app, { headers }))).status).toBe(200)
    const put = fromLink('K1', app, { headers, method: 'PUT', json: { species: 'elm' } })
    expect((await send(at('/lines/oak'), put)).status).toBe(200)
  })

  test('sets the headers for gateways: resource, owner and operation', async () => {
    const app = await application({ owner: town, datasets: { [dataset.id]: null }, keys: ['K1'] })
    const { headers } = await send(at('/lines'), fromLink('K1', app))
    const told = (name: string) => JSON.parse(headers.get(name) ?? 'null')
    expect(told('x-resource')).toEqual({ type: 'datasets', id: dataset.id, title: 'Trees' })
    expect(told('x-owner')).toEqual({ type: 'organization', id: 'town' })
    expect(told('x-operation')).toEqual({ class: 'read', id: 'readLines', track: 'readDataAPI' })
  })

  test('opens nothing any more once its key is deleted', async () => {
    const app = await application({ owner: town, datasets: { [dataset.id]: null }, keys: ['K1', 'K2'] })
    expect((await send(at('/lines'), fromLink('K1', app))).status).toBe(200)
    await takeBack(app)
    expect((await send(at('/lines'), fromLink('K1', app))).status).toBe(403)
    expect((await send(at('/lines'), fromLink('K2', app))).status).toBe(403)
  })

  test('counts against the anonymous rate limit', async () => {
    const app = await application({ owner: town, datasets: { [dataset.id]: null }, keys: ['K1'] })
    const headers = { ...(await administrator()).as('town'), 'cf-connecting-ip': '192.0.2.77' }
    const sent = { headers, vars: { RATE_ANONYMOUS: '2' } }
    const codes = []
    for (let time = 0; time < 3; time++) codes.push((await send(at('/lines'), fromLink('K1', app, sent))).status)
    expect(codes).toEqual([200, 200, 429])
    expect((await send(at('/lines'), sent)).status).toBe(200)
  })
})

describe('applications in an application', () => {
  test('open with the key of the parent; embedded views open only the datasets of the parent', async () => {
    const other = await publish('name\nA\n', { key })
    const child = await application({ owner: town, datasets: { [dataset.id]: null }, keys: ['child'] })
    const stranger = await application({ owner: town, datasets: { [dataset.id]: null } })
    const parent = await application({
      owner: town,
      datasets: { [other.id]: null },
      applications: [child],
      keys: ['parent'],
    })
    const lines = async (id: string, page: string) =>
      (await send(`/api/v1/datasets/${id}/lines`, fromPage(page))).status
    expect(await lines(dataset.id, `/data-fair/app/parent%3A${child}`)).toBe(200)
    expect(await lines(other.id, `/data-fair/app/parent%3A${child}`)).toBe(403)
    expect(await lines(other.id, `/data-fair/app/parent%3A${parent}`)).toBe(200)
    expect(await lines(dataset.id, `/data-fair/app/parent%3A${parent}`)).toBe(403)
    expect(await lines(other.id, `/data-fair/embed/dataset/parent%3A${other.id}/table`)).toBe(200)
    expect(await lines(dataset.id, `/data-fair/embed/dataset/parent%3A${dataset.id}/table`)).toBe(403)
    // A child does not open its parent, nor an application that is not listed.
    expect(await lines(other.id, `/data-fair/app/child%3A${parent}`)).toBe(403)
    expect(await lines(dataset.id, `/data-fair/app/parent%3A${stranger}`)).toBe(403)
  })
})

describe('owners', () => {
  const north = { ...town, department: 'north', departmentName: 'North' }

  test('of the application, its parent and the dataset must be the same', async () => {
    const mine = await application({ owner: town, datasets: { [dataset.id]: null } })
    for (const owner of [village, north, { ...town, type: 'user' as const }]) {
      const id = await application({ owner, datasets: { [dataset.id]: null }, applications: [mine], keys: ['K1'] })
      for (const page of [`/app/K1%3A${id}`, `/app/K1%3A${mine}`, `/embed/dataset/K1%3A${dataset.id}/table`]) {
        expect((await send(at('/lines'), fromPage(page))).status).toBe(403)
      }
    }
  })

  test('that change close the links until the application has the same owner again', async () => {
    const app = await application({ owner: town, datasets: { [dataset.id]: null }, keys: ['K1'] })
    const { as } = await administrator()
    const opened = async () => (await send(at('/lines'), fromLink('K1', app))).status
    expect(await opened()).toBe(200)
    await ask(at('/owner'), { method: 'PUT', json: { type: 'user', id: 'admin', name: 'admin' }, headers: as('town') })
    expect(await opened()).toBe(403)
    const moved = "update applications set owner_type = 'user', owner_id = 'admin' where id = ?"
    await env.DB.prepare(moved).bind(app).run()
    forgetLinkKeys()
    expect(await opened()).toBe(200)
  })
})

test.each([
  ['https://data.example.org/data-fair', '/data-fair/app/'],
  ['https://data.example.org/data-fair', '/data-fair/data-fair/app/'],
  ['https://data.example.org/of/town', '/of/town/app/'],
  ['https://data.example.org', '/data-fair/app/'],
])('with PUBLIC_URL=%s, links at %s and tokens at the root of the site', async (PUBLIC_URL, path) => {
  const vars = { PUBLIC_URL }
  const prefix = new URL(PUBLIC_URL).pathname.replace(/\/$/, '')
  const app = await application({ owner: town, datasets: { [dataset.id]: null }, keys: ['K1'] })
  expect((await send(prefix + at('/lines'), fromPage(`${path}K1%3A${app}`, { vars }))).status).toBe(200)
  for (const root of ['', prefix]) {
    const token = await send(`${root}/simple-directory/api/auth/anonymous-action`, { vars })
    expect([token.status, token.headers.get('content-type')]).toEqual([200, 'text/plain; charset=UTF-8'])
    expect(token.headers.get('cache-control')).toBe('private, no-store')
    expect((await token.text()).split('.')).toHaveLength(3)
    expect((await send(`${root}/simple-directory/api/sites/_public`, { vars })).status).toBe(200)
  }
  expect((await send('/simple-directory/api/auth/session', { vars })).status).toBe(404)
})

const administrator = () => signedIn('admin', [{ organization: 'town', role: 'admin' }])

test('a key reads the datasets until its last day', async () => {
  const app = await application({ owner: town, datasets: { [dataset.id]: null }, keys: ['K1'] })
  const until = async (days: number) => {
    const day = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    await env.DB.prepare('update application_keys set expire_at = ?').bind(day).run()
    forgetLinkKeys()
    return (await send(at('/lines'), fromPage(`/app/K1%3A${app}`))).status
  }
  expect([await until(0), await until(-1)]).toEqual([200, 403])
})
