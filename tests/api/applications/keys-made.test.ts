/** Application keys from their creation on: an application, its configuration, its keys, and the access they give. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type SignedIn, signedIn } from '../../support/accounts'
import {
  type Application,
  dualUrl,
  makeApplication,
  monoUrl,
  operator,
  outside,
  register,
} from '../../support/applications'
import type { Dataset } from '../../support/datasets'
import { ask, type Sent, send } from '../../support/http'
import { fromLink, fromPage, tokenSince } from '../../support/links'

afterEach(() => vi.restoreAllMocks())

let admin: SignedIn
let headers: Record<string, string>
let first: Dataset
let second: Dataset
beforeEach(async () => {
  outside()
  const root = await operator()
  for (const url of [monoUrl, dualUrl]) await register(root, url)
  admin = await signedIn('admin', [{ organization: 'town', role: 'admin' }])
  headers = admin.as('town')
  first = await created()
  second = await created()
})

function created(): Promise<Dataset> {
  const json = { isRest: true, title: 'Trees', schema: [{ key: 'species', type: 'string' }] }
  return ask<Dataset>('/api/v1/datasets', { headers, json }, 201)
}

const at = ({ id }: { id: string }, path = '') => `/api/v1/datasets/${id}${path}`
const configure = ({ id }: Application, json: object) =>
  ask(`/api/v1/applications/${id}/configuration`, { method: 'PUT', headers, json })
const writeKeys = ({ id }: Application, json: object[]) =>
  ask<{ id: string; title?: string }[]>(`/api/v1/applications/${id}/keys`, { headers, json })
const statusOf = async (path: string, sent: Sent) => (await send(path, sent)).status

/** An application of the town that shows the first dataset, and a key of it. */
async function shown(body: object = {}): Promise<{ application: Application; key: string }> {
  const application = await makeApplication({ headers }, { title: 'A map', ...body })
  await configure(application, { datasets: [{ id: first.id, href: first.href }] })
  const [key] = await writeKeys(application, [{ title: 'a link' }])
  return { application, key: key?.id ?? '' }
}

test('a key opens the datasets of the current configuration, until the key is replaced', async () => {
  const { application, key } = await shown()
  expect(key).not.toBe('')
  const lines = (dataset: Dataset, id = key) => statusOf(at(dataset, '/lines'), fromLink(id, application.id))
  expect([await lines(first), await lines(second)]).toEqual([200, 403])
  await configure(application, { datasets: [{ href: second.href }] })
  expect([await lines(first), await lines(second)]).toEqual([403, 200])
  const [next] = await writeKeys(application, [{ title: 'another link' }])
  expect([await lines(second), await lines(second, next?.id)]).toEqual([403, 200])
  await writeKeys(application, [])
  expect(await lines(second, next?.id)).toBe(403)
})

test('the base application sets the permissions of keys on its second dataset', async () => {
  const { application, key } = await shown({ url: dualUrl })
  await configure(application, { datasets: [{ href: first.href }, { href: second.href }] })
  const paths = ['', '/schema', '/safe-schema', '/lines']
  const statuses = async (dataset: Dataset, sent: Sent) =>
    Promise.all(paths.map((path) => statusOf(at(dataset, path), sent)))
  expect(await statuses(first, fromLink(key, application.id))).toEqual([200, 200, 200, 200])
  for (const sent of [fromLink(key, application.id), fromLink(key, application.id, { headers })]) {
    expect(await statuses(second, sent)).toEqual([403, 403, 200, 403])
  }
  const line = async () => {
    const sent = { json: { species: 'oak' }, headers: { 'x-anonymousToken': await tokenSince(60_000) } }
    return statusOf(at(second, '/lines'), fromLink(key, application.id, sent))
  }
  expect(await line()).toBe(201)
})

test.each([
  [{ operations: ['createLine'] }, ['createLine']],
  [{ operations: ['readDescription', 'readLines'] }, ['readDescription', 'readLines']],
])('the permissions of a dataset entry are those of the key: %j', async (applicationKeyPermissions, expected) => {
  const { application, key } = await shown()
  await configure(application, { datasets: [{ id: first.id, href: first.href, applicationKeyPermissions }] })
  const answer = await send(at(first), fromLink(key, application.id, { headers }))
  if (!expected.includes('readDescription')) return expect(answer.status).toBe(403)
  const { userPermissions } = await answer.json<Dataset>()
  expect(userPermissions).toEqual(expected)
})

test('an application is opened by the key of a parent application of the same owner', async () => {
  const { application: child } = await shown()
  const parent = await makeApplication({ headers }, { title: 'A dashboard' })
  await configure(parent, { datasets: [{ href: second.href }], applications: [{ id: child.id }] })
  const [key] = await writeKeys(parent, [{ id: 'parent-key' }])
  expect(key?.id).toBe('parent-key')
  const opened = (dataset: Dataset, page: string) => statusOf(at(dataset, '/lines'), fromPage(page))
  expect(await opened(first, `/data-fair/app/parent-key%3A${child.id}`)).toBe(200)
  expect(await opened(second, `/data-fair/app/parent-key%3A${child.id}`)).toBe(403)
  expect(await opened(second, `/data-fair/embed/dataset/parent-key%3A${second.id}/table`)).toBe(200)
  expect(await opened(first, `/data-fair/embed/dataset/parent-key%3A${first.id}/table`)).toBe(403)
  await configure(parent, { datasets: [{ href: second.href }] })
  expect(await opened(first, `/data-fair/app/parent-key%3A${child.id}`)).toBe(403)

  const stranger = await signedIn('stranger')
  const theirs = await makeApplication({ headers: stranger.headers }, { title: 'Mine' })
  const json = { datasets: [{ href: first.href }], applications: [{ id: child.id }] }
  await send(`/api/v1/applications/${theirs.id}/configuration`, { method: 'PUT', headers: stranger.headers, json })
  await ask(`/api/v1/applications/${theirs.id}/keys`, { headers: stranger.headers, json: [{ id: 'theirs' }] })
  for (const id of [theirs.id, child.id]) {
    expect(await opened(first, `/data-fair/app/theirs%3A${id}`)).toBe(403)
  }
})

test('a link works again once both the application and the dataset have the new owner', async () => {
  const { application, key } = await shown()
  const opened = () => statusOf(at(first, '/lines'), fromLink(key, application.id))
  const json = { type: 'user', id: admin.id, name: 'admin' }
  await ask(`/api/v1/applications/${application.id}/owner`, { method: 'PUT', headers, json })
  expect(await opened()).toBe(403)
  await ask(`${at(first)}/owner`, { method: 'PUT', headers, json })
  expect(await opened()).toBe(200)
})

test('a key opens no route of the application in the API', async () => {
  const { application, key } = await shown()
  for (const path of ['', '/configuration', '/keys', '/permissions', '/journal']) {
    const sent = fromLink(key, application.id)
    expect([path, await statusOf(`/api/v1/applications/${application.id}${path}`, sent)]).toEqual([path, 403])
  }
})

test('the keys of a deleted application open nothing', async () => {
  const { application, key } = await shown()
  expect(await statusOf(at(first, '/lines'), fromLink(key, application.id))).toBe(200)
  expect((await send(`/api/v1/applications/${application.id}`, { method: 'DELETE', headers })).status).toBe(204)
  expect(await statusOf(at(first, '/lines'), fromLink(key, application.id))).toBe(403)
})
