/** Remote services: registration, lists, changes, removal. */
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { deleteExpiredAnswers } from '../../../worker/remote-services'
import { signedIn, systemContext } from '../../support/accounts'
import { operator, operatorAgain } from '../../support/applications'
import { ask, origin, refusal, send } from '../../support/http'
import { addressOf, description, path, registerService, type Service, vars } from '../../support/remote-services'
import { rows } from '../../support/stored'

type List = { count: number; results: Service[]; facets?: Record<string, { count: number; value: unknown }[]> }
const admin = async (name = 'ada', organization = 'town') =>
  (await signedIn(name, [{ organization, role: 'admin' }])).as(organization)

describe('a registration', () => {
  test('reads the OpenAPI description', async () => {
    const service = await registerService('towns', { id: undefined, title: 'Postal codes' })
    expect(service).toMatchObject({
      id: 'postal-codes',
      title: 'Postal codes',
      description: 'Where towns are, **by postal code**.',
      server: addressOf('towns'),
      public: true,
      href: `${origin}${path}/postal-codes`,
      page: `${origin}/remote-service/postal-codes`,
      actions: [
        {
          id: 'getTown',
          type: 'http://schema.org/SearchAction',
          inputCollection: false,
          operation: { method: 'get', path: '/town' },
        },
        { id: 'postTowns', inputCollection: true, outputCollection: true, inputBodyTypes: ['application/x-ndjson'] },
      ],
    })
    expect(service).not.toHaveProperty('apiDoc')
  })

  test('by address takes the title, the id and the server of the description', async () => {
    const headers = await operator()
    const url = addressOf('fetched/v1/openapi.json')
    const service = await ask<Service>(path, { headers, json: { url }, vars }, 201)
    expect(service).toMatchObject({
      id: 'towns-by-postal-code',
      title: 'Towns by postal code',
      url,
      server: addressOf('fetched/v1'),
      public: false,
    })
    const update = { method: 'POST', headers, json: {}, vars }
    expect(await ask(`${path}/${service.id}/_update`, update)).toMatchObject({ id: service.id })
    expect(await refusal(await send(path, { headers, json: { url }, vars }))).toEqual([409, 'remote-service-exists'])
  })

  test.each<[string, object, number, string]>([
    ['nothing', {}, 400, 'description-missing'],
    ['a private address', { url: 'http://127.0.0.1:1/openapi.json' }, 400, 'address-refused'],
    ['a server at a private address', { apiDoc: description(), server: 'http://10.0.0.1/' }, 400, 'address-refused'],
    ['a description without a server', { apiDoc: description() }, 400, 'remote-service-server-missing'],
    ['an address of something else', { url: addressOf('html/page') }, 400, 'description-web-page'],
    ['an address that has nothing', { url: addressOf('none') }, 400, 'description-unreachable'],
    ['Swagger', { apiDoc: { swagger: '2.0', info: {} } }, 400, 'description-version'],
    ['an invalid id', { id: 'a b', apiDoc: description(), server: addressOf('x') }, 400, 'id-invalid'],
    ['the id of a dataset', { id: 'dataset:towns', apiDoc: description(), server: addressOf('x') }, 400, 'id-invalid'],
    ['a property that is not known', { apiDoc: description(), color: 'red' }, 400, 'body-invalid'],
    ['20 MB', { apiDoc: description('x', { 'x-y': 'a'.repeat(2_000_000) }) }, 413, 'body-too-large'],
  ])('with %s is refused', async (_, json, status, code) => {
    expect(await refusal(await send(path, { headers: await operator(), json, vars }))).toEqual([status, code])
  })

  test('by an administrator of an account is for this account only', async () => {
    const headers = await admin()
    const server = addressOf('towns')
    const json = { apiDoc: description(), server }
    const service = await ask<Service>(path, { headers, json, vars }, 201)
    expect(service).toMatchObject({ public: false, owner: { type: 'organization', id: 'town', name: 'Town' } })
    for (const opened of [{ public: true }, { privateAccess: [{ type: 'user', id: 'eve' }] }]) {
      const refused = { method: 'PATCH', headers, json: opened, vars }
      expect(await refusal(await send(`${path}/${service.id}`, refused))).toEqual([403, 'super-admin-only'])
    }
    // PUT accepts the document that GET returns.
    const read = await ask<Service>(`${path}/${service.id}`, { headers })
    expect(await ask(`${path}/${service.id}`, { method: 'PUT', headers, json: read, vars })).toMatchObject({
      id: service.id,
    })
    const other = await admin('eve', 'village')
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const asked = { method, headers: other, ...(method === 'PATCH' ? { json: {} } : {}) }
      expect((await send(`${path}/${service.id}`, asked)).status, method).toBe(404)
    }
    expect((await send(`${path}/${service.id}/api-docs.json`, { headers: other })).status).toBe(404)
    expect((await send(`${path}/${service.id}/api-docs.json`, { headers })).status).toBe(200)
    // Another account may have the same API.
    expect(await ask<Service>(path, { headers: other, json, vars }, 201)).toMatchObject({ id: `${service.id}-2` })
    expect(await refusal(await send(path, { headers, json, vars }))).toEqual([409, 'remote-service-exists'])
  })
})

