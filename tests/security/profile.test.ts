/** The profile: changes that require the password, links that confirm addresses, sessions, deletion of the account. */
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { limits } from '../../worker/limits'
import { administrator, keyOf, session, signedIn } from '../support/accounts'
import { publish } from '../support/datasets'
import { ask, origin, refusal, type Sent, send } from '../support/http'
import { linkIn, receivedBy, withMail } from '../support/mail'

const { password } = administrator
const profile = '/api/v1/profile'
const ours = (sent: Sent): Sent => ({ vars: withMail(), ...sent, headers: { origin, ...sent.headers } })
const post = (path: string, json: object, { headers }: Sent = {}) =>
  send(path, ours({ json, ...(headers ? { headers } : {}) }))
const emailOf = async (id: string) =>
  (await env.DB.prepare('select email, emailVerified from user where id = ?').bind(id).first()) ?? {}
const tokenTo = async (address: string) => linkIn((await receivedBy(address)).at(-1)).searchParams.get('token') ?? ''
const confirm = (token: string, sent: Sent) => post('/api/v1/email-confirmations', { token }, sent)

describe('the e-mail address', () => {
  test('changes when the link sent to the new one is confirmed; the old one is notified', async () => {
    const ann = await signedIn('mail-ann')
    const email = 'mail-new-ann@example.org'
    expect((await post(`${profile}/email`, { email, password }, ann)).status).toBe(202)
    expect(await emailOf(ann.id)).toEqual({ email: ann.email, emailVerified: 1 })
    const token = await tokenTo(email)
    expect((await send(`/confirm-email?token=${token}`, ours({ headers: ann.headers }))).status).toBe(200)
    expect(await emailOf(ann.id)).toMatchObject({ email: ann.email })
    expect(await (await confirm(token, ann)).json()).toEqual({ email })
    expect(await emailOf(ann.id)).toEqual({ email, emailVerified: 1 })
    expect((await receivedBy(ann.email)).map(({ subject }) => subject)).toEqual([
      'A new e-mail address for your account',
      'Your e-mail address was changed',
    ])
    expect(await refusal(await confirm(token, ann))).toEqual([410, 'mailed-link-invalid'])
  })

  test('is confirmed by the session of the account, whoever opens the link', async () => {
    const mallory = await signedIn('mallory')
    const victim = await signedIn('victim-ann')
    const email = 'victim-home@example.org'
    await post(`${profile}/email`, { email, password }, mallory)
    const token = await tokenTo(email)
    expect(await refusal(await confirm(token, {}))).toEqual([401, 'session-required'])
    expect(await refusal(await confirm(token, victim))).toEqual([403, 'mailed-link-of-another'])
    expect(await emailOf(mallory.id)).toMatchObject({ email: mallory.email })
    expect((await send(`/confirm-email?token=${token}`, ours({}))).status).toBe(303)
  })

  test('changes only with the password', async () => {
    const ann = await signedIn('stolen-ann')
    const email = 'stolen-new-ann@example.org'
    const answer = await post(`${profile}/email`, { email, password: 'wrong password' }, ann)
    expect(await refusal(answer)).toEqual([403, 'password-wrong'])
    expect(await receivedBy(email)).toEqual([])
  })

  test('of another account gets no link, with the same response', async () => {
    const ann = await signedIn('curious-ann')
    const bob = await signedIn('curious-bob')
    const answers = []
    for (const email of [bob.email, 'curious-nobody@example.org']) {
      const answer = await post(`${profile}/email`, { email, password }, ann)
      answers.push([answer.status, await answer.text()])
    }
    expect(answers[0]).toEqual(answers[1])
    expect(await receivedBy(bob.email)).toEqual([])
  })

  test('is pending until it is confirmed, whether another account has it or not', async () => {
    const ann = await signedIn('waiting-ann')
    const bob = await signedIn('waiting-bob')
    const pending = async () => (await ask<{ pendingEmail?: string }>(profile, ann)).pendingEmail
    const again = () => post(`${profile}/email/pending`, {}, ann)
    expect(await pending()).toBeUndefined()
    expect(await refusal(await again())).toEqual([404, 'email-change-missing'])
    await post(`${profile}/email`, { email: bob.email, password }, ann)
    expect([await pending(), (await again()).status, await receivedBy(bob.email)]).toEqual([bob.email, 202, []])
    const email = 'waiting-new-ann@example.org'
    await post(`${profile}/email`, { email, password }, ann)
    expect(await pending()).toBe(email)
    const first = await tokenTo(email)
    expect((await again()).status).toBe(202)
    expect(await receivedBy(email)).toHaveLength(2)
    // The current address receives one message.
    expect(await receivedBy(ann.email)).toHaveLength(1)
    expect((await confirm(first, ann)).status).toBe(200)
    expect(await pending()).toBeUndefined()
  })

  test('stays when its change is cancelled, or replaced by another one', async () => {
    const ann = await signedIn('doubtful-ann')
    const email = 'doubtful-first@example.org'
    await post(`${profile}/email`, { email, password }, ann)
    const first = await tokenTo(email)
    await post(`${profile}/email`, { email: 'doubtful-second@example.org', password }, ann)
    expect((await confirm(first, ann)).status).toBe(410)
    const second = await tokenTo('doubtful-second@example.org')
    const cancelled = await send(`${profile}/email/pending`, ours({ method: 'DELETE', headers: ann.headers }))
    expect(cancelled.status).toBe(204)
    expect((await confirm(second, ann)).status).toBe(410)
    expect(await ask(profile, ann)).not.toHaveProperty('pendingEmail')
  })

  test('of an account created in the meantime is refused', async () => {
    const ann = await signedIn('slow-ann')
    await post(`${profile}/email`, { email: 'slow-bob@example.org', password }, ann)
    await signedIn('slow-bob')
    expect(await refusal(await confirm(await tokenTo('slow-bob@example.org'), ann))).toEqual([409, 'email-taken'])
    expect(await emailOf(ann.id)).toMatchObject({ email: ann.email })
  })

  test('cannot be confirmed after a change of the password, nor by a link of another kind', async () => {
    const ann = await signedIn('hijacked-ann')
    const email = 'hijacked-new@example.org'
    await post(`${profile}/email`, { email, password }, ann)
    const json = { currentPassword: password, newPassword: 'another long password' }
    const changed = await post('/api/auth/change-password', json, ann)
    const cookies = changed.headers.getSetCookie().map((one) => one.split(';', 1)[0])
    const again = { headers: { cookie: cookies.join('; ') } }
    expect((await confirm(await tokenTo(email), again)).status).toBe(410)
    await post('/api/v1/password-resets', { email: ann.email })
    expect((await confirm(await tokenTo(ann.email), again)).status).toBe(410)
  })

  test('is verified by a link for that address only', async () => {
    const ann = await signedIn('unverified-ann', [], { emailVerified: false })
    expect((await post(`${profile}/email/verification`, {}, ann)).status).toBe(202)
    const token = await tokenTo(ann.email)
    await env.DB.prepare("update user set email = 'other-ann@example.org' where id = ?").bind(ann.id).run()
    expect((await confirm(token, await session('other-ann@example.org'))).status).toBe(410)
    await env.DB.prepare('update user set email = ? where id = ?').bind(ann.email, ann.id).run()
    const again = await session(ann.email)
    await post(`${profile}/email/verification`, {}, again)
    await confirm(await tokenTo(ann.email), again)
    expect(await emailOf(ann.id)).toEqual({ email: ann.email, emailVerified: 1 })
  })

  test('is changed with a limited number of mails', async () => {
    const ann = await signedIn('bomber-ann')
    const email = 'bombed@example.org'
    const statuses = []
    for (let at = 0; at <= limits.mail.maxPerRecipient; at++)
      statuses.push((await post(`${profile}/email`, { email, password }, ann)).status)
    expect(statuses.filter((status) => status === 202)).toHaveLength(limits.mail.maxPerRecipient)
    expect(statuses.at(-1)).toBe(429)
  })
})

