/**
 * Routes × actors. `matrix-routes.ts` has the right that each route of the API asks for, and `matrix-actors.ts` those of each actor.
 *
 * To add a route: give it a line there, `'METHOD /api/v1/path/:param': 'read'`, with the class of its operation or one of the other words of `Right`. A route without a line fails the first test; a route that
 * lets pass an actor it should not, or refuses one it should not, fails that actor's. Nothing else is to be written:
 * parameters are filled in by `addressOf`, to which an unusual one may have to be added.
 *
 * Refused is 401 or 403; let pass is anything else that is not a failure of ours (400, 404, 409 come after the guard).
 * Pages are not the API: their tests are in tests/pages.
 */
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { app } from '../../worker/app'
import { keyOf, town } from '../support/accounts'
import { ask, type Sent, send } from '../support/http'
import { begin, bytesType, idOf, named, tus } from '../support/uploads'
import { actors } from './matrix-actors'
import { routes } from './matrix-routes'

const served = [
  ...new Set(
    app.routes
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'))
      .map(({ method, path }) => `${method} ${path}`),
  ),
]

test('every route of the API has a line, and every line a route', () => {
  expect(served.filter((route) => !(route in routes))).toEqual([])
  expect(Object.keys(routes).filter((route) => !served.includes(route))).toEqual([])
})

/** A route's address, about the dataset `guarded`, the account of the town, an upload of it, and what does not exist. */
function addressOf(path: string, upload: string): string {
  return path
    .replace(':upload', upload)
    .replace(':owner', 'organization%3Atown')
    .replace('/datasets/:id', '/datasets/guarded')
    .replace('/v1/applications/:id', '/v1/applications/guarded')
    .replace('/remote-services/:id', '/remote-services/guarded')
    .replace('/v1/collectors/:id', '/v1/collectors/guarded')
    .replace('/v1/collector-runs/:id', '/v1/collector-runs/guarded')
    .replace('/v1/collector-plugins/:id', '/v1/collector-plugins/transfer-file')
    .replace(':type/:id', 'organization/town')
    .replace(':organization', 'town')
    .replace(/:(field|name)/, 'name')
    .replace(/:\w+(\{[^}]*\})?|\*/g, 'none')
}

/** What a route is sent, so that it comes to its guard. */
function sentTo(route: string): Sent {
  const [method = '', path = ''] = route.split(' ')
  const isRead = method === 'GET' || method === 'DELETE'
  if (!path.startsWith('/api/v1/uploads')) return isRead ? {} : { json: {} }
  if (isRead) return { headers: tus }
  if (path === '/api/v1/uploads') return { headers: { ...tus, ...named('a.csv'), 'upload-length': '2' } }
  const override = method === 'POST' ? { 'x-http-method-override': 'PATCH' } : {}
  return { headers: { ...tus, ...bytesType, ...override, 'upload-offset': '0' }, body: 'a' }
}

/** The dataset of the town that villagers may read. @returns an upload that the town has begun */
async function guard(): Promise<string> {
  const key = await keyOf(town)
  const json = {
    isRest: true,
    title: 'Guarded',
    schema: [{ key: 'name', type: 'string' }],
    rest: { history: true, lineOwnership: true },
  }
  await ask('/api/v1/datasets/guarded', { method: 'PUT', key, json }, 201)
  const permissions = await ask<object[]>('/api/v1/datasets/guarded/permissions', { key })
  const readers = { type: 'organization', id: 'village', classes: ['read'] }
  await ask('/api/v1/datasets/guarded/permissions', { method: 'PUT', key, json: [...permissions, readers] })
  await guardApplication(readers)
  await guardRemoteService()
  await guardCollector(key)
  await env.DB.prepare("insert or ignore into organization (id, name, createdAt) values ('town', 'Town', '')").run()
  return idOf(await begin(key, 2))
}

/** The application of the town that villagers may read. */
async function guardApplication(readers: object): Promise<void> {
  const key = await keyOf(town, { scopes: ['applications'] })
  await env.DB.prepare(
    `insert or ignore into base_applications values
      ('base', 'https://apps.example.org/', '[]', '[]', 1, '{}', 1, 0, '[]', 'base', 'base', 'base', '')`,
  ).run()
  const path = '/api/v1/applications/guarded'
  await ask(path, { method: 'PUT', key, json: { url: 'https://apps.example.org/' } }, 201)
  const permissions = await ask<object[]>(`${path}/permissions`, { key })
  await ask(`${path}/permissions`, { method: 'PUT', key, json: [...permissions, readers] })
}

/** A public service of the operator, at an address that is not called. */
async function guardRemoteService(): Promise<void> {
  await env.DB.prepare(
    `insert into remote_services (id, api_id, account, account_name, title, description, server, api_doc, actions, public,
      private_access, sort_title, search_text, created_at, updated_at, version)
    values ('guarded', 'guarded-api', '', '', 'Guarded', '', 'http://private.local', '{}', '[]', 1, '[]', '', '', '', '', 1)`,
  ).run()
}

/** The collector of the town that villagers may read, with a scheduled run. */
async function guardCollector(key: string): Promise<void> {
  const villagers = { type: 'partner', organization: { id: 'village', name: 'Village' }, roles: [] }
  const json = {
    title: 'Guarded',
    plugin: 'transfer-file',
    active: true,
    config: { datasetMode: 'create', url: 'http://127.0.0.1/a.csv' },
    scheduling: [{ type: 'daily', hour: 3 }],
    permissions: [{ profile: 'read', target: villagers }],
  }
  const { id } = await ask<{ id: string }>('/api/v1/collectors', { key, json })
  await env.DB.batch([
    env.DB.prepare('pragma defer_foreign_keys = on'),
    env.DB.prepare("update collectors set id = 'guarded' where id = ?").bind(id),
    env.DB.prepare("update collector_runs set id = 'guarded', collector_id = 'guarded' where collector_id = ?").bind(
      id,
    ),
  ])
}

/** The dataset, the application, the service, the collector and the upload go last: what comes after would not find it. */
const last =
  /^DELETE \/api\/v1\/(datasets\/:id|applications\/:id|remote-services\/:id|collectors\/:id|uploads\/:upload|identities\/.*)$/
const order = (route: string) => (last.test(route) ? 1 : 0)

/** These tests have no browser: captures are 501. */
const isFault = (status: number) => status >= 500 && status !== 501

describe.each(Object.entries(actors))('%s', (_, { may, sent }) => {
  test('is accepted on permitted routes, and refused on all others', async () => {
    const upload = await guard()
    const who = await sent()
    const wrong: string[] = []
    for (const [route, asks] of Object.entries(routes).sort(([a], [b]) => order(a) - order(b))) {
      if (route.startsWith('PUT /api/v1/session/admin-mode')) continue
      const [method = '', path = ''] = route.split(' ')
      const { headers, ...body } = sentTo(route)
      const asked = { ...who, method, ...body, headers: { ...who.headers, ...headers } }
      const response = await send(addressOf(path, upload), asked)
      const refused = response.status === 401 || response.status === 403
      if (refused === may.includes(asks) || isFault(response.status)) wrong.push(`${route}: ${response.status}`)
      await response.arrayBuffer()
    }
    expect(wrong).toEqual([])
  })
})
