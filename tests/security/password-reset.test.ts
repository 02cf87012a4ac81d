/** The reset of a password: a link works once, for an hour, for its account, and no response discloses which addresses have an account. */
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { limits } from '../../worker/limits'
import { administrator, session, signedIn } from '../support/accounts'
import { operator } from '../support/applications'
import { ask, origin, refusal, type Sent, send } from '../support/http'
import { linkIn, receivedBy, withMail } from '../support/mail'

const newPassword = 'another long password'
const post = (path: string, json: object, sent: Sent = {}) =>
  send(path, { json, vars: withMail(), ...sent, headers: { origin, ...sent.headers } })
const request = (email: string, sent: Sent = {}) => post('/api/v1/password-resets', { email }, sent)
const complete = (token: string, sent: Sent = {}) =>
  post('/api/v1/password-resets/complete', { token, password: newPassword }, sent)
const signIn = (email: string, password: string) =>
  send('/api/auth/sign-in/email', { json: { email, password }, headers: { origin } })

/** Someone with an address of this test alone, and the token of a link that was sent to it. */
async function asked(name: string, options: Parameters<typeof signedIn>[2] = {}) {
  const user = await signedIn(name, [], options)
  expect((await request(user.email)).status).toBe(202)
  const mails = await receivedBy(user.email)
  return { ...user, token: linkIn(mails.at(-1)).searchParams.get('token') ?? '' }
}

