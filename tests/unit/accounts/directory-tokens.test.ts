/** Accepted tokens of an external directory, and the reads of its keys. The directory is a real server. */
import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { scheduler } from 'node:timers/promises'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { actorOfToken } from '../../../worker/accounts/directory/external-directory'
import { readConfig } from '../../../worker/config'
import { Problem } from '../../../worker/errors'
import type { Actor } from '../../../worker/identity'
import { limits } from '../../../worker/limits'

const start = new Date('2030-01-01T00:00:00Z')
let now = start
let published: JWK[] = []
let reads = 0
let isDown = false
let address = ''
let instance = 0

const directory = createServer((_, response) => {
  reads++
  response.statusCode = isDown ? 503 : 200
  response.end(JSON.stringify({ keys: published }))
})

type Key = Awaited<ReturnType<typeof makeKey>>
let key: Key

async function makeKey(kid: string, alg = 'RS256') {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  return { privateKey, kid, alg, published: { ...(await exportJWK(publicKey)), kid, use: 'sig' } }
}

beforeAll(async () => {
  // A global of the Workers runtime that Node has in a module.
  vi.stubGlobal('scheduler', scheduler)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await new Promise<void>((resolve) => directory.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address of that kind.
  address = `http://127.0.0.1:${(directory.address() as AddressInfo).port}`
  key = await makeKey('first')
})
afterAll(() => directory.close())
beforeEach(() => {
  // Another address is another directory: nothing is known of its keys yet.
  instance++
  now = start
  published = [key.published]
  reads = 0
  isDown = false
})

const ann = { id: 'ann', name: 'Ann', email: 'ann@example.org', organizations: [] }

/** A token that is valid for an hour, but for what is said otherwise. */
function token(claims: object = {}, { by = key, header = {} }: { by?: Key; header?: object } = {}): Promise<string> {
  const seconds = start.getTime() / 1_000
  return new SignJWT({ ...ann, iat: seconds, exp: seconds + 3_600, ...claims })
    .setProtectedHeader({ alg: by.alg, kid: by.kid, ...header })
    .sign(by.privateKey)
}

function actorOf(text: string, variables: Record<string, string> = {}): Promise<Actor> {
  // The variables alone are read of the bindings.
  const config = readConfig({ DIRECTORY_URL: `${address}/${instance}`, ...variables } as unknown as Env)
  const at = text.lastIndexOf('.')
  const headers = new Headers({ cookie: `id_token=${text.slice(0, at)}; id_token_sign=${text.slice(at + 1)}` })
  return actorOfToken({ config, now: () => now }, { headers, method: 'GET' })
}

/** The id of the user of a token, or the code of the error. */
async function outcome(text: string, variables: Record<string, string> = {}): Promise<string> {
  try {
    const actor = await actorOf(text, variables)
    return actor.type === 'user' ? actor.id : actor.type
  } catch (error) {
    if (error instanceof Problem) return error.code
    throw error
  }
}

describe('a token', () => {
  test.each([
    [{}, 'session-invalid'],
    [{ iss: 'https://other.example' }, 'session-invalid'],
    [{ iss: 'https://directory.example' }, 'ann'],
  ])('with a configured issuer: %j', async (claims, expected) => {
    expect(await outcome(await token(claims), { DIRECTORY_ISSUER: 'https://directory.example' })).toBe(expected)
  })

  test.each([
    [{}, 'session-invalid'],
    [{ aud: 'https://other.example' }, 'session-invalid'],
    [{ aud: [] }, 'session-invalid'],
    [{ aud: 'https://data.example' }, 'ann'],
    [{ aud: ['https://other.example', 'https://data.example'] }, 'ann'],
  ])('with a configured audience: %j', async (claims, expected) => {
    expect(await outcome(await token(claims), { DIRECTORY_AUDIENCE: 'https://data.example' })).toBe(expected)
  })

  test.each([
    [{}, 'ann'],
    [{ iss: 'https://anything.example' }, 'ann'],
    [{ aud: 'https://other.example' }, 'session-invalid'],
    [{ aud: ['https://other.example'] }, 'session-invalid'],
    [{ aud: null }, 'session-invalid'],
  ])('without issuer and audience: %j', async (claims, expected) => {
    expect(await outcome(await token(claims))).toBe(expected)
  })

  test('with long names of several lines has them cut, on one line', async () => {
    const name = `Town\n${'n'.repeat(900)}`
    const text = await token({
      name,
      organizations: [{ id: 'town', name, role: 'user', department: 'd', departmentName: name }],
    })
    const cut = `Town ${'n'.repeat(limits.accounts.maxNameChars - 5)}`
    expect(await actorOf(text)).toMatchObject({
      name: cut,
      memberships: [{ organization: { name: cut }, department: { name: cut } }],
    })
  })

  test.each([
    ['expired', { exp: start.getTime() / 1_000 - 1 }],
    ['without an end', { exp: undefined }],
    ['with an end that is no number', { exp: '2040-01-01' }],
    ['not valid yet', { nbf: start.getTime() / 1_000 + 60 }],
    ['to change a password, signed with the same keys', { organizations: undefined, action: 'changePassword' }],
    ['of nobody', { id: undefined }],
  ])('%s is not a session', async (_, claims) => {
    expect(await outcome(await token(claims))).toBe('session-invalid')
  })

  test('signed with the published key as a secret, or unsigned, is not a session', async () => {
    const secret = new TextEncoder().encode(JSON.stringify(key.published))
    const symmetric = await new SignJWT({ ...ann, exp: 2_000_000_000 })
      .setProtectedHeader({ alg: 'HS256', kid: key.kid })
      .sign(secret)
    expect(await outcome(symmetric)).toBe('session-invalid')
    const [, payload] = (await token()).split('.')
    const none = Buffer.from(JSON.stringify({ alg: 'none', kid: key.kid })).toString('base64url')
    expect(await outcome(`${none}.${payload}.x`)).toBe('session-invalid')
  })

  test('is verified only with the key that it names', async () => {
    const [second, elliptic] = [await makeKey('second'), await makeKey('elliptic', 'ES256')]
    const weak = generateKeyPairSync('rsa', { modulusLength: 1_024 }).publicKey.export({ format: 'jwk' })
    published = [key.published, second.published, elliptic.published, { ...weak, kid: 'weak', use: 'sig' }]
    expect(await outcome(await token({}, { by: second }))).toBe('ann')
    expect(await outcome(await token({}, { by: elliptic }))).toBe('ann')
    for (const header of [{ kid: 'second' }, { kid: 'elliptic' }, { kid: 'weak' }, { kid: undefined }, { kid: '' }]) {
      expect(await outcome(await token({}, { header })), JSON.stringify(header)).toBe('session-invalid')
    }
  })

  test('cannot contain its own key', async () => {
    const own = await makeKey('first')
    const header = { jwk: own.published, jku: `${address}/attacker`, x5u: `${address}/attacker` }
    expect(await outcome(await token({}, { by: own, header }))).toBe('session-invalid')
    expect(reads).toBe(1)
  })

  test.each(['', '.', '..', 'a.b.c', '%', 'é.é.é', 'e30.e30.e30', `${'a'.repeat(8_000)}.b.c`, 'null.null.null'])(
    'that is malformed is not a session: %#',
    async (text) => {
      expect(['session-invalid', 'anonymous']).toContain(await outcome(text))
    },
  )
})

describe('the keys of the directory', () => {
  test('are read once for simultaneous requests, and cached', async () => {
    const text = await token()
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => outcome(text)))
    expect(new Set(outcomes)).toEqual(new Set(['ann']))
    expect(reads).toBe(1)
    now = new Date(start.getTime() + limits.directory.keysMs - 1)
    await outcome(text)
    expect(reads).toBe(1)
    now = new Date(start.getTime() + limits.directory.keysMs)
    await outcome(text)
    expect(reads).toBe(2)
  })

  test('are not read for each token with a made-up key id', async () => {
    expect(await outcome(await token())).toBe('ann')
    now = new Date(start.getTime() + limits.directory.renewMs)
    const madeUp = await Promise.all(
      Array.from({ length: 30 }, (_, i) => token({}, { header: { kid: `made-up-${i}` } })),
    )
    const outcomes = await Promise.all(madeUp.map((text) => outcome(text)))
    expect(new Set(outcomes)).toEqual(new Set(['session-invalid']))
    expect(reads).toBe(2)
    now = new Date(start.getTime() + 2 * limits.directory.renewMs - 1)
    for (const text of madeUp.slice(0, 5)) await outcome(text)
    expect(reads).toBe(2)
  })

  test('that were renewed accept simultaneous requests with the new one', async () => {
    expect(await outcome(await token())).toBe('ann')
    const next = await makeKey('next')
    published = [next.published]
    now = new Date(start.getTime() + limits.directory.renewMs)
    const text = await token({}, { by: next })
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => outcome(text)))
    expect(new Set(outcomes)).toEqual(new Set(['ann']))
    expect(reads).toBe(2)
  })

  test('that cannot be read are requested again after a delay, without ending sessions', async () => {
    isDown = true
    const text = await token()
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => outcome(text)))
    expect(new Set(outcomes)).toEqual(new Set(['directory-unreachable']))
    expect(await outcome(text)).toBe('directory-unreachable')
    expect(reads).toBe(1)
    isDown = false
    now = new Date(start.getTime() + limits.directory.renewMs)
    expect(await outcome(text)).toBe('ann')
    expect(reads).toBe(2)
  })

  test('that are cached stay valid when a read for a made-up key id fails', async () => {
    expect(await outcome(await token())).toBe('ann')
    isDown = true
    now = new Date(start.getTime() + limits.directory.renewMs)
    expect(await outcome(await token({}, { header: { kid: 'made-up' } }))).toBe('directory-unreachable')
    expect(await outcome(await token())).toBe('ann')
  })

  test('that are cached stay valid for an hour when they cannot be read', async () => {
    const { keysMs, staleMs } = limits.directory
    const text = await token({ exp: start.getTime() / 1_000 + 86_400 })
    expect(await outcome(text)).toBe('ann')
    isDown = true
    for (const age of [keysMs, staleMs - 1]) {
      now = new Date(start.getTime() + age)
      expect(await outcome(text)).toBe('ann')
      expect(await outcome(text)).toBe('ann')
    }
    expect(reads).toBe(3)
    now = new Date(start.getTime() + staleMs)
    expect(await outcome(text)).toBe('directory-unreachable')
  })
})