describe('a change', () => {
  test('of the description computes the actions, and keeps its identifier', async () => {
    await registerService('towns')
    const headers = await operatorAgain()
    const patch = (json: object) => send(`${path}/towns`, { method: 'PATCH', headers, json, vars })
    const paths = {
      '/near': { get: { operationId: 'near', 'x-operationType': 'Search', responses: { 200: { description: 'x' } } } },
    }
    expect(await (await patch({ apiDoc: description('towns', { paths }) })).json()).toMatchObject({
      actions: [{ id: 'near' }],
    })
    expect(await refusal(await patch({ apiDoc: description('other') }))).toEqual([400, 'description-id-changed'])
    expect(await refusal(await patch({ id: 'other' }))).toEqual([400, 'body-invalid'])
    expect((await send(`${path}/towns`, { method: 'DELETE', headers })).status).toBe(204)
    expect((await patch({})).status).toBe(404)
    expect((await send(`${path}/none`, { method: 'PUT', headers, json: {} })).status).toBe(404)
  })

  test('never shows a key, nor sends it to another host', async () => {
    const service = await registerService('towns', { apiKey: { in: 'header', name: 'x-key', value: 'a secret' } })
    const hidden = { in: 'header', name: 'x-key', value: '**********' }
    expect(service.apiKey).toEqual(hidden)
    expect(JSON.stringify(await rows('select * from remote_services'))).not.toContain('a secret')
    const headers = await operatorAgain()
    const patch = (json: object) => send(`${path}/towns`, { method: 'PATCH', headers, json, vars })
    expect(await (await patch({ apiKey: hidden, title: 'T' })).json()).toMatchObject({ apiKey: hidden, title: 'T' })
    const away = { server: 'https://api.example.org/v1/' }
    expect(await refusal(await patch(away))).toEqual([400, 'remote-service-key-missing'])
    expect(await refusal(await patch({ ...away, apiKey: hidden }))).toEqual([400, 'remote-service-key-missing'])
    const again = await patch({ ...away, apiKey: { ...hidden, value: 'another' } })
    expect(await again.json()).toMatchObject({ server: 'https://api.example.org/v1', apiKey: hidden })
    expect(await (await patch({ apiKey: null })).json()).not.toHaveProperty('apiKey')
  })
})

describe('a list', () => {
  test('shows public services, and those that are open to an account of the caller', async () => {
    await registerService('towns')
    await registerService('restricted', { public: false, privateAccess: [{ type: 'organization', id: 'town' }] }, false)
    const ids = async (query: string, headers = {}) =>
      (await ask<List>(`${path}?${query}`, { headers })).results.map(({ id }) => id).sort()
    expect(await ids('')).toEqual(['towns'])
    expect(await refusal(await send(`${path}?privateAccess=organization:town`))).toEqual([401, 'sign-in-required'])
    const headers = await admin()
    expect(await ids('privateAccess=organization:town', headers)).toEqual(['restricted', 'towns'])
    expect(await refusal(await send(`${path}?privateAccess=organization:village`, { headers }))).toEqual([
      403,
      'private-access-refused',
    ])
    expect((await send(`${path}?showAll=true`, { headers })).status).toBe(400)
    const { results } = await ask<List>(`${path}?privateAccess=organization:town`, { headers })
    for (const service of results) expect(service).not.toHaveProperty('privateAccess')
    expect(await ids('showAll=true', await operatorAgain())).toEqual(['restricted', 'towns'])
  })

  test.each([
    ['', ['towns']],
    ['q=postal', ['towns']],
    ['q=nothing', []],
    ['input-concepts=postalCode', ['towns']],
    ['input-concepts=http%3A%2F%2Fschema.org%2FpostalCode', ['towns']],
    ['input-concepts=siret', []],
    ['output-concepts=latitude', ['towns']],
    ['inputCollection=true', ['towns']],
    ['api-id=towns-by-postal-code', ['towns']],
    ['ids=none', []],
    ['virtual-datasets=true', []],
    ['standard-schema=true', []],
  ])('with %s has %j', async (query, expected) => {
    await registerService('towns')
    const list = await ask<List>(`${path}?${query}&facets=public,input-concepts`)
    expect(list.results.map(({ id }) => id)).toEqual(expected)
    expect(list.count).toBe(expected.length)
    if (expected.length > 0) {
      expect(list.facets).toEqual({
        public: [{ count: 1, value: 'true' }],
        'input-concepts': [
          { count: 1, value: 'http://schema.org/identifier' },
          { count: 1, value: 'http://schema.org/postalCode' },
        ],
      })
    }
  })

  test('of actions contains search actions', async () => {
    await registerService('towns')
    const list = (query: string) =>
      ask<{ results: { id: string; title: string }[] }>(`/api/v1/remote-services-actions?${query}`)
    expect(await list('')).toMatchObject({
      results: [
        { id: 'towns--getTown', title: 'Towns by postal code - Find a town', action: { id: 'getTown' } },
        { id: 'towns--postTowns', remoteService: { id: 'towns' } },
      ],
    })
    expect((await list('inputCollection=true')).results.map(({ id }) => id)).toEqual(['towns--postTowns'])
  })

  test('contains the description when selected', async () => {
    await registerService('towns')
    const { results } = await ask<List>(`${path}?select=id,apiDoc`)
    expect(results).toMatchObject([{ id: 'towns', apiDoc: { openapi: '3.0.3' } }])
  })
})