describe('a reset link', () => {
  test('and the notice are in the language of the account, not that of the browser that asks', async () => {
    const { email, id } = await signedIn('reset-french')
    await env.DB.prepare("update user set language = 'fr' where id = ?").bind(id).run()
    await request(email, { headers: { 'accept-language': 'en' } })
    const [mail] = await receivedBy(email)
    expect((await complete(linkIn(mail).searchParams.get('token') ?? '')).status).toBe(204)
    expect((await receivedBy(email)).map(({ subject }) => subject)).toEqual([
      'Réinitialiser votre mot de passe',
      'Votre mot de passe a été réinitialisé',
    ])
  })

  test('sets the password, ends every session, verifies the address, and sends a notice', async () => {
    const kim = await asked('reset-kim', { emailVerified: false })
    expect(kim.token).toMatch(/^[\w-]{43}$/)
    const stored = JSON.stringify((await env.DB.prepare('select * from mailed_tokens').all()).results)
    expect(stored).not.toContain(kim.token)
    expect((await complete(kim.token)).status).toBe(204)
    expect(await ask('/api/v1/session', { headers: kim.headers })).toMatchObject({ user: null })
    expect((await signIn(kim.email, administrator.password)).status).toBe(401)
    expect((await signIn(kim.email, newPassword)).status).toBe(200)
    const row = await env.DB.prepare('select emailVerified from user where id = ?').bind(kim.id).first()
    expect(row).toEqual({ emailVerified: 1 })
    expect((await receivedBy(kim.email)).map(({ subject }) => subject)).toEqual([
      'Reset your password',
      'Your password was reset',
    ])
  })

  test('works once, also for simultaneous requests, and invalidates the other links', async () => {
    const kim = await asked('once-kim')
    await request(kim.email)
    const other = linkIn((await receivedBy(kim.email)).at(-1)).searchParams.get('token') ?? ''
    expect(other).not.toBe(kim.token)
    const statuses = await Promise.all([complete(kim.token), complete(kim.token)])
    expect(statuses.map(({ status }) => status).sort()).toEqual([204, 410])
    for (const token of [kim.token, other]) {
      expect(await refusal(await complete(token))).toEqual([410, 'mailed-link-invalid'])
    }
  })

  test('is not used up by opening the page', async () => {
    const kim = await asked('opened-kim')
    for (const _ of [1, 2]) {
      const opened = await send(`/reset-password?token=${kim.token}`, { vars: withMail() })
      expect([opened.status, (await opened.text()).includes('name="password"')]).toEqual([200, true])
    }
    expect((await complete(kim.token)).status).toBe(204)
  })

  test('expires', async () => {
    const kim = await asked('late-kim')
    const { expires_at: expiresAt } = (await env.DB.prepare('select expires_at from mailed_tokens').first()) ?? {}
    const minutes = (Date.parse(String(expiresAt)) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(58)
    expect(minutes).toBeLessThanOrEqual(60)
    await env.DB.prepare('update mailed_tokens set expires_at = ?').bind(new Date().toISOString()).run()
    expect(await refusal(await complete(kim.token))).toEqual([410, 'mailed-link-invalid'])
    expect((await signIn(kim.email, administrator.password)).status).toBe(200)
  })

  test('is bound to its account, its address and its purpose', async () => {
    const kim = await asked('bound-kim')
    const bob = await asked('bound-bob')
    await complete(kim.token)
    expect((await signIn(bob.email, administrator.password)).status).toBe(200)
    await env.DB.prepare("update mailed_tokens set purpose = 'email-change'").run()
    expect((await complete(bob.token)).status).toBe(410)
    await env.DB.prepare("update mailed_tokens set purpose = 'password-reset'").run()
    await env.DB.prepare("update user set email = 'moved@example.org' where id = 'bound-bob'").run()
    expect((await complete(bob.token)).status).toBe(410)
    expect((await signIn('moved@example.org', administrator.password)).status).toBe(200)
  })

  test.each(['', 'x', 'x'.repeat(43), '%00', '../../x', `${'x'.repeat(100)}`])(
    'is refused when unknown: %j',
    async (token) => {
      await asked('guessed-kim')
      expect((await complete(token)).status).toBe(410)
      expect((await send(`/reset-password?token=${encodeURIComponent(token)}`, { vars: withMail() })).status).toBe(410)
    },
  )

  test('is not used up by a refused password', async () => {
    const kim = await asked('short-kim')
    expect((await post('/api/v1/password-resets/complete', { token: kim.token, password: 'short' })).status).toBe(400)
    expect((await complete(kim.token)).status).toBe(204)
  })

  test.each([true, false])('removes passkeys from an account whose address is verified: %j', async (emailVerified) => {
    const kim = await asked(`squatted-kim-${emailVerified}`, { emailVerified })
    await env.DB.prepare(
      `insert into passkey (id, userId, publicKey, credentialID, counter, deviceType, backedUp) values ('p', ?, 'k', 'c', 0, 'd', 0)`,
    )
      .bind(kim.id)
      .run()
    await complete(kim.token)
    expect(await env.DB.prepare('select count(*) as count from passkey').first()).toEqual({ count: 0 })
  })

  test.each([true, false])('says what else it removes, where the address is verified: %j', async (emailVerified) => {
    const kim = await asked(`told-kim-${emailVerified}`, { emailVerified })
    const opened = await send(`/reset-password?token=${kim.token}`, { vars: withMail() })
    expect((await opened.text()).includes('was never confirmed')).toBe(!emailVerified)
    const done = await send('/reset-password', {
      method: 'POST',
      vars: withMail(),
      headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token: kim.token, password: newPassword }).toString(),
    })
    const { pathname, search } = new URL(done.headers.get('location') ?? '')
    expect(search).toBe(emailVerified ? '?told=reset' : '?told=resetUnconfirmed')
    const told = await (await send(pathname + search)).text()
    expect(told.includes('two-factor authentication was turned off')).toBe(!emailVerified)
    const mail = (await receivedBy(kim.email)).at(-1)
    expect(mail?.text.includes('two-factor authentication was turned off')).toBe(!emailVerified)
  })

  test('is said to be in the log where no mail is sent, for any address', async () => {
    const vars = { MAIL_URL: 'log:' }
    const { email } = await signedIn('logged-kim')
    const texts = [email, 'nobody@example.org'].map(async (address) => {
      const asking = await send('/forgotten-password', {
        method: 'POST',
        vars,
        headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ email: address }).toString(),
      })
      const { pathname, search } = new URL(asking.headers.get('location') ?? '')
      return (await (await send(pathname + search, { vars })).text()).replaceAll(/nonce-[\w-]+|nonce="[^"]*"/g, '')
    })
    const [known = '', unknown] = await Promise.all(texts)
    expect(known).toContain('a link was written to the log of the service')
    expect(known).not.toContain('spam')
    expect(unknown).toBe(known)
  })

  test('resets the limit of wrong passwords', async () => {
    const kim = await asked('mistyped-kim')
    for (let at = 0; at < limits.loginAttempts.perPair; at++) await signIn(kim.email, 'wrong password')
    expect((await signIn(kim.email, administrator.password)).status).toBe(429)
    await complete(kim.token)
    expect((await signIn(kim.email, newPassword)).status).toBe(200)
  })

  test('resets the separate limit of a known browser', async () => {
    const kim = await asked('known-browser-kim')
    const first = await signIn(kim.email, administrator.password)
    const known = first.headers.getSetCookie().find((one) => one.includes('known_device')) ?? ''
    const headers = { origin, cookie: known.split(';', 1)[0] ?? '' }
    const enter = (password: string) =>
      send('/api/auth/sign-in/email', { json: { email: kim.email, password }, headers })
    for (let at = 0; at < limits.loginAttempts.perPair; at++) await enter('wrong password')
    expect((await enter(administrator.password)).status).toBe(429)
    await complete(kim.token, { headers })
    expect((await enter(newPassword)).status).toBe(200)
  })
})

