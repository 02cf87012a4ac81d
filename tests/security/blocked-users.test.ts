/** A blocked user: sessions, ways to sign in and keys are refused, until the user is unblocked. Deletion of users by the operator. */
import { expect, test } from 'vitest'
import { submit } from '../pages/support'
import { administrator, ann, keyOf, session, signedIn, town } from '../support/accounts'
import { operator } from '../support/applications'
import { publish } from '../support/datasets'
import { ask, origin, refusal, send } from '../support/http'

const users = '/api/v1/admin/users'
const block = (headers: Record<string, string>, blocked: boolean, id = 'ann') =>
  send(`${users}/${id}`, { method: 'PATCH', headers, json: { blocked } })
const sessionOf = (headers: Record<string, string>) =>
  ask<{ user: { id: string } | null }>('/api/v1/session', { headers })

test('a blocked user has no session, cannot sign in, and is told why', async () => {
  const headers = await operator()
  const blocked = await signedIn('ann')
  expect((await sessionOf(blocked.headers)).user).toMatchObject({ id: 'ann' })
  expect((await block(headers, true)).status).toBe(204)
  expect(await ask(`${users}/ann`, { headers })).toMatchObject({ id: 'ann', blockedAt: expect.any(String) })
  expect((await sessionOf(blocked.headers)).user).toBeNull()
  const json = { email: blocked.email, password: administrator.password }
  const signIn = await send('/api/auth/sign-in/email', { json, headers: { origin } })
  expect([signIn.status, await signIn.json()]).toMatchObject([403, { code: 'ACCOUNT_BLOCKED' }])
  expect(signIn.headers.getSetCookie().join()).not.toContain('session_token')
  const page = await submit('/sign-in', json, { headers: { 'accept-language': 'fr' } })
  expect([page.status, await page.text()]).toEqual([403, expect.stringContaining('Ce compte est bloqué')])
  // A wrong password says nothing of the account.
  expect((await submit('/sign-in', { ...json, password: 'another password' })).status).toBe(401)
  expect((await block(headers, false)).status).toBe(204)
  expect((await sessionOf((await session(blocked.email)).headers)).user).toMatchObject({ id: 'ann' })
})

test('a session that is created while the user is blocked does not work', async () => {
  const headers = await operator()
  await signedIn('ann')
  expect((await block(headers, true)).status).toBe(204)
  const { headers: late } = await signedIn('late')
  const { env } = await import('cloudflare:workers')
  await env.DB.prepare("update session set userId = 'ann' where userId = 'late'").run()
  expect((await sessionOf(late)).user).toBeNull()
})

test('keys of the personal account are refused, those of organizations are not', async () => {
  const headers = await operator()
  await signedIn('ann', [{ organization: town.id, role: 'admin' }])
  const own = await keyOf(ann)
  const shared = await keyOf(town)
  const list = async (key: string) => {
    const response = await send('/api/v1/datasets', { key })
    return response.ok ? 200 : refusal(response)
  }
  expect([await list(own), await list(shared)]).toEqual([200, 200])
  await block(headers, true)
  expect([await list(own), await list(shared)]).toEqual([[403, 'account-blocked'], 200])
  await block(headers, false)
  expect(await list(own)).toBe(200)
})

test('only super-administrators in their mode block and delete, never themselves', async () => {
  const headers = await operator()
  const other = await signedIn('ann')
  expect((await block(other.headers, true, 'root')).status).toBe(403)
  expect((await send(`${users}/root`, { method: 'DELETE', headers: other.headers })).status).toBe(403)
  expect(await refusal(await block(headers, true, 'root'))).toEqual([409, 'own-account'])
  expect(await refusal(await send(`${users}/root`, { method: 'DELETE', headers }))).toEqual([409, 'own-account'])
  expect(await refusal(await block(headers, true, 'nobody'))).toEqual([404, 'user-not-found'])
  expect(await refusal(await send(`${users}/nobody`, { method: 'DELETE', headers }))).toEqual([404, 'user-not-found'])
})

test('a user is deleted with the keys, once the account owns nothing and administers no organization alone', async () => {
  const headers = await operator()
  const user = await signedIn('ann', [{ organization: town.id, role: 'admin' }])
  const remove = () => send(`${users}/ann`, { method: 'DELETE', headers })
  expect(await refusal(await remove())).toEqual([409, 'account-administrates'])
  await signedIn('bob', [{ organization: town.id, role: 'admin' }])
  const key = await keyOf(ann)
  const { id } = await publish('a\n1\n', { key })
  expect(await refusal(await remove())).toEqual([409, 'account-owns'])
  expect((await send(`/api/v1/datasets/${id}`, { headers, method: 'DELETE' })).status).toBe(204)
  expect((await remove()).status).toBe(204)
  expect((await sessionOf(user.headers)).user).toBeNull()
  expect(await refusal(await send('/api/v1/datasets', { key }))).toEqual([401, 'key-unknown'])
  const { results } = await ask<{ results: object[] }>('/api/v1/admin/activity', { headers })
  expect(results[0]).toMatchObject({ action: 'deleteAccount', actor: { id: 'root' } })
})
