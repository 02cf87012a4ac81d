/** Passkeys: a stolen session adds and removes none. */
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { codeAt } from '../../worker/accounts/two-factor/totp'
import { limits } from '../../worker/limits'
import { administrator, type SignedIn, signedIn } from '../support/accounts'
import { authenticatorOf } from '../support/authenticator'
import { origin, refusal, send } from '../support/http'
import { receivedBy, withMail } from '../support/mail'

const { password } = administrator
let ann: SignedIn

beforeEach(async () => {
  ann = await signedIn('ann')
})

const post = (path: string, json: object) => send(path, { json, headers: { origin, ...ann.headers }, vars: withMail() })
const start = (json: object) => post('/api/v1/profile/passkeys', json)
const kept = () => env.DB.prepare('select id from passkey').all()

/** Stores a passkey, which needs a device otherwise. */
async function storePasskey(id: string, user: string): Promise<void> {
  await env.DB.prepare(
    `insert into passkey (id, userId, publicKey, credentialID, counter, deviceType, backedUp) values (?, ?, 'k', ?, 0, 'd', 0)`,
  )
    .bind(id, user, id)
    .run()
}

test('a registration begins with the password', async () => {
  expect((await refusal(await start({})))[0]).toBe(400)
  expect(await refusal(await start({ password: 'a wrong one' }))).toEqual([403, 'password-wrong'])
  const answer = await start({ password })
  expect(await answer.json()).toMatchObject({ challenge: expect.any(String), rp: { name: 'Fairway' } })
  expect(answer.headers.getSetCookie().join()).toContain('better-auth-passkey')
})

test('a registration needs a code with two-factor authentication', async () => {
  const enrolment = await post('/api/v1/profile/two-factor', { password })
  const { secret } = await enrolment.json<{ secret: string }>()
  const step = Math.floor(Date.now() / limits.twoFactor.stepMs)
  await post('/api/v1/profile/two-factor/confirmation', { code: codeAt(secret, step - 1) })
  expect(await refusal(await start({ password }))).toEqual([403, 'code-wrong'])
  expect((await start({ password, code: codeAt(secret, step) })).status).toBe(200)
})

test.each(['generate-register-options', 'delete-passkey'])(
  'the route /passkey/%s of the directory is not offered',
  async (name) => {
    const path = `/api/auth/passkey/${name}`
    for (const answer of [await send(path, { headers: ann.headers }), await post(path, { id: 'a' })]) {
      expect(await refusal(answer)).toEqual([404, 'route-not-found'])
    }
  },
)

test.each([{}, { id: 'a', rawId: 'a', type: 'public-key', response: { clientDataJSON: 'x' } }])(
  'a registration that cannot be verified is refused: %j',
  async (response) => {
    const started = await start({ password })
    const cookies = started.headers.getSetCookie().map((one) => one.split(';', 1)[0])
    const answer = await send('/api/auth/passkey/verify-registration', {
      json: { response },
      headers: { ...ann.headers, origin, cookie: [ann.headers.cookie, ...cookies].join('; ') },
    })
    expect(await refusal(answer)).toEqual([400, 'passkey-unverified'])
  },
)

test('a challenge of a sign-in registers nothing', async () => {
  const challenge = await send('/api/auth/passkey/generate-authenticate-options', { headers: ann.headers })
  const cookies = challenge.headers.getSetCookie().map((one) => one.split(';', 1)[0])
  const answer = await send('/api/auth/passkey/verify-registration', {
    json: { response: {} },
    headers: { origin, cookie: [ann.headers.cookie, ...cookies].join('; ') },
  })
  expect(answer.status).toBe(400)
})

test('a passkey is removed with the password, by its user alone, who is told', async () => {
  await storePasskey('own', 'ann')
  await signedIn('bob')
  await storePasskey('other', 'bob')
  const remove = async (id: string, json: object) => {
    const answer = await post(`/api/v1/profile/passkeys/${id}/removal`, json)
    return answer.ok ? answer.status : refusal(answer)
  }
  expect(await remove('own', { password: 'a wrong one' })).toEqual([403, 'password-wrong'])
  expect(await remove('other', { password })).toEqual([404, 'passkey-not-found'])
  expect(await remove('own', { password })).toBe(204)
  expect((await kept()).results).toEqual([{ id: 'other' }])
  expect((await receivedBy(ann.email)).at(-1)?.subject).toBe('A passkey was removed')
})

test.each([{}, { id: {} }, { id: null }])(
  'a sign-in with the answer %j, which names no passkey, is refused',
  async (answered) => {
    const options = await send('/api/auth/passkey/generate-authenticate-options')
    const cookie = options.headers
      .getSetCookie()
      .map((one) => one.split(';', 1)[0])
      .join('; ')
    const json = { response: answered }
    const answer = await send('/api/auth/passkey/verify-authentication', { json, headers: { origin, cookie } })
    expect(answer.status).toBe(400)
  },
)

test('with two-factor authentication a passkey that has not verified its user signs nobody in', async () => {
  const answerTo = await authenticatorOf(ann.id)
  const signIn = async (isVerified: boolean) => {
    const options = await send('/api/auth/passkey/generate-authenticate-options')
    const { challenge } = await options.json<{ challenge: string }>()
    const cookie = options.headers
      .getSetCookie()
      .map((one) => one.split(';', 1)[0])
      .join('; ')
    const json = { response: await answerTo(challenge, isVerified) }
    const { status, headers } = await send('/api/auth/passkey/verify-authentication', {
      json,
      headers: { origin, cookie },
    })
    return [status, headers.getSetCookie().some((one) => /session_token=[^;]/.test(one))]
  }
  expect(await signIn(false)).toEqual([200, true])
  const { secret } = await (await post('/api/v1/profile/two-factor', { password })).json<{ secret: string }>()
  const step = Math.floor(Date.now() / limits.twoFactor.stepMs)
  expect((await post('/api/v1/profile/two-factor/confirmation', { code: codeAt(secret, step) })).status).toBe(200)
  expect(await signIn(false)).toEqual([403, false])
  expect(await signIn(true)).toEqual([200, true])
})
