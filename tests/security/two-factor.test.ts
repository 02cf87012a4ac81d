/** Two-factor authentication: no session without the code, each code once, few guesses. */
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { recoveryHash } from '../../worker/accounts/two-factor/check-code'
import { newTicket, ticketHolder } from '../../worker/accounts/two-factor/ticket'
import { codeAt } from '../../worker/accounts/two-factor/totp'
import { limits } from '../../worker/limits'
import { administrator, type SignedIn, signedIn } from '../support/accounts'
import { operator } from '../support/applications'
import { ask, origin, refusal, send } from '../support/http'
import { linkIn, receivedBy, withMail } from '../support/mail'

const { password } = administrator
const api = '/api/v1/profile/two-factor'
const current = () => Math.floor(Date.now() / limits.twoFactor.stepMs)
const post = (path: string, json: object, headers: Record<string, string> = {}) =>
  send(path, { json, headers: { origin, ...headers } })
const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ')
const sessionOf = (cookie: string) => ask<{ user: { id: string } | null }>('/api/v1/session', { headers: { cookie } })

/** Creates a user with two-factor authentication, enabled with the previous code: the current and the next code are unused. */
async function enrolled(name: string) {
  const user = await signedIn(name)
  const { secret } = await (await post(api, { password }, user.headers)).json<{ secret: string }>()
  const answer = await post(`${api}/confirmation`, { code: codeAt(secret, current() - 1) }, user.headers)
  expect(answer.status).toBe(200)
  const { recoveryCodes } = await answer.json<{ recoveryCodes: string[] }>()
  // Only the enrolment above has counted.
  await env.DB.prepare('delete from attempts').run()
  return { ...user, secret, recoveryCodes }
}

async function enterPassword({ email }: Pick<SignedIn, 'email'>, secret: string = password) {
  const answer = await post('/api/auth/sign-in/email', { email, password: secret })
  return {
    status: answer.status,
    body: await answer.text(),
    cookie: cookiesOf(answer),
    set: answer.headers.getSetCookie(),
  }
}
const enterCode = (cookie: string, code: string) => post('/api/auth/second-factor', { code }, { cookie })

test('of simultaneous confirmations one turns it on, with the recovery codes that work', async () => {
  const { id, headers } = await signedIn('kim')
  const { secret } = await (await post(api, { password }, headers)).json<{ secret: string }>()
  const code = codeAt(secret, current())
  const answers = await Promise.all(Array.from({ length: 4 }, () => post(`${api}/confirmation`, { code }, headers)))
  const codes = await Promise.all(
    answers.filter(({ ok }) => ok).map((answer) => answer.json<{ recoveryCodes: string[] }>()),
  )
  expect(codes).toHaveLength(1)
  const stored = await env.DB.prepare('select hash from recovery_codes').all<{ hash: string }>()
  const own = await recoveryHash(env, id, codes[0]?.recoveryCodes[0]?.replaceAll('-', '') ?? '')
  expect(stored.results.map(({ hash }) => hash)).toContain(own)
})