describe('the request of a reset link', () => {
  test('has the same response, in similar time, for addresses without an account', async () => {
    await signedIn('known-kim')
    const answers = []
    for (const email of ['known-kim@example.org', 'unknown-kim@example.org']) {
      const answer = await request(email)
      const headers = [...answer.headers].filter(([name]) => !/^(x-request-id|server-timing)$/.test(name))
      // The statements on the database before the answer.
      const trips = /trips;desc="(\d+)"/.exec(answer.headers.get('server-timing') ?? '')?.[1]
      answers.push({ status: answer.status, body: await answer.text(), headers, trips })
    }
    expect(answers[1]).toEqual(answers[0])
    expect(await receivedBy('unknown-kim@example.org')).toEqual([])
    expect(await receivedBy('known-kim@example.org')).toHaveLength(1)
  })

  test('is limited for any address, without locking the sign-in', async () => {
    await signedIn('limited-kim')
    for (const email of ['limited-kim@example.org', 'no-kim@example.org']) {
      for (let at = 0; at < limits.loginAttempts.perPair; at++) expect((await request(email)).status).toBe(202)
      expect(await refusal(await request(email))).toEqual([429, 'attempts-too-many'])
    }
    expect((await signIn('limited-kim@example.org', administrator.password)).status).toBe(200)
    expect(await receivedBy('limited-kim@example.org')).toHaveLength(limits.mail.maxPerRecipient)
  })

  test('from many networks sends a limited number of mails', async () => {
    await signedIn('bombed-kim')
    for (let at = 0; at < limits.mail.maxPerRecipient + 3; at++) {
      const headers = { 'cf-connecting-ip': `192.0.2.${at}` }
      expect((await request('bombed-kim@example.org', { headers })).status).toBe(202)
    }
    expect(await receivedBy('bombed-kim@example.org')).toHaveLength(limits.mail.maxPerRecipient)
  })

  test('is counted per network for all addresses', async () => {
    const headers = { 'cf-connecting-ip': '192.0.2.1' }
    for (let at = 0; at < limits.loginAttempts.perAddress; at++) await request(`nobody-${at}@example.org`, { headers })
    expect((await request('nobody@example.org', { headers })).status).toBe(429)
  })

  test('sends a link under PUBLIC_URL, whatever the host of the request', async () => {
    const kim = await signedIn('host-kim')
    const json = { email: kim.email }
    expect((await send('http://10.0.0.1/api/v1/password-resets', { json, vars: withMail() })).status).toBe(202)
    expect((await receivedBy(kim.email)).map((mail) => linkIn(mail).origin)).toEqual([origin])
  })

  test.each(['/forgotten-password', '/reset-password', '/api/v1/password-resets', '/api/v1/password-resets/complete'])(
    'is refused from a page of another site: %s',
    async (path) => {
      const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
      const answer = await post(path, { email: 'kim@example.org', token: 'x', password: newPassword }, { headers })
      expect(answer.status).toBe(403)
    },
  )

  test('is refused without a mail provider or with an external directory', async () => {
    const json = { email: 'kim@example.org' }
    expect(await refusal(await send('/api/v1/password-resets', { json }))).toEqual([501, 'mail-unavailable'])
    const vars = { ...withMail(), DIRECTORY_URL: 'https://directory.example' }
    expect((await send('/api/v1/password-resets', { json, vars })).status).toBe(409)
    expect((await send('/forgotten-password', { vars })).status).toBe(404)
  })
})

