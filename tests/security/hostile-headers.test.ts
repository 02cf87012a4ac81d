/** Malformed cookies and headers never cause a server error. */
import { beforeEach, describe, expect, test } from 'vitest'
import { signedIn } from '../support/accounts'
import { ask, origin, send } from '../support/http'
import { Socket } from '../support/sockets'

const session = '__Host-better-auth.session_token'
const long = 'x'.repeat(60_000)
const addresses = ['/', '/sign-in', '/api/v1/session', '/api/v1/datasets', '/api/auth/get-session', '/settings']

const values = ['', '%', '%zz', '%00', '%ff%fe', '.', '..', 'a.b', '"', '=', '{"a":1}', '%C3%A9', 'a b', long]
const cookies = [
  ...values.flatMap((value) => [
    `${session}=${value}`,
    `id_token=${value}; id_token_sign=${value}`,
    `id_token_org=${value}; id_token_dep=${value}; id_token_role=${value}`,
    `__Host-admin_mode=${value}; __Host-sign_in_state=${value}; __Host-known_device=${value}; i18n_lang=${value}`,
  ]),
  ';',
  '=',
  '==; ;;=;',
  '__proto__=1; constructor=2; toString=3',
  `${session}=a; ${session}=b`,
  `${session}`,
  `${session}.0=a; ${session}.1=b`,
  Array.from({ length: 2_000 }, (_, i) => `c${i}=v`).join('; '),
].map((cookie) => cookie.slice(0, 60_000))

/** Sends a request everywhere. */
async function expectAnswers(headers: Record<string, string>): Promise<void> {
  for (const address of addresses) {
    const response = await send(address, { headers })
    await response.arrayBuffer()
    expect(response.status, `${address} ${JSON.stringify(headers).slice(0, 200)}`).toBeLessThan(500)
  }
}

describe('cookies', () => {
  let signed = ''
  beforeEach(async () => {
    signed = (await signedIn('bob')).headers.cookie ?? ''
  })

  test('cause no server error', async () => {
    for (const cookie of cookies) await expectAnswers({ cookie })
  })

  test('of another name stand for no session', async () => {
    const other = 'a.session_token=chosen'
    const both = { headers: { cookie: `${other}; ${signed}` } }
    expect(await ask('/api/v1/session', both)).toMatchObject({ user: { id: 'bob' } })
    expect(await ask('/api/v1/session', { headers: { cookie: other } })).toMatchObject({ user: null })
  })

  test('next to a session do not end it', async () => {
    for (const cookie of cookies.filter((one) => !one.includes('session_token'))) {
      const headers = { cookie: `${signed}; ${cookie}` }
      expect(await ask('/api/v1/session', { headers })).toMatchObject({ user: { id: 'bob' } })
    }
  })

  test('cause no server error in the handshake of a socket and at the end of a sign-in', async () => {
    for (const cookie of cookies) {
      await Socket.open('/', { headers: { cookie } })
      const callback = await send('/api/auth/token_callback?token=x', { headers: { cookie } })
      expect(callback.status).toBe(404)
      const json = { email: 'bob@example.org', password: 'a wrong one' }
      const headers = { cookie, origin, 'cf-connecting-ip': `192.0.2.${cookies.indexOf(cookie)}` }
      const answer = await send('/api/auth/sign-in/email', { json, headers })
      expect(answer.status).toBeLessThan(500)
    }
  })
})

describe('headers', () => {
  test.each([
    ...[
      'Basic',
      'Basic eDp5',
      'Basic %',
      'Bearer',
      'Bearer ',
      'Bearer a.b.c',
      'Digest a=b',
      'Negotiate',
      '\u00e9',
      long,
    ].map((authorization) => ({ authorization })),
    ...['', '%', 'fairway_', `fairway_${long}`, 'a:b', '\u00e9', '{}', "' or 1=1 --"].map((key) => ({
      'x-apikey': key,
    })),
    ...['', 'null', '%', '{}', '{"type":"user"}', long].map((account) => ({ 'x-account': account })),
    ...['', 'null', 'x', '://', 'http://', 'http://[', long].flatMap((address) => [
      { origin: address },
      { referer: address },
    ]),
    { referer: `${origin}/app/%` },
    { referer: `${origin}/app/%ff:x?key=%ff` },
    { referer: `${origin}/embed/dataset/:` },
    ...['', ',', '*', 'fr;q=x', '\u00e9', long].map((language) => ({ 'accept-language': language })),
    ...['', 'x', '1.2.3', '::', ':::', 'fe80::1%eth0', `${'1:'.repeat(5_000)}`].map((ip) => ({
      'cf-connecting-ip': ip,
    })),
    ...['', '*', '"', 'W/', long].map((tag) => ({ 'if-none-match': tag, 'if-modified-since': tag })),
    { upgrade: 'websocket2' },
    { 'sec-fetch-site': long, 'sec-fetch-mode': '', accept: long },
    { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'javascript', forwarded: 'host="' },
  ])('with invalid values: %#', async (headers) => {
    await expectAnswers(headers)
  })

  test('with a wrong authorization scheme', async () => {
    for (const authorization of [
      '',
      'Basic eDp5',
      'Bearer',
      'Bearer x',
      'bearer x',
      'Bearer \u00e9',
      `Bearer ${long}`,
    ]) {
      for (const path of ['/api/v1/setup', '/api/v1/setup/directory']) {
        const response = await send(path, { json: {}, headers: { authorization } })
        expect([400, 401]).toContain(response.status)
      }
    }
  })

  test.each(['', 'x', '%', long])('of writes with the length %#', async (length) => {
    for (const path of ['/api/auth/password', '/api/auth/sign-in/email', '/sign-in', '/language', '/sign-out']) {
      const response = await send(path, { body: '{', headers: { 'content-length': length, 'content-type': length } })
      expect(response.status, path).toBeLessThan(500)
    }
  })
})

test.each([
  '',
  '{',
  'null',
  '[]',
  '"x"',
  '{"email":1,"password":{}}',
  '{"email":"a@b.c","password":"x","org":[]}',
  '\u0000',
])('a sign-in of %j is refused', async (body) => {
  for (const path of [
    '/api/auth/password',
    '/api/auth/sign-in/email',
    '/api/auth/sign-up/email',
    '/api/auth/sign-in/social',
  ]) {
    const response = await send(path, { body, headers: { 'content-type': 'application/json', origin } })
    expect(response.status, path).toBeGreaterThanOrEqual(400)
    expect(response.status, path).toBeLessThan(500)
  }
})
