/** A form opened with an application key, on a started server: tokens of the service and of an external directory. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFolder, removeFolder, startServer } from '../bench/server.mjs'

const folder = makeFolder()
let published: JWK[] = []
const page = '<html><head><title>A form</title><meta name="application-name" content="form"></head></html>'
const elsewhere = createServer((request, response) => {
  const pages: Record<string, string> = {
    '/directory/.well-known/jwks.json': JSON.stringify({ keys: published }),
    '/form/index.html': page,
    '/form/config-schema.json': JSON.stringify({ type: 'object', properties: { datasets: { type: 'array' } } }),
  }
  const found = pages[request.url ?? '']
  response.statusCode = found === undefined ? 404 : 200
  response.end(found)
})
let server: Awaited<ReturnType<typeof startServer>>
let privateKey: CryptoKey
let dataset: string
let application: string

beforeAll(async () => {
  const pair = await generateKeyPair('RS256')
  privateKey = pair.privateKey
  published = [{ ...(await exportJWK(pair.publicKey)), kid: 'first', alg: 'RS256', use: 'sig' }]
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address of that kind.
  const { port } = elsewhere.address() as AddressInfo
  const host = `127.0.0.1:${port}`
  const variables = { DIRECTORY_URL: `http://${host}/directory`, OUTGOING_ALLOW: host }
  server = await startServer(folder, { variables })
  const url = `http://${host}/form/`
  const root = await session({ id: 'root', name: 'Root', isAdmin: 1, adminMode: 1 })
  const base = await ask('POST', 'base-applications', root, { url })
  await ask('PATCH', `base-applications/${base.id}`, root, { public: true })
  const ann = await session({ id: 'ann', name: 'Ann' })
  const schema = [{ key: 'species', type: 'string' }]
  dataset = String((await ask('POST', 'datasets', ann, { isRest: true, title: 'Trees', schema })).id)
  application = String((await ask('POST', 'applications', ann, { url, title: 'A form' })).id)
  const applicationKeyPermissions = { operations: ['readSafeSchema', 'createLine'] }
  const href = `${server.url}/api/v1/datasets/${dataset}`
  const configuration = { datasets: [{ id: dataset, href, applicationKeyPermissions }] }
  await ask('PUT', `applications/${application}/configuration`, ann, configuration)
  await ask('POST', `applications/${application}/keys`, ann, [{ id: 'a-key' }])
})
afterAll(async () => {
  await server?.stop()
  elsewhere.close()
  removeFolder(folder)
})

const signed = (claims: Record<string, unknown>, since = -60) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid: 'first' })
    .setNotBefore(Math.floor(Date.now() / 1_000) + since)
    .setExpirationTime('1h')
    .sign(privateKey)

async function session(user: Record<string, unknown>): Promise<string> {
  const token = await signed({ email: `${user.id}@example.org`, organizations: [], ...user })
  const at = token.lastIndexOf('.')
  return `id_token=${token.slice(0, at)}; id_token_sign=${token.slice(at + 1)}`
}

async function ask(method: string, path: string, cookie: string, body: unknown): Promise<Record<string, unknown>> {
  const headers = { cookie, origin: new URL(server.url).origin, 'content-type': 'application/json' }
  const response = await fetch(`${server.url}/api/v1/${path}`, { method, headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  // The caller knows the type of the response.
  return (await response.json()) as Record<string, unknown>
}

async function sent(token: string): Promise<number> {
  const response = await fetch(`${server.url}/api/v1/datasets/${dataset}/lines`, {
    method: 'POST',
    headers: {
      referer: `${server.url}/data-fair/app/a-key%3A${application}`,
      'content-type': 'application/json',
      'x-anonymousToken': token,
    },
    body: JSON.stringify({ species: 'oak' }),
  })
  return response.status
}

test('a token of the service is accepted after one second, once a minute', async () => {
  const token = await (await fetch(`${server.url}/simple-directory/api/auth/anonymous-action`)).text()
  expect(await sent(token)).toBe(429)
  await expect.poll(() => sent(token), { interval: 500 }).toBe(201)
  expect(await sent(token)).toBe(429)
})

test('a token of an external directory is accepted from its date, and its sessions are refused', async () => {
  const early = await signed({ anonymousAction: true }, 60)
  expect(await sent(early)).toBe(429)
  const token = await signed({ anonymousAction: true })
  expect([await sent(token), await sent(token)]).toEqual([201, 429])
  expect(await sent(await signed({ id: 'ann', name: 'Ann' }))).toBe(401)
  const [head = '', body = ''] = token.split('.')
  expect(await sent(`${head}.${body}.${Buffer.from('signed by nobody').toString('base64url')}`)).toBe(401)
})