test('a new password ends the other sessions, including stolen ones', async () => {
  const ann = await signedIn('changing-ann')
  const other = await session(ann.email)
  const json = { currentPassword: password, newPassword: 'another long password', revokeOtherSessions: false }
  const answer = await post('/api/auth/change-password', json, ann)
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ')
  for (const { headers } of [ann, other])
    expect(await ask('/api/v1/session', { headers })).toMatchObject({ user: null })
  expect(await ask('/api/v1/session', { headers: { cookie } })).toMatchObject({ user: { id: ann.id } })
  expect((await receivedBy(ann.email)).map(({ subject }) => subject)).toEqual(['Your password was changed'])
})

test('wrong passwords in the forms of the profile are limited', async () => {
  const ann = await signedIn('guessed-ann')
  const guess = (path: string) => post(path, { email: 'x@example.org', password: 'wrong password' }, ann)
  for (let at = 0; at < limits.loginAttempts.perPair; at++) expect((await guess(`${profile}/email`)).status).toBe(403)
  const answer = await post(`${profile}/deletion`, { password }, ann)
  expect(await refusal(answer)).toEqual([429, 'attempts-too-many'])
})

describe('sessions', () => {
  type Row = { id: string; isCurrent: boolean }
  const list = (headers: Record<string, string>) => ask<Row[]>(`${profile}/sessions`, { headers })

  test('are listed without tokens, and ended one by one or all except the current one', async () => {
    const ann = await signedIn('listed-ann')
    expect((await send('/api/auth/list-sessions', { headers: (await signedIn('bob')).headers })).status).toBe(404)
    const [second, third] = [await session(ann.email), await session(ann.email)]
    const rows = await list(ann.headers)
    expect(rows.map(({ isCurrent }) => isCurrent).filter(Boolean)).toHaveLength(1)
    const stored = (await env.DB.prepare('select token from session').all<{ token: string }>()).results
    for (const { token } of stored) expect(JSON.stringify(rows)).not.toContain(token)
    const own = (await list(second.headers)).find(({ isCurrent }) => isCurrent)?.id
    expect((await send(`${profile}/sessions/${own}`, { method: 'DELETE', headers: ann.headers })).status).toBe(204)
    expect(await ask('/api/v1/session', { headers: second.headers })).toMatchObject({ user: null })
    expect(await list(ann.headers)).toHaveLength(2)
    expect((await send(`${profile}/sessions`, { method: 'DELETE', headers: third.headers })).status).toBe(204)
    expect(await ask('/api/v1/session', { headers: ann.headers })).toMatchObject({ user: null })
    expect(await list(third.headers)).toHaveLength(1)
  })

  test('of another user cannot be ended', async () => {
    const [ann, bob] = [await signedIn('owner-ann'), await signedIn('thief-bob')]
    const [row] = await list(ann.headers)
    const answer = await send(`${profile}/sessions/${row?.id}`, { method: 'DELETE', headers: bob.headers })
    expect(await refusal(answer)).toEqual([404, 'session-not-found'])
    expect(await list(ann.headers)).toHaveLength(1)
  })
})