test('the description of the proxy has read operations only, at addresses here, without keys', async () => {
  await registerService('towns')
  const document = await ask<{ paths: Record<string, object>; servers: object[]; components: object }>(
    `${path}/towns/api-docs.json`,
  )
  expect(document.servers).toEqual([{ url: `${origin}${path}/towns` }])
  expect(Object.entries(document.paths).map(([name, item]) => [name, Object.keys(item)])).toEqual([
    ['/proxy/town', ['get']],
    ['/proxy/status', ['get']],
  ])
  expect(document.components).not.toHaveProperty('securitySchemes')
  expect(JSON.stringify(document)).not.toContain('"security"')
})

test('the check of a description requires a session', async () => {
  expect((await send('/api/v1/_check-api', { json: description() })).status).toBe(401)
  const { headers } = await signedIn('ann')
  const checked = await send('/api/v1/_check-api', { headers, json: description() })
  expect([checked.status, await checked.text()]).toEqual([200, 'OK'])
  const wrong = await send('/api/v1/_check-api', { headers, json: description('x', { paths: { town: {} } }) })
  expect(await refusal(wrong)).toEqual([400, 'description-invalid'])
  const proposed = {
    headers,
    vars: { REMOTE_SERVICES: 'Towns=https://api.example.org/a.json, https://b.example.org/' },
  }
  expect(await ask('/api/v1/configurable-remote-services', proposed)).toEqual([
    { title: 'Towns', url: 'https://api.example.org/a.json' },
    { title: 'https://b.example.org/', url: 'https://b.example.org/' },
  ])
})

test('services of an account are renamed and deleted with it, and its access to others is withdrawn', async () => {
  const headers = await admin()
  const json = { apiDoc: description(), server: addressOf('towns') }
  const { id } = await ask<Service>(path, { headers, json, vars }, 201)
  await registerService('restricted', { public: false, privateAccess: [{ type: 'organization', id: 'town' }] })
  const operators = await operatorAgain()
  const identity = '/api/v1/identities/organization/town'
  await send(identity, { headers: operators, json: { name: 'Big town' } })
  expect(await ask(`${path}/${id}`, { headers: operators })).toMatchObject({ owner: { name: 'Big town' } })
  expect(await ask(`${identity}/report`, { headers: operators })).toMatchObject({ remoteServices: 1 })
  await send(identity, { method: 'DELETE', headers: operators })
  expect(await rows('select id, private_access from remote_services')).toEqual([
    { id: 'restricted', private_access: '[]' },
  ])
})

test('expired cached results are deleted', async () => {
  await registerService('towns')
  await env.DB.prepare(
    `insert into remote_answers (service_id, key, answer, expires_at) values ('towns', 'old', '{}', 1), ('towns', 'new', '{}', ?)`,
  )
    .bind(Date.now() + 60_000)
    .run()
  expect(await deleteExpiredAnswers(systemContext())).toBe(1)
  expect(await rows('select key from remote_answers')).toEqual([{ key: 'new' }])
  // Of a service that is deleted nothing is left.
  await send(`${path}/towns`, { method: 'DELETE', headers: await operatorAgain() })
  expect(await rows('select key from remote_answers')).toEqual([])
})
