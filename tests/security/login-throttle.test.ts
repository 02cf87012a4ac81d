/** Password attempts are limited for any spelling of the account, and attempts of others do not lock out its user. */
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { countAttempt } from '../../worker/accounts/directory/login-throttle'
import { openMetadata } from '../../worker/db/client'
import { limits } from '../../worker/limits'
import { administrator, session, signedIn } from '../support/accounts'
import { origin, type Sent, send } from '../support/http'

const { perPair, perAccount, perAddress } = limits.loginAttempts
const email = 'kim@example.org'
const { password } = administrator
const deviceCookie = '__Host-known_device'

const signIn = (json: object, headers: Record<string, string> = {}) =>
  send('/api/auth/sign-in/email', { json, headers: { origin, ...headers } })
const at = (address: string) => ({ 'cf-connecting-ip': address })

/** Counts attempts as they are counted before a password is compared, which takes a tenth of a second each. */
async function guess(count: number, addressOf: (i: number) => string): Promise<number[]> {
  const db = openMetadata(env.DB)
  const attempts = Array.from({ length: count }, (_, i) => ({ email, address: addressOf(i), now: Date.now() }))
  return Promise.all(attempts.map((attempt) => countAttempt(db, attempt)))
}

/** The cookie by which a browser that has signed in is known. */
async function knownDevice(): Promise<string> {
  const response = await signIn({ email, password })
  const set = response.headers.getSetCookie().find((cookie) => cookie.startsWith(deviceCookie)) ?? ''
  expect(set).toMatch(/; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  return set.split(';', 1)[0] ?? ''
}

describe('a flood of guesses', () => {
  test('from one address locks the account for that address only', async () => {
    await signedIn('kim')
    await guess(perAccount + perPair, () => '192.0.2.1')
    expect((await signIn({ email, password }, at('192.0.2.1'))).status).toBe(429)
    expect((await signIn({ email, password }, at('192.0.2.2'))).status).toBe(200)
  })

  test('from many addresses is limited, except for a browser that has signed in before', async () => {
    await signedIn('kim')
    const cookie = await knownDevice()
    const waits = await guess(perAccount + 20, (i) => `192.0.2.${i}`)
    expect(waits.filter((seconds) => seconds === 0)).toHaveLength(perAccount)
    expect((await signIn({ email, password }, at('198.51.100.1'))).status).toBe(429)
    expect((await signIn({ email, password }, { ...at('198.51.100.1'), cookie })).status).toBe(200)
    expect((await signIn({ email, password }, at('198.51.100.1'))).status).toBe(429)
  })

  test('of other accounts from the same address does not block such a browser', async () => {
    await signedIn('kim')
    const cookie = await knownDevice()
    const db = openMetadata(env.DB)
    for (let i = 0; i <= perAddress; i++)
      await countAttempt(db, { email: `${i}@x.org`, address: '192.0.2.1', now: Date.now() })
    expect((await signIn({ email, password }, at('192.0.2.1'))).status).toBe(429)
    expect((await signIn({ email, password }, { ...at('192.0.2.1'), cookie })).status).toBe(200)
  })

  test('of sign-ups with an address does not block its sign-in', async () => {
    await signedIn('kim')
    const db = openMetadata(env.DB)
    for (let i = 0; i <= perAccount; i++) {
      await countAttempt(db, { email, address: `192.0.2.${i}`, now: Date.now(), isRegistration: true })
    }
    expect((await signIn({ email, password }, at('198.51.100.1'))).status).toBe(200)
  })

  test('is still counted after a sign-in of the user', async () => {
    await signedIn('kim')
    await guess(perAccount - 1, (i) => `192.0.2.${i}`)
    expect((await signIn({ email, password }, at('198.51.100.1'))).status).toBe(200)
    const waits = await guess(3, (i) => `198.51.100.${i + 2}`)
    expect(waits.filter((seconds) => seconds === 0)).toHaveLength(1)
  })
})

describe('a known browser', () => {
  test('has its own limit', async () => {
    await signedIn('kim')
    const cookie = await knownDevice()
    for (let i = 0; i < perPair; i++) {
      expect((await signIn({ email, password: 'a wrong one' }, { ...at(`192.0.2.${i}`), cookie })).status).toBe(401)
    }
    expect((await signIn({ email, password }, { ...at('192.0.2.99'), cookie })).status).toBe(429)
    expect((await signIn({ email, password }, at('192.0.2.99'))).status).toBe(200)
  })

  test('is recognized by a signed cookie, for the account that has signed in there', async () => {
    await signedIn('kim')
    await signedIn('bob')
    const cookie = await knownDevice()
    await guess(perPair, () => '192.0.2.1')
    const [nonce = '', signature = ''] = cookie.slice(deviceCookie.length + 1).split('.')
    const value = (text: string) => ({ ...at('192.0.2.1'), cookie: `${deviceCookie}=${text}` })
    for (const text of [
      '',
      '.',
      nonce,
      `${nonce}.`,
      `.${signature}`,
      `x${nonce}.${signature}`,
      `${nonce}.${signature}x`,
      '%',
    ]) {
      expect((await signIn({ email, password }, value(text))).status, text).toBe(429)
    }
    expect((await signIn({ email, password }, value(`${nonce}.${signature}`))).status).toBe(200)
    const db = openMetadata(env.DB)
    const bob = { email: 'bob@example.org', address: '192.0.2.1', now: Date.now() }
    for (let i = 0; i < perPair; i++) await countAttempt(db, bob)
    expect((await signIn({ email: bob.email, password }, value(`${nonce}.${signature}`))).status).toBe(429)
  })
})

describe('an account that is locked from an address', () => {
  test.each([
    'KIM@example.org',
    'kim@EXAMPLE.ORG',
    ' kim@example.org ',
    '\u212Aim@example.org',
    '\uFF4Bim@example.org',
    'k\u0131m@example.org',
    'kim@example\u3002org',
    'kim@example.org\u0000',
    'kim@example.org\u200B',
    '"kim"@example.org',
    'kim@example.org.',
    'kim+a@example.org',
    ['kim@example.org'],
    { toString: 'kim@example.org' },
    null,
  ])('is not unlocked by another spelling: %j', async (written) => {
    await signedIn('kim')
    await guess(perPair, () => '192.0.2.1')
    const response = await signIn({ email: written, password }, at('192.0.2.1'))
    expect([400, 401, 429]).toContain(response.status)
    expect(response.headers.getSetCookie()).toEqual([])
  })

  test.each([
    '/api/auth/sign-in/email/',
    '/api/auth//sign-in/email',
    '/api/auth/sign-in/%65mail',
    '/api/auth/sign-in/EMAIL',
    '/api/auth/sign-in/email?email=x@example.org',
    '/api/auth/password',
  ])('is not unlocked by %s', async (path) => {
    await signedIn('kim')
    await guess(perPair, () => '192.0.2.1')
    const response = await send(path, { json: { email, password }, headers: { origin, ...at('192.0.2.1') } })
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.status).toBeLessThan(500)
  })

  test.each([
    ['application/x-www-form-urlencoded', new URLSearchParams({ email, password }).toString()],
    ['text/plain', JSON.stringify({ email, password })],
    ['application/json', `{"email":"x@example.org","email":"${email}","password":"${password}"}`],
    ['application/json', `{"__proto__":{"email":"x@example.org"},"email":"${email}","password":"${password}"}`],
  ])('is not unlocked by a body of %s: %s', async (type, body) => {
    await signedIn('kim')
    await guess(perPair, () => '192.0.2.1')
    const headers = { origin, 'content-type': type, ...at('192.0.2.1') }
    const response = await send('/api/auth/sign-in/email', { body, headers })
    expect([400, 415, 429]).toContain(response.status)
  })

  test('is not unlocked by simultaneous attempts', async () => {
    await signedIn('kim')
    const waits = await guess(3 * perPair, () => '192.0.2.1')
    expect(waits.filter((seconds) => seconds === 0)).toHaveLength(perPair)
  })
})

test('the change of a password limits wrong attempts too', async () => {
  await signedIn('kim')
  const { headers } = await session(email)
  const change = (currentPassword: string): Sent => ({
    json: { currentPassword, newPassword: 'another long password' },
    headers: { ...headers, origin, ...at('192.0.2.1') },
  })
  for (let i = 0; i < perPair; i++) {
    expect((await send('/api/auth/change-password', change('a wrong one'))).status).toBe(400)
  }
  expect((await send('/api/auth/change-password', change(password))).status).toBe(429)
})