describe('the deletion of an account', () => {
  const end = (headers: Record<string, string>, secret: string = password) =>
    post(`${profile}/deletion`, { password: secret }, { headers })

  test('removes all its data', async () => {
    const ann = await signedIn('gone-ann', [{ organization: 'town', role: 'user' }])
    const key = await keyOf({ type: 'user', id: ann.id, name: 'Ann' })
    expect(await refusal(await end(ann.headers, 'wrong password'))).toEqual([403, 'password-wrong'])
    expect((await end(ann.headers)).status).toBe(204)
    for (const table of ['user', 'session', 'account', 'member', 'api_keys']) {
      expect(await env.DB.prepare(`select count(*) as count from ${table}`).first(), table).toEqual({ count: 0 })
    }
    expect(await ask('/api/v1/session', { headers: ann.headers })).toMatchObject({ user: null })
    expect((await send('/api/v1/datasets', { key })).status).toBe(401)
  })

  test('is refused for the only administrator of organizations, with their names', async () => {
    const ann = await signedIn('ruling-ann', [
      { organization: 'town', role: 'admin' },
      { organization: 'village', role: 'user' },
    ])
    const answer = await end(ann.headers)
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({
      code: 'account-administrates',
      detail: expect.stringMatching(/“Town”\./),
    })
    await signedIn('ruling-bob', [{ organization: 'town', role: 'admin' }])
    expect((await end(ann.headers)).status).toBe(204)
  })

  test('is refused for the owner of a dataset, with its name', async () => {
    const ann = await signedIn('owning-ann')
    await publish('a\n1\n', { key: await keyOf({ type: 'user', id: ann.id, name: 'Ann' }) })
    const answer = await end(ann.headers)
    expect([answer.status, await answer.json()]).toMatchObject([
      409,
      { code: 'account-owns', detail: expect.stringContaining('“places”') },
    ])
    expect(await env.DB.prepare('select count(*) as count from user').first()).toEqual({ count: 1 })
  })

  test('requires a recent sign-in from a user without a password', async () => {
    const ann = await signedIn('keyless-ann')
    await env.DB.prepare('delete from account').run()
    await env.DB.prepare("update session set createdAt = '2020-01-01T00:00:00.000Z'").run()
    expect(await refusal(await end(ann.headers, ''))).toEqual([403, 'sign-in-again'])
    await env.DB.prepare('update session set createdAt = ?').bind(new Date().toISOString()).run()
    expect((await end(ann.headers, '')).status).toBe(204)
  })
})

test.each([
  ['PATCH', profile],
  ['POST', `${profile}/email`],
  ['POST', `${profile}/email/verification`],
  ['DELETE', `${profile}/sessions`],
  ['POST', `${profile}/deletion`],
  ['POST', '/settings/profile/name'],
  ['POST', '/settings/profile/email'],
  ['POST', '/settings/profile/verification'],
  ['POST', '/settings/profile/password'],
  ['POST', '/settings/profile/sessions/end-others'],
  ['POST', '/settings/profile/deletion'],
  ['POST', '/confirm-email'],
  ['POST', '/api/v1/email-confirmations'],
])('a page of another site changes nothing by %s %s', async (method, path) => {
  const { headers } = await signedIn('csrf-ann')
  const cross = { cookie: headers.cookie ?? '', 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
  const sent = { method, json: { password, name: 'x', email: 'x@example.org' }, headers: cross, vars: withMail() }
  expect((await send(path, sent)).status).toBe(403)
  expect(await env.DB.prepare('select name from user').first()).toEqual({ name: 'csrf-ann' })
})

test('a changed name is shown on owned datasets', async () => {
  const ann = await signedIn('named-ann')
  const { id } = await publish('a\n1\n', { key: await keyOf({ type: 'user', id: ann.id, name: 'named-ann' }) })
  expect((await send(profile, { method: 'PATCH', json: { name: 'Ann Lee' }, headers: ann.headers })).status).toBe(204)
  expect(await ask(profile, { headers: ann.headers })).toMatchObject({ name: 'Ann Lee', hasPassword: true })
  expect(await ask(`/api/v1/datasets/${id}`, { headers: ann.headers })).toMatchObject({ owner: { name: 'Ann Lee' } })
})
