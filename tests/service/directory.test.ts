/** Sessions of an external directory: a token in two cookies, verified with the published keys. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFolder, removeFolder, startServer } from '../bench/server.mjs'

type Key = { privateKey: CryptoKey; published: JWK }
const folder = makeFolder()
let published: JWK[] = []
const directory = createServer((request, response) => {
  response.statusCode = request.url === '/directory/.well-known/jwks.json' ? 200 : 404
  response.end(JSON.stringify({ keys: published }))
})
let server: Awaited<ReturnType<typeof startServer>>
let key: Key

beforeAll(async () => {
  key = await makeKey('first')
  published = [key.published]
  await new Promise<void>((resolve) => directory.listen(0, '127.0.0.1', resolve))
  // `address()` is an AddressInfo while the server listens on a port.
  const { port } = directory.address() as AddressInfo
  server = await startServer(folder, { variables: { DIRECTORY_URL: `http://127.0.0.1:${port}/directory/` } })
})
afterAll(async () => {
  await server?.stop()
  directory.close()
  removeFolder(folder)
})

async function makeKey(kid: string): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  return { privateKey, published: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } }
}

const ann = {
  id: 'ann',
  name: 'Ann',
  email: 'ann@example.org',
  organizations: [
    { id: 'town', name: 'Town', role: 'admin', dflt: true },
    { id: 'town', name: 'Town', role: 'contrib', department: 'roads', departmentName: 'Roads' },
    { id: 'region', name: 'Region', role: 'user' },
  ],
}
const root = { id: 'root', name: 'Root', email: 'root@example.org', organizations: [], isAdmin: 1 }

async function token(payload: object, { by = key, expires = '1h' } = {}): Promise<[string, string]> {
  const signed = await new SignJWT({ ...payload })
    .setProtectedHeader({ alg: 'RS256', kid: by.published.kid ?? '' })
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(by.privateKey)
  const at = signed.lastIndexOf('.')
  return [signed.slice(0, at), signed.slice(at + 1)]
}

async function session(payload: object, selected = '', options = {}): Promise<string> {
  const [halves, signature] = await token(payload, options)
  return `id_token=${halves}; id_token_sign=${signature}${selected ? `; ${selected}` : ''}`
}

async function ask(path: string, cookie: string, body?: object) {
  const response = await fetch(`${server.url}/api/v1/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { cookie, origin: new URL(server.url).origin, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return {
    status: response.status,
    // The tests check the fields that they read.
    body: (await response.json()) as Record<string, unknown>,
    cleared: response.headers.getSetCookie().map((cookie) => cookie.split('=')[0]),
  }
}

const create = (cookie: string) => ask('datasets', cookie, { isRest: true, title: 'Places' })

test('a user owns the created datasets, and others are refused', async () => {
  const made = await create(await session(ann))
  expect(made).toMatchObject({ status: 201, body: { owner: { type: 'user', id: 'ann', name: 'Ann' } }, cleared: [] })
  const path = `datasets/${made.body.id}`
  expect((await ask(path, await session(ann))).status).toBe(200)
  expect((await ask(path, await session({ ...ann, id: 'bob' }))).status).toBe(403)
})

test.each([
  ['id_token_org=town', { account: { type: 'organization', id: 'town', name: 'Town' }, role: 'admin' }],
  [
    'id_token_org=town; id_token_dep=roads; id_token_role=contrib',
    { account: { type: 'organization', id: 'town', department: 'roads', departmentName: 'Roads' }, role: 'contrib' },
  ],
  ['id_token_org=elsewhere', { account: { type: 'user', id: 'ann' }, role: 'admin' }],
  ['id_token_org=town; id_token_dep=water', { account: { type: 'user', id: 'ann' }, role: 'admin' }],
])('cookies select a membership: %s', async (selected, expected) => {
  const cookie = await session(ann, selected)
  expect((await ask('session', cookie)).body).toMatchObject(expected)
  expect(await create(cookie)).toMatchObject({ status: 201, body: { owner: expected.account } })
})

test('an owner has the names of the token', async () => {
  const give = async (cookie: string, owner: object) =>
    (await ask('datasets', cookie, { isRest: true, title: 'Places', owner })).body.owner
  const town = { type: 'organization', id: 'town', name: 'The Ministry' }
  const roads = { ...town, department: 'roads', departmentName: 'Its cabinet' }
  const cookie = await session(ann, 'id_token_org=town')
  expect(await give(cookie, town)).toEqual({ ...town, name: 'Town' })
  expect(await give(cookie, roads)).toEqual({ ...roads, name: 'Town', departmentName: 'Roads' })
  expect(await give(cookie, { type: 'user', id: 'ann', name: 'Bob' })).toEqual({ type: 'user', id: 'ann', name: 'Ann' })
  // Nobody has named the department of water.
  const { departmentName: _, ...water } = { ...roads, name: 'Town', department: 'water' }
  expect(await give(cookie, { ...roads, department: 'water' })).toEqual(water)
  const admin = await session({ ...root, adminMode: 1 })
  expect(await give(admin, roads)).toEqual({ ...roads, name: 'Town', departmentName: 'Roads' })
  expect(await give(admin, { ...town, id: 'port' })).toEqual({ ...town, id: 'port', name: 'port' })
})

test('a role that may not create is refused', async () => {
  expect((await create(await session(ann, 'id_token_org=region'))).status).toBe(403)
})

test('a super-administrator reads all datasets in the administration mode only', async () => {
  const made = await create(await session(ann))
  const path = `datasets/${made.body.id}`
  expect((await ask(path, await session(root))).status).toBe(403)
  expect((await ask(path, await session({ ...root, adminMode: 1 }))).status).toBe(200)
  // The mode of one who is no administrator says nothing.
  expect((await ask(path, await session({ ...ann, id: 'eve', adminMode: 1 }))).status).toBe(403)
})

test('a token with one of its two cookies is anonymous', async () => {
  const [halves, signature] = await token(ann)
  for (const cookie of [`id_token=${halves}`, `id_token_sign=${signature}`, '']) {
    expect(await ask('session', cookie)).toMatchObject({ status: 200, body: { user: null }, cleared: [] })
    expect((await create(cookie)).status).toBe(401)
  }
})

test('a forged, expired or unsigned token fails public requests too, and is cleared', async () => {
  const [halves] = await token({ ...ann, id: 'root' })
  const [, signature] = await token(ann)
  const unsigned = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')
  const forged = await makeKey('first')
  for (const cookie of [
    `id_token=${halves}; id_token_sign=${signature}`,
    `id_token=${unsigned}.${halves.split('.')[1]}; id_token_sign=x`,
    'id_token=words; id_token_sign=words',
    await session(ann, '', { by: forged }),
    await session(ann, '', { expires: '-1h' }),
  ]) {
    const { status, cleared } = await ask('datasets', cookie)
    expect(status).toBe(401)
    expect(cleared).toEqual(expect.arrayContaining(['id_token', 'id_token_sign', 'id_token_org', 'id_token_dep']))
  }
})

test('a read-only session cannot write', async () => {
  const cookie = await session({ ...ann, pseudoSession: true })
  expect((await ask('session', cookie)).body).toMatchObject({ user: { id: 'ann' } })
  expect((await create(cookie)).status).toBe(403)
})

test('renewed keys of the directory are read again, and the old ones are refused', async () => {
  const old = await session(ann)
  expect((await ask('session', old)).status).toBe(200)
  const next = await makeKey('second')
  published = [next.published]
  const renewed = await session(ann, '', { by: next })
  // They are not asked for at every request of whoever makes up a key.
  await expect.poll(async () => (await ask('session', renewed)).status, { timeout: 30_000, interval: 500 }).toBe(200)
  expect((await ask('session', old)).status).toBe(401)
})
