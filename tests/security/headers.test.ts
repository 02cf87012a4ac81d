/** Security headers of every response, on all routes and for all outcomes. */
import { describe, expect, test } from 'vitest'
import { app } from '../../worker/app'
import { keyOf } from '../support/accounts'
import { publish } from '../support/datasets'
import { json, origin, send } from '../support/http'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const routes = [
  ...new Set(app.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`)),
]

test('the list has all routes of the service', () => {
  expect(routes.length).toBeGreaterThan(400)
})

test.each(routes.filter((route) => !route.startsWith('GET ')))('%s', async (route) => {
  const key = await keyOf()
  const { id } = await publish('name\nA\nB\n', { key })
  await expectHeaders(route, { key, id })
})

// They change nothing: groups share a dataset.
test.each(groupsOf(routes.filter((route) => route.startsWith('GET '))))('%j', async (...group) => {
  const key = await keyOf()
  const { id } = await publish('name\nA\nB\n', { key })
  for (const route of group) await expectHeaders(route, { key, id })
})

function groupsOf(all: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(all.length / 10) }, (_, at) => all.slice(at * 10, at * 10 + 10))
}

async function expectHeaders(route: string, { key, id }: { key: string; id: string }): Promise<void> {
  const [method = 'GET', path = '/'] = route.split(' ')
  // The same for everyone.
  const isFile = /^\/(assets|build|no-preview|sitemap|robots|opensearch|instance)/.test(path)
  const address = path
    .replace(/:part\{\(\?:([\w-]+).*\}/, '$1')
    .replace(':id', id)
    .replace(':name', 'places.csv')
    .replace('*', 'x')
  for (const used of [undefined, key, 'fairway_unknown']) {
    const headers: Record<string, string> =
      method === 'GET' ? {} : { 'content-type': 'application/json', 'content-length': '2' }
    const response = await send(address, {
      method,
      key: used,
      headers,
      ...(method === 'GET' || method === 'DELETE' ? {} : { body: '{}' }),
    })
    await response.arrayBuffer()
    const said = response.headers
    const isPage = said.get('content-type')?.startsWith('text/html') === true
    // Lines of a file cannot be written: 501 says so.
    if (response.status !== 501) expect(response.status, route).toBeLessThan(500)
    expect(said.get('x-content-type-options'), route).toBe('nosniff')
    expect(said.get('referrer-policy'), route).toBe('strict-origin-when-cross-origin')
    expect(said.get('permissions-policy'), route).toMatch(/camera=\(\)/)
    expect(said.get('content-security-policy'), route).toMatch(
      new RegExp(`default-src 'none'.*frame-ancestors ${framedBy(route, isPage)}`),
    )
    expect(said.get('strict-transport-security'), route).toMatch(/max-age=\d+/)
    expect(said.get('x-request-id'), route).toMatch(/^[0-9a-f-]{36}$/)
    expect(said.get('cache-control'), route).toMatch(isFile ? /./ : /no-store|no-cache|private/)
    expect(said.get('access-control-allow-credentials'), route).toBeNull()
    expect(said.get('access-control-allow-origin'), route).toBe(/^\/(api|build)\//.test(path) ? '*' : null)
    expect(said.get('x-powered-by'), route).toBeNull()
  }
}

/** What anyone may frame speaks for nobody; a form that has the session of its reader is for pages of this origin. */
function framedBy(route: string, isPage: boolean): string {
  if (route === 'GET /visitor/app/:id') return "'self'"
  if (!route.includes(' /embed/') || !isPage) return "'none'"
  // Refusals have the policy of the page that they stand for.
  return /^GET \/embed\/dataset\/:id\/(?!:part\{\(\?:table-edit)/.test(route) ? '\\*' : "'self'"
}

describe('a method without a route', () => {
  test.each(methods)('%s on a page or an unknown path is an error, not a page', async (method) => {
    const body =
      method === 'GET' || method === 'DELETE' ? {} : { body: '{}', headers: { 'content-type': 'application/json' } }
    const response = await send('/nowhere', { method, ...body })
    expect([404, 405]).toContain(response.status)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })
})

test('an error before routing has a request id and the headers of all responses', async () => {
  const response = await send('/api/v1/datasets', { vars: { AUTH_SECRET: 'short' } })
  const { requestId, code } = await json<{ requestId: string; code: string }>(response)
  expect([response.status, code]).toEqual([500, 'configuration-invalid'])
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/)
  expect(response.headers.get('x-request-id')).toBe(requestId)
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'/)
})

test('a preflight is answered for any origin, without credentials', async () => {
  const headers = { origin: 'https://app.example', 'access-control-request-method': 'PATCH' }
  const response = await send('/api/v1/datasets/x', { method: 'OPTIONS', headers })
  expect(response.status).toBe(204)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('access-control-allow-methods')).toContain('PATCH')
  expect(response.headers.get('access-control-allow-headers')).toContain('x-apikey')
  expect(response.headers.get('access-control-allow-credentials')).toBeNull()
})

test('over http there is no Strict-Transport-Security', async () => {
  const response = await send(`${origin.replace('https', 'http')}/healthz`)
  expect(response.headers.get('strict-transport-security')).toBeNull()
})

test.each([
  'accept-language',
  'accept',
  'origin',
  'range',
  'if-none-match',
  'if-modified-since',
  'cookie',
  'x-apikey',
  'authorization',
])('a header %s of 50 kB causes no server error', async (name) => {
  const { id } = await publish('name\nA\nB\n', { key: await keyOf() })
  const value = 'a=(,;"'.repeat(8_000)
  const started = performance.now()
  const response = await send(`/api/v1/datasets/${id}`, { headers: { [name]: value } })
  expect(response.status).toBeLessThan(500)
  expect(performance.now() - started).toBeLessThan(1_000)
})