describe('a sign-in with a password', () => {
  test('opens a session after the code, and none before', async () => {
    const kim = await enrolled('kim')
    const first = await enterPassword(kim)
    expect([first.status, first.body]).toEqual([200, '{"twoFactor":true}'])
    expect(first.cookie).not.toMatch(/known_device/)
    expect((await sessionOf(first.cookie)).user).toBeNull()
    expect(await env.DB.prepare('select count(*) as count from session').first()).toEqual({ count: 1 })
    const ticket = first.set.find((one) => one.includes('sign_in_ticket')) ?? ''
    expect(ticket).toMatch(/^__Host-sign_in_ticket=.*; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    const second = await enterCode(first.cookie, codeAt(kim.secret, current()))
    expect(second.status).toBe(200)
    expect((await sessionOf(cookiesOf(second))).user).toMatchObject({ id: kim.id })
  })

  test('accepts a code once, also for simultaneous requests, and no earlier code', async () => {
    const kim = await enrolled('kim')
    const { cookie } = await enterPassword(kim)
    const code = codeAt(kim.secret, current())
    const answers = await Promise.all([enterCode(cookie, code), enterCode(cookie, code)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    const again = await enterPassword(kim)
    expect((await enterCode(again.cookie, code)).status).toBe(401)
    expect((await enterCode(again.cookie, codeAt(kim.secret, current() - 1))).status).toBe(401)
  })

  test('accepts each recovery code once, in any spelling', async () => {
    const kim = await enrolled('kim')
    expect(kim.recoveryCodes).toHaveLength(limits.twoFactor.recoveryCount)
    const stored = JSON.stringify((await env.DB.prepare('select * from recovery_codes').all()).results)
    const [code = '', other = ''] = kim.recoveryCodes
    expect(stored).not.toContain(code.replaceAll('-', ''))
    const { cookie } = await enterPassword(kim)
    expect((await enterCode(cookie, ` ${code.toLowerCase().replaceAll('-', ' ')} `)).status).toBe(200)
    expect((await enterCode(cookie, code)).status).toBe(401)
    expect((await enterCode(cookie, other)).status).toBe(200)
    expect(await ask('/api/v1/profile', { headers: kim.headers })).toMatchObject({
      twoFactor: { isOn: true, recoveryCodes: limits.twoFactor.recoveryCount - 2 },
    })
  })

  test('requires a code of the same user, with a signed ticket', async () => {
    const [kim, eve] = [await enrolled('kim'), await enrolled('eve')]
    const { cookie } = await enterPassword(kim)
    expect((await enterCode(cookie, codeAt(eve.secret, current()))).status).toBe(401)
    expect((await enterCode(cookie, eve.recoveryCodes[0] ?? '')).status).toBe(401)
    const ticket = /__Host-sign_in_ticket=([^;]+)/.exec((await enterPassword(eve)).cookie)?.[1] ?? ''
    const [, until = '', signature = ''] = ticket.split('.')
    for (const forged of [
      '',
      'kim',
      `kim.${until}.${signature}`,
      `eve.${Number(until) + 1}.${signature}`,
      `${ticket}.x`,
    ]) {
      const answer = await enterCode(`__Host-sign_in_ticket=${forged}`, codeAt(kim.secret, current()))
      expect([answer.status, answer.headers.getSetCookie()], forged).toEqual([403, []])
    }
  })

  test('requires the password again after its change', async () => {
    const kim = await enrolled('kim')
    const { cookie } = await enterPassword(kim)
    const { hashPassword } = await import('better-auth/crypto')
    const before = await env.DB.prepare('select password from account').first<{ password: string }>()
    await env.DB.prepare('update account set password = ?')
      .bind(await hashPassword('another long password'))
      .run()
    expect((await enterCode(cookie, codeAt(kim.secret, current()))).status).toBe(403)
    await env.DB.prepare('update account set password = ?')
      .bind(before?.password ?? '')
      .run()
    expect((await enterCode(cookie, codeAt(kim.secret, current()))).status).toBe(200)
  })

  test('requires the password again after ten minutes', async () => {
    const settings = { config: { AUTH_SECRET: env.AUTH_SECRET }, baseUrl: origin }
    const [now, hash] = [Date.now(), 'a hash']
    const { name, value } = await newTicket(settings, { userId: 'kim', passwordHash: hash, now })
    const headers = new Headers({ cookie: `${name}=${value}` })
    const holderAt = (time: number) => ticketHolder(settings, { headers, now: time, passwordOf: async () => hash })
    expect(await holderAt(now + limits.twoFactor.ticketMs - 1)).toBe('kim')
    expect(await holderAt(now + limits.twoFactor.ticketMs)).toBeUndefined()
  })

  test('limits codes per user, for all addresses and tickets', async () => {
    const kim = await enrolled('kim')
    const statuses = []
    for (let at = 0; at <= limits.twoFactor.codesPerUser; at++) {
      const { cookie } = await enterPassword(kim)
      const headers = { cookie, 'cf-connecting-ip': `192.0.2.${at}` }
      statuses.push((await post('/api/auth/second-factor', { code: '000000' }, headers)).status)
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(limits.twoFactor.codesPerUser)
    expect(statuses.at(-1)).toBe(429)
    const { cookie } = await enterPassword(kim)
    expect((await enterCode(cookie, codeAt(kim.secret, current()))).status).toBe(429)
  })

  test('of a program is refused with instructions', async () => {
    const kim = await enrolled('kim')
    expect(await refusal(await post('/api/auth/password', { email: kim.email, password }))).toEqual([
      403,
      'second-factor-required',
    ])
    const form = new URLSearchParams({ email: kim.email, password }).toString()
    const headers = { origin, 'content-type': 'application/x-www-form-urlencoded' }
    const redirect = encodeURIComponent(`${origin}/app/x`)
    const answer = await send(`/api/auth/password?redirect=${redirect}`, { body: form, headers })
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/\/app\/x\/login\?error=/),
    ])
    expect(answer.headers.getSetCookie().join()).not.toContain('session_token')
  })

  test('with a wrong password does not disclose two-factor authentication', async () => {
    const kim = await enrolled('kim')
    await signedIn('bob')
    const [one, other] = [
      await enterPassword(kim, 'wrong password'),
      await enterPassword({ email: 'bob@example.org' }, 'wrong password'),
    ]
    expect(one).toEqual(other)
    expect(one.status).toBe(401)
  })
})

describe('two-factor authentication', () => {
  test('is off until a code is confirmed', async () => {
    const kim = await signedIn('kim')
    const { secret, uri } = await (await post(api, { password }, kim.headers)).json<{ secret: string; uri: string }>()
    expect(uri).toContain(secret)
    const row = await env.DB.prepare('select secret from two_factors').first<{ secret: string }>()
    expect(row?.secret).not.toContain(secret)
    expect(await refusal(await post(`${api}/confirmation`, { code: '000000' }, kim.headers))).toEqual([
      403,
      'code-wrong',
    ])
    expect((await sessionOf((await enterPassword(kim)).cookie)).user).toMatchObject({ id: 'kim' })
  })

  test('is turned on with the password, and its secret cannot be replaced while it is on', async () => {
    const kim = await enrolled('kim')
    expect(await refusal(await post(api, { password: 'wrong password' }, kim.headers))).toEqual([403, 'password-wrong'])
    expect(await refusal(await post(api, { password }, kim.headers))).toEqual([409, 'two-factor-on'])
    const { cookie } = await enterPassword(kim)
    expect((await enterCode(cookie, codeAt(kim.secret, current()))).status).toBe(200)
  })

  test('is turned off with the password and a code', async () => {
    const kim = await enrolled('kim')
    const off = (sent: object) => post(`${api}/removal`, sent, kim.headers)
    const code = codeAt(kim.secret, current())
    expect(await refusal(await off({ password: 'wrong password', code }))).toEqual([403, 'password-wrong'])
    expect(await refusal(await off({ password, code: '000000' }))).toEqual([403, 'code-wrong'])
    expect((await off({ password, code })).status).toBe(204)
    expect((await sessionOf((await enterPassword(kim)).cookie)).user).toMatchObject({ id: 'kim' })
    expect(await env.DB.prepare('select count(*) as count from recovery_codes').first()).toEqual({ count: 0 })
  })

  test('gets new recovery codes with the password and a code, which invalidate the previous ones', async () => {
    const kim = await enrolled('kim')
    const answer = await post(`${api}/recovery-codes`, { password, code: codeAt(kim.secret, current()) }, kim.headers)
    const { recoveryCodes } = await answer.json<{ recoveryCodes: string[] }>()
    expect(recoveryCodes).toHaveLength(limits.twoFactor.recoveryCount)
    const { cookie } = await enterPassword(kim)
    expect((await enterCode(cookie, kim.recoveryCodes[0] ?? '')).status).toBe(401)
    expect((await enterCode(cookie, recoveryCodes[0] ?? '')).status).toBe(200)
  })

  test('stays on when the password is reset', async () => {
    const kim = await enrolled('two-factor-kim')
    await send('/api/v1/password-resets', { json: { email: kim.email }, vars: withMail(), headers: { origin } })
    const token = linkIn((await receivedBy(kim.email)).at(-1)).searchParams.get('token') ?? ''
    const json = { token, password: 'another long password' }
    expect((await send('/api/v1/password-resets/complete', { json, headers: { origin } })).status).toBe(204)
    expect((await enterPassword(kim, json.password)).body).toBe('{"twoFactor":true}')
  })

  test.each(['', '/confirmation', '/recovery-codes', '/removal'])(
    'is not changed by a page of another site: %s',
    async (path) => {
      const kim = await enrolled('kim')
      const headers = {
        cookie: kim.headers.cookie ?? '',
        'sec-fetch-site': 'cross-site',
        origin: 'https://evil.example',
      }
      const answer = await post(`${api}${path}`, { password, code: codeAt(kim.secret, current()) }, headers)
      expect(answer.status).toBe(403)
      expect(await ask('/api/v1/profile', { headers: kim.headers })).toMatchObject({ twoFactor: { isOn: true } })
    },
  )
})

test('a super-administrator turns it off for another user, who then signs in with the password alone', async () => {
  const ann = await enrolled('ann')
  const headers = await operator()
  const users = '/api/v1/admin/users'
  const remove = (id: string, by: Record<string, string>) =>
    send(`${users}/${id}/two-factor`, { method: 'DELETE', headers: by })
  const listed = () => ask<{ results: object[] }>(`${users}?q=ann`, { headers })
  expect(await refusal(await remove('ann', ann.headers))).toEqual([403, 'super-admin-only'])
  expect(await listed()).toMatchObject({ results: [{ id: 'ann', hasTwoFactor: true }] })
  expect((await remove('ann', headers)).status).toBe(204)
  expect(await listed()).toMatchObject({ results: [{ id: 'ann', hasTwoFactor: false }] })
  const { status, cookie } = await enterPassword(ann)
  expect([status, (await sessionOf(cookie)).user?.id]).toEqual([200, 'ann'])
  expect(await refusal(await remove('root', headers))).toEqual([409, 'own-two-factor'])
  expect(await refusal(await remove('nobody', headers))).toEqual([404, 'user-not-found'])
  const { results } = await env.DB.prepare(
    "select actor_id, resource from audit where action = 'removeTwoFactor'",
  ).all()
  expect(results).toEqual([{ actor_id: 'root', resource: 'users/ann' }])
})
