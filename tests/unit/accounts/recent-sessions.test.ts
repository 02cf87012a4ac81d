/** The cache of sessions in an isolate. */
import { beforeEach, expect, test } from 'vitest'
import { forgetSessions, recentSession, type Session } from '../../../worker/accounts/directory/session-cache'
import { limits } from '../../../worker/limits'

const ann: Session = {
  user: { id: 'ann', name: 'Ann', email: 'ann@example.test', emailVerified: true, isAdmin: false },
  memberships: [],
}
const start = Date.parse('2026-01-01T00:00:00Z')
const cookie = '__Host-better-auth.session_token=abc.def'
let asked = 0

function find(request: { cookie?: string; at?: number; baseUrl?: string }, found: Session | undefined) {
  const headers = new Headers(request.cookie ? { cookie: request.cookie } : {})
  const { at = 0, baseUrl = 'https://data.example.test' } = request
  return recentSession({ headers, baseUrl, now: start + at }, async () => {
    asked++
    return found
  })
}

beforeEach(() => {
  forgetSessions()
  asked = 0
})

test('a session is read once, for any other cookies', async () => {
  expect(await find({ cookie }, ann)).toEqual(ann)
  expect(await find({ cookie: `id_token_org=x; ${cookie}`, at: limits.cache.sessionMs - 1 }, undefined)).toEqual(ann)
  expect(asked).toBe(1)
})

test.each([
  { why: 'once its time is over', request: { cookie, at: limits.cache.sessionMs } },
  { why: 'for another token', request: { cookie: `${cookie}x` } },
  { why: 'for a cookie that only ends like it', request: { cookie: `other${cookie}` } },
  { why: 'for a cookie of another name with the same value', request: { cookie: `a.${cookie.slice(7)}` } },
  { why: 'for a cookie that is sent twice', request: { cookie: `${cookie}; ${cookie}` } },
  { why: 'at another address', request: { cookie, baseUrl: 'https://other.example.test' } },
  { why: 'without a token', request: {} },
])('it is read again $why', async ({ request }) => {
  await find({ cookie }, ann)
  expect(await find(request, undefined)).toBeUndefined()
  expect(asked).toBe(2)
})

test('it is read again after a change', async () => {
  await find({ cookie }, ann)
  forgetSessions()
  expect(await find({ cookie }, undefined)).toBeUndefined()
})

test('misses are not cached', async () => {
  await find({ cookie }, undefined)
  expect(await find({ cookie }, ann)).toEqual(ann)
})
