/** Applications of the tests, and the external web applications that they configure. */
import { afterEach, beforeEach, vi } from 'vitest'
import { keyOf, session, signedIn, town } from './accounts'
import { ask, type Sent } from './http'

export const path = '/api/v1/applications'

/** A key of an account that may make applications. */
export const keyFor = (owner = town) => keyOf(owner, { scopes: ['applications', 'datasets'] })

export const monoUrl = 'https://apps.example.org/charts/1.5/'
export const dualUrl = 'https://apps.example.org/dual/2.0/'

const sources = 'api/v1/datasets?status=finalized&q={q}&'
const entry = (query: string, more: object = {}) => ({
  type: 'object',
  'x-fromUrl': sources + query,
  properties: { href: { type: 'string' }, id: { type: 'string' }, title: { type: 'string' }, ...more },
})
const writes = {
  applicationKeyPermissions: { type: 'object', const: { operations: ['readSafeSchema', 'createLine'] } },
}

/** What stands at the addresses of the tests. */
export const web: Record<string, string> = {
  [`${monoUrl}index.html`]:
    '<html><head><title lang="en">A chart</title><title lang="fr">Un graphique</title><meta name="application-name" content="charts"><meta name="description" content="Draws *one* series"><meta name="df:overflow" content="true"></head><body>%APPLICATION%</body></html>',
  [`${monoUrl}config-schema.json`]: JSON.stringify({
    type: 'object',
    properties: { datasets: { type: 'array', items: entry('select=id,title') } },
  }),
  [`${dualUrl}index.html`]:
    '<html><head><title>Dual</title><meta name="application-name" content="dual"><meta name="version" content="2.0.1"></head></html>',
  [`${dualUrl}config-schema.json`]: JSON.stringify({
    type: 'object',
    allOf: [
      {
        properties: {
          datasets: {
            type: 'array',
            items: [
              entry('field-type=integer,number&select=id,title,schema,userPermissions'),
              entry('select=id,title,schema,userPermissions', writes),
            ],
          },
        },
      },
    ],
  }),
}

/** Answers requests to the outside. @returns what was asked */
export function outside(pages: Record<string, string | Uint8Array<ArrayBuffer>> = web): string[] {
  const asked: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const url = input instanceof Request ? input.url : String(input)
    asked.push(url)
    const page = pages[url]
    return page === undefined ? new Response('nothing here', { status: 404 }) : new Response(page)
  })
  return asked
}

/** The headers of a super-administrator in the mode. */
export async function operator(): Promise<Record<string, string>> {
  const { headers } = await signedIn('root', [], { isAdmin: true })
  return { ...headers, cookie: `${headers.cookie}; __Host-admin_mode=1` }
}

/** Headers of a new session of the operator, who exists already. */
export async function operatorAgain(): Promise<Record<string, string>> {
  const { headers } = await session('root@example.org')
  return { ...headers, cookie: `${headers.cookie}; __Host-admin_mode=1` }
}

export type Base = { id: string; url: string } & Record<string, unknown>

/** Registers a base application, for everyone unless said otherwise. */
export async function register(
  headers: Record<string, string>,
  url = monoUrl,
  patch: object = { public: true },
): Promise<Base> {
  const { id } = await ask<Base>('/api/v1/base-applications', { headers, json: { url } }, 201)
  return ask<Base>(`/api/v1/base-applications/${id}`, { method: 'PATCH', headers, json: patch })
}

export type Application = { id: string; slug: string; title: string; status: string } & Record<string, unknown>

/** Makes an application of the first base application. */
export function makeApplication(sent: Sent, body: object = {}): Promise<Application> {
  return ask<Application>('/api/v1/applications', { ...sent, json: { url: monoUrl, ...body } }, 201)
}

/** Before each test of a file: what stands outside, and one web application that is registered. */
export function registerBefore(): void {
  beforeEach(async () => {
    outside()
    await register(await operator())
  })
  afterEach(() => vi.restoreAllMocks())
}