test('a session from before the reset is refused', async () => {
  const kim = await asked('session-kim')
  const other = await session(kim.email)
  await complete(kim.token)
  expect((await send('/api/v1/organizations', { json: { name: 'X' }, headers: other.headers })).status).toBe(401)
})

describe('a reset link of the operator', () => {
  const make = async (id: string, headers: Record<string, string>) =>
    send(`/api/v1/admin/users/${id}/password-reset`, { method: 'POST', headers: { origin, ...headers } })
  const tokenOf = async (answer: Response) =>
    new URL(((await answer.json()) as { link: string }).link).searchParams.get('token') ?? ''

  test('sets the password without mail, once, for an hour; a newer one invalidates it', async () => {
    const headers = await operator()
    const kim = await signedIn('handed-kim')
    const first = await tokenOf(await make(kim.id, headers))
    const answer = await make(kim.id, headers)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([201, 'private, no-store'])
    const token = await tokenOf(answer)
    const without = { vars: {} }
    expect(await refusal(await complete(first, without))).toEqual([410, 'mailed-link-invalid'])
    expect((await complete(token, without)).status).toBe(204)
    expect(await refusal(await complete(token, without))).toEqual([410, 'mailed-link-invalid'])
    expect(await ask('/api/v1/session', { headers: kim.headers })).toMatchObject({ user: null })
    expect((await signIn(kim.email, newPassword)).status).toBe(200)
    const late = await tokenOf(await make(kim.id, headers))
    await env.DB.prepare('update mailed_tokens set expires_at = ?').bind(new Date().toISOString()).run()
    expect((await complete(late, without)).status).toBe(410)
    const log = await ask<{ results: { action: string }[] }>('/api/v1/admin/activity', { headers })
    expect(log.results.filter(({ action }) => action === 'makeResetLink')).toHaveLength(3)
  })

  test('does not verify the address: its holder may not read the mail', async () => {
    const headers = await operator()
    const kim = await signedIn('handed-unverified', [], { emailVerified: false })
    expect((await complete(await tokenOf(await make(kim.id, headers)))).status).toBe(204)
    const row = await env.DB.prepare('select emailVerified from user where id = ?').bind(kim.id).first()
    expect(row).toEqual({ emailVerified: 0 })
  })

  test('is not made for oneself, nor for nobody', async () => {
    const headers = await operator()
    const { user } = await ask<{ user: { id: string } }>('/api/v1/session', { headers })
    expect(await refusal(await make(user.id, headers))).toEqual([409, 'own-password'])
    expect(await refusal(await make('nobody', headers))).toEqual([404, 'user-not-found'])
  })
})
