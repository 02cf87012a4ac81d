/** The OpenAPI description matches the routes, and is valid. */
import { expect, test } from 'vitest'
import { app } from '../../../worker/app'
import { keyOf } from '../../support/accounts'
import { open, publish } from '../../support/datasets'
import { ask, refusal, send } from '../../support/http'

type Operation = {
  operationId: string
  summary: string
  tags: string[]
  parameters?: { name: string; in: string; required?: boolean; schema?: object }[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, { description: string }>
}
type Description = {
  openapi: string
  info: { title: string; version: string; 'x-api-id': string }
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, unknown>>
}

const describeApi = () => ask<Description>('/api/v1/api-docs.json')
const operations = ({ paths }: Description) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

/** Routes of a page or of the directory: not of the API. */
const notOfTheApi = /^\/(?!api\/|capture\/|healthz)|^\/(api-docs$|api\/auth\/)/

test('the description has exactly the routes of the API', async () => {
  const described = operations(await describeApi()).map(({ path, method }) => `${method.toUpperCase()} ${path}`)
  const routed = app.routes
    .filter(({ method, path }) => method !== 'ALL' && !notOfTheApi.test(path))
    // Some paths may end with a slash: they are described without it.
    .map(({ method, path }) => `${method} ${path.replace(/\/$/, '').replace(/:(\w+)(?:\{[^}]*\})?/g, '{$1}')}`)
  expect(described.sort()).toEqual([...new Set(routed)].sort())
})

test('the description of the service has an identifier (`x-api-id`)', async () => {
  const { info } = await describeApi()
  expect(info['x-api-id']).toMatch(/^[a-z0-9][a-z0-9-:.]{6,62}[a-z0-9]$/)
})

test('each operation has a unique id, a summary and responses', async () => {
  const description = await describeApi()
  const all = operations(description)
  const groups = new Set(all.flatMap(({ operation }) => operation.tags))
  expect(description.tags.map(({ name }) => name).toSorted()).toEqual([...groups].toSorted())
  const names = all.map(({ operation }) => operation.operationId)
  expect(new Set(names).size).toBe(names.length)
  for (const { path, method, operation } of all) {
    const where = `${method} ${path}`
    expect(operation.operationId, where).toMatch(/^[a-z][A-Za-z]+$/)
    expect(operation.summary, where).toBeTruthy()
    expect(operation.tags.length, where).toBeGreaterThan(0)
    expect(
      Object.keys(operation.responses).some((status) => status.startsWith('2')),
      where,
    ).toBe(true)
    for (const answer of Object.values(operation.responses)) expect(answer.description, where).toBeTruthy()
  }
})

test('the parameters of each path are declared once, as required', async () => {
  for (const { path, method, operation } of operations(await describeApi())) {
    const where = `${method} ${path}`
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path')
    expect(declared.map(({ name }) => name).sort(), where).toEqual(inPath.sort())
    for (const parameter of declared) expect(parameter.required, where).toBe(true)
    const names = (operation.parameters ?? []).map((parameter) => `${parameter.in} ${parameter.name}`)
    expect(new Set(names).size, where).toBe(names.length)
    for (const parameter of operation.parameters ?? []) expect(parameter.schema, where).toBeDefined()
    if (operation.requestBody) expect(Object.keys(operation.requestBody.content).length, where).toBeGreaterThan(0)
  }
})

test('every reference resolves to a component', async () => {
  const description = await describeApi()
  const references = [...JSON.stringify(description).matchAll(/"\$ref":"([^"]+)"/g)].map(
    ([, reference]) => reference ?? '',
  )
  expect(references.length).toBeGreaterThan(0)
  for (const reference of new Set(references)) {
    const found = reference
      .replace(/^#\//, '')
      .split('/')
      .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], description) // walks JSON
    expect(found, reference).toBeDefined()
  }
  for (const { operation } of operations(description)) {
    const security = 'security' in operation ? operation.security : []
    expect(JSON.stringify(security)).toContain('apiKey')
  }
  expect(description.components.securitySchemes).toMatchObject({ apiKey: { in: 'header', name: 'x-apiKey' } })
})

test('the document is OpenAPI 3.1 with the address of the service', async () => {
  const { openapi, info, servers } = await describeApi()
  expect([openapi, info.title, servers]).toEqual(['3.1.0', 'Fairway', [{ url: 'https://data.example.org' }]])
  expect(info.version).toMatch(/^\d+\.\d+\.\d+$/)
})

test('healthz is 200 when the database responds', async () => {
  const response = await send('/healthz')
  expect([response.status, await response.json(), response.headers.get('cache-control')]).toEqual([
    200,
    { status: 'ok' },
    'no-store',
  ])
})

test.each([
  [{}, 'There is no route at'],
  [{ 'accept-language': 'fr' }, 'Aucune ressource'],
  [{ 'accept-language': 'fr-CH, fr;q=0.9, en;q=0.8' }, 'Aucune ressource'],
  [{ 'accept-language': 'de, en;q=0.8, fr;q=0.5' }, 'There is no route at'],
  [{ 'accept-language': 'en', cookie: 'i18n_lang=fr' }, 'Aucune ressource'],
  [{ 'accept-language': 'fr', cookie: 'i18n_lang=en' }, 'There is no route at'],
  [{ 'accept-language': ','.repeat(100_000) }, 'There is no route at'],
])('errors are in the requested language', async (headers, text) => {
  const response = await send('/api/v1/nowhere', { headers })
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  const body = (await response.clone().json()) as { detail: string; requestId: string } // asserted here
  expect(body.detail).toContain(text)
  expect(body.detail).toMatch(/^unknown api endpoint\./)
  expect(body.requestId).toBe(response.headers.get('x-request-id'))
  expect(await refusal(response)).toEqual([404, 'route-not-found'])
})

test('the catalogue that portals read is the list of datasets, with a description of its own', async () => {
  const key = await keyOf()
  const { id } = await publish('a,b\n1,x\n', { key })
  await open(id, key)
  for (const query of ['', '?facets=owner&size=0', '?select=title,-userPermissions&visibility=public']) {
    const [listed, catalogued] = await Promise.all([
      send(`/api/v1/datasets${query}`),
      send(`/api/v1/catalog/datasets${query}`),
    ])
    expect(await catalogued.json()).toEqual(await listed.json())
    expect(catalogued.headers.get('cache-control')).toBe(listed.headers.get('cache-control'))
  }
  const description = await ask<Description & { info: object }>('/api/v1/catalog/api-docs.json')
  expect(description.info).toMatchObject({ title: 'API of the catalogue', 'x-api-id': 'data-example-org-catalog' })
  expect(description.servers).toEqual([{ url: 'https://data.example.org/api/v1/catalog' }])
  expect(Object.keys(description.paths).sort()).toEqual(['/api-docs.json', '/datasets'])
})
