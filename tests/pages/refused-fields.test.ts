/** A form that is refused marks the input at fault, with the reason below it, and keeps its values. */
import { afterEach, expect, test, vi } from 'vitest'
import { keyOf, signedIn } from '../support/accounts'
import { keyFor, makeApplication, operator, outside, register } from '../support/applications'
import { ask } from '../support/http'
import { accessTag, type Fields, page, published, submit } from './support'

afterEach(() => vi.restoreAllMocks())

/** The inputs that are marked as refused, the refusals, and the number of error messages of a page. */
function marked(html: string) {
  const inputs = [...html.matchAll(/<(?:input|textarea)[^>]* aria-invalid="true" aria-describedby="([^"]*)"[^>]*>/g)]
  return {
    names: inputs.map(([input]) => /name="([^"]*)"/.exec(input)?.[1]),
    texts: inputs.map(([, id = '']) => new RegExp(`id="${id}" role="alert">([^<]*)<`).exec(html)?.[1]),
    alerts: [...html.matchAll(/role="alert"/g)].length,
    haveFocus: inputs.every(([input]) => input.includes(' autofocus')),
  }
}

const refusedAt = (name: string, text: string) => ({
  names: [name],
  texts: [expect.stringContaining(text)],
  alerts: 1,
  haveFocus: true,
})

test.for<[string, Fields, [string, string]]>([
  ['/admin/appearance', { title: 'Typed', links: 'Legal /legal\nNo link' }, ['links', 'line 2']],
  ['/admin/appearance', { title: 'Typed', color: '#ffffff' }, ['color', '#ffffff']],
  ['/admin/appearance', { title: 'Typed', banner: 'a'.repeat(5_000) }, ['banner', 'banner']],
  ['/new-remote-service', { server: 'https://api.example', keyName: 'Typed' }, ['url', 'description of the API']],
  ['/new-remote-service', { apiDoc: 'openapi: [3.0.3', keyName: 'Typed' }, ['apiDoc', 'as JSON or YAML']],
  ['/new-remote-service', { apiDoc: '{}', keyName: 'Typed' }, ['apiDoc', 'another version']],
  ['/new-remote-service', { url: 'no address', keyName: 'Typed' }, ['url', 'url']],
])('%s with %j', async ([path, fields, expected]) => {
  const headers = { ...(await operator()), accept: 'text/html' }
  const answer = await submit(path, fields, { headers })
  const html = await answer.text()
  expect([answer.status, marked(html)]).toEqual([400, refusedAt(...expected)])
  expect(html).toContain('value="Typed"')
})

test('a description without an identifier, without a server, and a key without a value', async () => {
  const headers = { ...(await operator()), accept: 'text/html' }
  const document = (info: object, servers: object[] = []) =>
    JSON.stringify({ openapi: '3.0.3', info: { title: 'Towns', version: '1', ...info }, servers, paths: {} })
  const sent = async (fields: Fields) => marked(await (await submit('/new-remote-service', fields, { headers })).text())
  const named = { 'x-api-id': 'fr-example-towns' }
  expect(await sent({ apiDoc: document({ 'x-api-id': 'no id' }) })).toEqual(refusedAt('apiId', 'no id'))
  const answer = await submit('/new-remote-service', { apiDoc: document({}) }, { headers })
  expect(await answer.text()).toMatch(/name="apiId"[^>]* value="towns-open-api"/)
  expect(await sent({ apiDoc: document(named) })).toEqual(refusedAt('server', 'server'))
  const servers = [{ url: 'https://api.example' }]
  expect(await sent({ apiDoc: document(named, servers), keyName: 'x-api-key' })).toEqual(refusedAt('keyValue', 'value'))
})

test('an API that an operator registers is for everybody, unless the box is unchecked', async () => {
  const headers = await operator()
  expect((await page('/new-remote-service', { headers })).html).toContain('name="public" value="true" checked')
  for (const [id, box, isPublic] of [
    ['towns-for-all', { public: 'true' }, true],
    ['towns-for-some', {}, false],
  ] as const) {
    const info = { title: 'Towns', version: '1', 'x-api-id': id }
    const apiDoc = JSON.stringify({ openapi: '3.0.3', info, servers: [{ url: 'https://api.example' }], paths: {} })
    expect((await submit('/new-remote-service', { apiDoc, ...box }, { headers })).status).toBe(303)
    expect(await ask(`/api/v1/remote-services/${id}`, { headers })).toMatchObject({ public: isPublic })
  }
})

test('a period that ends before it starts, and an address that is none', async () => {
  const key = await keyOf()
  const { id } = await published(key)
  const period = { part: 'metadata', title: 'Typed', start: '2024-05-02', end: '2024-05-01' }
  const html = await (await submit(`/dataset/${id}/edit`, period, { key })).text()
  expect(marked(html)).toEqual(refusedAt('end', 'ends before it starts'))
  expect(html).toContain('value="Typed"')
})

test.each([
  ['title', { title: ' ' }, 'needs a title'],
  ['licence-href', { 'licence-title': 'Mine', 'licence-href': 'javascript:alert(1)' }, 'script'],
  ['image', { image: 'javascript:alert(1)' }, 'script'],
  ['origin', { origin: 'vbscript:x' }, 'script'],
  ['modified', { modified: 'yesterday' }, 'not a date'],
  ['conformsTo.url', { 'conformsTo.url': 'javascript:alert(1)' }, 'script'],
])('the description of a dataset: %s', async (input, sent, text) => {
  const key = await keyOf()
  const { id } = await published(key)
  const path = `/api/v1/datasets/${id}`
  // The date of the data and the standard are shown where they have a value.
  await ask(path, { method: 'PATCH', key, json: { modified: '2024-05-01', conformsTo: { title: 'Standard' } } })
  const form = { part: 'metadata', title: 'Typed', creator: 'Town of Typed', ...sent }
  const answer = await submit(`/dataset/${id}/edit`, form, { key })
  const html = await answer.text()
  expect([answer.status, marked(html)]).toEqual([400, refusedAt(input, text)])
  expect(html).toContain('value="Town of Typed"')
})

test('the title of a visualization', async () => {
  outside()
  await register(await operator())
  const key = await keyFor()
  const { id } = await makeApplication({ key })
  const html = await (await submit(`/application/${id}/edit`, { part: 'metadata', title: ' ' }, { key })).text()
  expect(marked(html)).toEqual(refusedAt('title', 'needs a title'))
})

test('the address of a person who would have access', async () => {
  const { as } = await signedIn('ann', [{ organization: 'town', role: 'admin' }])
  const headers = { ...as('town'), accept: 'text/html' }
  const { id } = await published(await keyOf())
  const path = `/dataset/${id}/share`
  const tag = accessTag((await page(path, { headers })).html)
  for (const [who, text] of [
    ['email', 'is not an e-mail address'],
    ['organization', 'nobody'],
  ] as const) {
    const fields = { part: 'access-add', who, name: 'nobody', level: 'write', tag }
    const answer = await submit(path, fields, { headers })
    const html = await answer.text()
    expect([answer.status, marked(html)]).toEqual([400, refusedAt('name', text)])
    expect(html).toContain('value="nobody"')
  }
})
