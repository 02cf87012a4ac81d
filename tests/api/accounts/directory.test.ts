/** Signing up and in, acting for an account, organizations, members, invitations. */
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { limits } from '../../../worker/limits'
import { administrator, keyOf, type SignedIn, session, signedIn, town } from '../../support/accounts'
import { publish } from '../../support/datasets'
import { ask, origin, refusal, type Sent, send } from '../../support/http'

const signUp = (email: string, vars?: Record<string, string>) =>
  send('/api/auth/sign-up/email', {
    json: { email, password: administrator.password, name: email },
    headers: { origin },
    ...(vars ? { vars } : {}),
  })
const asUser = (user: SignedIn, path: string, sent: Sent = {}) =>
  send(`/api/v1${path}`, { ...sent, headers: user.headers })
const asAdminOf = (user: SignedIn, organization: string, path: string, sent: Sent = {}) =>
  send(`/api/v1${path}`, { ...sent, headers: user.as(organization) })

describe('signing up', () => {
  test('is open unless the operator closes it', async () => {
    expect((await signUp('a@example.org')).status).toBe(200)
    expect((await signUp('b@example.org', { SIGNUP: 'closed' })).status).toBeGreaterThanOrEqual(400)
    expect((await signUp('b@example.org', { SIGNUP: 'invited' })).status).toBe(403)
    const users = await env.DB.prepare('select email, isAdmin, emailVerified from user').all()
    expect(users.results).toEqual([{ email: 'a@example.org', isAdmin: null, emailVerified: 0 }])
  })

  test('with SIGNUP=invited requires an invitation', async () => {
    const eve = await signedIn('eve', [{ organization: 'town', role: 'admin' }])
    const json = { email: 'New@Example.org', role: 'contrib' }
    const invitation = await asAdminOf(eve, 'town', '/organizations/town/invitations', { json })
    expect(invitation.status).toBe(201)
    expect((await signUp('other@example.org', { SIGNUP: 'invited' })).status).toBe(403)
    expect((await signUp('new@example.org', { SIGNUP: 'invited' })).status).toBe(200)
  })

  test('creates neither an administrator nor a verified address', async () => {
    const json = { email: 'x@example.org', password: administrator.password, name: 'x' }
    for (const more of [{ isAdmin: true }, { isAdmin: true, emailVerified: true }]) {
      await send('/api/auth/sign-up/email', { json: { ...json, ...more }, headers: { origin } })
      const made = await env.DB.prepare('select * from user where isAdmin = 1 or emailVerified = 1').all()
      expect(made.results).toEqual([])
    }
    await send('/api/auth/sign-up/email', { json, headers: { origin } })
    const { headers } = await session('x@example.org')
    expect(await ask('/api/v1/session', { headers })).toMatchObject({ user: { isAdmin: false, emailVerified: false } })
  })
})

describe('the session', () => {
  test('of an anonymous caller contains the ways to sign in', async () => {
    expect(await ask('/api/v1/session')).toEqual({
      user: null,
      signIn: { password: true, passkey: true, signUp: 'open' },
    })
  })

  test('contains the organizations, and acts for the chosen one', async () => {
    const bob = await signedIn('bob', [
      { organization: 'town', role: 'contrib' },
      { organization: 'village', role: 'admin', department: 'roads' },
    ])
    expect(await ask('/api/v1/session', { headers: bob.headers })).toMatchObject({
      user: { id: 'bob', name: 'bob', email: 'bob@example.org', emailVerified: true, isAdmin: false },
      adminMode: false,
      account: { type: 'user', id: 'bob', name: 'bob' },
      role: 'admin',
      organizations: [
        { id: 'town', name: 'Town', role: 'contrib' },
        { id: 'village', name: 'Village', role: 'admin', department: 'roads', departmentName: 'ROADS' },
      ],
    })
    const json = { type: 'organization', id: 'village', department: 'roads' }
    const switched = await asUser(bob, '/session/account', { method: 'PUT', json })
    expect(switched.status).toBe(204)
    const cookies = switched.headers.getSetCookie()
    expect(cookies.every((cookie) => /SameSite=Lax; Secure; HttpOnly/.test(cookie))).toBe(true)
    const cookie = [bob.headers.cookie, ...cookies.map((one) => one.split(';', 1)[0])].join('; ')
    expect(await ask('/api/v1/session', { headers: { cookie } })).toMatchObject({
      account: { type: 'organization', id: 'village', department: 'roads', departmentName: 'ROADS' },
      role: 'admin',
    })
    for (const other of [
      { type: 'organization', id: 'village' },
      { type: 'organization', id: 'x' },
      { type: 'user', id: 'eve' },
    ]) {
      const refused = await asUser(bob, '/session/account', { method: 'PUT', json: other })
      expect(await refusal(refused)).toEqual([403, 'account-refused'])
    }
    const back = await asUser(bob, '/session/account', { method: 'PUT', json: { type: 'user', id: 'bob' } })
    expect(back.headers.getSetCookie().every((one) => one.includes('Max-Age=0'))).toBe(true)
  })

  test('with a forged account cookie is personal', async () => {
    const bob = await signedIn('bob', [{ organization: 'town', role: 'user' }])
    for (const headers of [bob.as('village'), bob.as('town', 'roads')]) {
      expect(await ask('/api/v1/session', { headers })).toMatchObject({ account: { type: 'user', id: 'bob' } })
    }
    const admin = { ...bob.as('town'), cookie: `${bob.as('town').cookie}; id_token_role=admin` }
    expect(await ask('/api/v1/session', { headers: admin })).toMatchObject({ role: 'user' })
  })

  test('is in the administration mode only when a super-administrator turns it on', async () => {
    const root = await signedIn('root', [], { isAdmin: true })
    const bob = await signedIn('bob')
    const json = { active: true }
    const on = await asUser(root, '/session/admin-mode', { method: 'PUT', json })
    const [cookie = ''] = on.headers.getSetCookie()
    expect(cookie).toMatch(/^__Host-admin_mode=1; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict; Secure$/)
    const headers = { ...root.headers, cookie: `${root.headers.cookie}; ${cookie.split(';', 1)[0]}` }
    expect(await ask('/api/v1/session', { headers: root.headers })).toMatchObject({ adminMode: false })
    expect(await ask('/api/v1/session', { headers })).toMatchObject({ adminMode: true })
    const { id } = await publish('a,b\n1,2\n', { key: await keyOf(town) })
    expect((await send(`/api/v1/datasets/${id}`, { headers: root.headers })).status).toBe(403)
    expect((await send(`/api/v1/datasets/${id}`, { headers })).status).toBe(200)
    expect(await ask('/api/v1/datasets', { headers })).toMatchObject({ count: 1 })
    expect(await refusal(await asUser(bob, '/session/admin-mode', { method: 'PUT', json }))).toEqual([
      403,
      'super-admin-only',
    ])
  })

  test('ends when the user signs out', async () => {
    const bob = await signedIn('bob')
    const out = await send('/api/auth/sign-out', { json: {}, headers: { ...bob.headers, origin } })
    expect(out.status).toBe(200)
    expect(await ask('/api/v1/session', { headers: bob.headers })).toMatchObject({ user: null })
  })
})

describe('password guessing', () => {
  const guess = (email: string, password: string, address = '192.0.2.1') =>
    send('/api/auth/sign-in/email', { json: { email, password }, headers: { origin, 'cf-connecting-ip': address } })

  test('is limited by account and address, with Retry-After', async () => {
    await signedIn('bob')
    for (let i = 0; i < 10; i++) expect((await guess('bob@example.org', 'a wrong one')).status).toBe(401)
    const slowed = await guess('BOB@example.org', administrator.password)
    expect(slowed.status).toBe(429)
    expect(Number(slowed.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await guess('bob@example.org', administrator.password, '192.0.2.2')).status).toBe(200)
    expect((await guess('eve@example.org', 'x')).status).toBe(401)
    const stored = await env.DB.prepare('select * from attempts').all()
    expect(JSON.stringify(stored.results)).not.toMatch(/bob|192\.0/)
  })

  test('is limited for simultaneous attempts', async () => {
    await signedIn('bob')
    const many = await Promise.all(Array.from({ length: 15 }, () => guess('bob@example.org', 'a wrong one')))
    expect(many.filter(({ status }) => status === 401)).toHaveLength(10)
  })

  test('is counted from zero after a correct password', async () => {
    await signedIn('bob')
    for (let i = 0; i < 9; i++) await guess('bob@example.org', 'a wrong one')
    expect((await guess('bob@example.org', administrator.password)).status).toBe(200)
    for (let i = 0; i < 9; i++) expect((await guess('bob@example.org', 'a wrong one')).status).toBe(401)
  })
})

describe('an organization', () => {
  test('of one user are limited in number, also for simultaneous requests', async () => {
    const { maxOrganizations } = limits.accounts
    const memberships = Array.from({ length: maxOrganizations - 1 }, (_, at) => ({
      organization: `club-${at}`,
      role: 'admin' as const,
    }))
    const bob = await signedIn('bob', memberships)
    const create = () => asUser(bob, '/organizations', { json: { name: 'Harbour' } })
    const answers = await Promise.all(Array.from({ length: 6 }, create))
    expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1)
    const refused = answers.find(({ status }) => status !== 201)
    expect(await refusal(refused ?? (await create()))).toEqual([429, 'organizations-too-many'])
  })

  test('revokes the API keys of a department that it removes', async () => {
    const { as } = await signedIn('bob', [{ organization: 'town', role: 'admin' }])
    const patch = (departments: object[]) =>
      ask('/api/v1/organizations/town', { method: 'PATCH', headers: as('town'), json: { departments } })
    await patch([{ id: 'roads', name: 'Roads' }])
    const key = await keyOf({ type: 'organization', id: 'town', name: 'Town', department: 'roads' })
    expect((await send('/api/v1/datasets', { key })).status).toBe(200)
    await patch([])
    expect(await refusal(await send('/api/v1/datasets', { key }))).toEqual([401, 'key-unknown'])
  })

  test('is created by a user, who is its administrator and renames it', async () => {
    const bob = await signedIn('bob')
    const made = await asUser(bob, '/organizations', {
      json: { name: 'Harbour', departments: [{ id: 'fish', name: 'Fish' }] },
    })
    expect(made.status).toBe(201)
    const { id } = (await made.json()) as { id: string }
    const path = `/organizations/${id}`
    const key = { type: 'organization', id, name: 'Harbour' }
    const settings = { method: 'PUT', json: { apiKeys: [{ title: 'k', scopes: ['datasets'] }] } }
    const { apiKeys } = (await (await asAdminOf(bob, id, `/settings/organization/${id}`, settings)).json()) as {
      apiKeys: { clearKey: string }[]
    }
    const dataset = await publish('a,b\n1,2\n', { key: apiKeys[0]?.clearKey ?? '' })
    expect(dataset.owner).toEqual(key)
    const patch = { method: 'PATCH', json: { name: 'Port', departments: [] } }
    expect(await refusal(await asUser(bob, path, patch))).toEqual([403, 'account-refused'])
    expect((await asAdminOf(bob, id, path, patch)).status).toBe(200)
    expect(await (await asUser(bob, path)).json()).toEqual({ id, name: 'Port', departments: [] })
    const after = await ask<{ owner: object }>(`/api/v1/datasets/${dataset.id}`, { headers: bob.as(id) })
    expect(after.owner).toEqual({ ...key, name: 'Port' })
  })

  test('invites with a link that works for the invited e-mail address only', async () => {
    const eve = await signedIn('eve', [{ organization: 'town', role: 'admin', department: '' }])
    const bob = await signedIn('bob')
    const ann = await signedIn('ann')
    await asAdminOf(eve, 'town', '/organizations/town', {
      method: 'PATCH',
      json: { departments: [{ id: 'roads', name: 'Roads' }] },
    })
    const json = { email: 'bob@example.org', role: 'contrib', department: 'roads' }
    const unknown = { json: { ...json, department: 'parks' } }
    expect(await refusal(await asAdminOf(eve, 'town', '/organizations/town/invitations', unknown))).toEqual([
      400,
      'department-unknown',
    ])
    const made = await asAdminOf(eve, 'town', '/organizations/town/invitations', { json })
    const { id, page } = (await made.json()) as { id: string; page: string }
    expect(page).toBe(`${origin}/invitation/${id}`)
    expect(await ask(`/api/v1/invitations/${id}`)).toMatchObject({ email: json.email, organization: { name: 'Town' } })
    const accept = (user: SignedIn) => asUser(user, `/invitations/${id}/accept`, { method: 'POST', json: {} })
    expect(await refusal(await accept(ann))).toEqual([403, 'invitation-of-another'])
    expect((await accept(bob)).status).toBe(200)
    expect(await refusal(await accept(bob))).toEqual([404, 'invitation-not-found'])
    expect(await ask('/api/v1/session', { headers: bob.headers })).toMatchObject({
      organizations: [{ id: 'town', role: 'contrib', department: 'roads', departmentName: 'Roads' }],
    })
  })

  test('has an invitation accepted once, also by requests at the same time', async () => {
    const eve = await signedIn('eve', [{ organization: 'town', role: 'admin' }])
    const bob = await signedIn('bob')
    const json = { email: 'bob@example.org', role: 'contrib' }
    const made = await asAdminOf(eve, 'town', '/organizations/town/invitations', { json })
    const { id } = (await made.json()) as { id: string }
    const accept = () => asUser(bob, `/invitations/${id}/accept`, { method: 'POST', json: {} })
    const answers = await Promise.all([accept(), accept(), accept(), accept()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404])
  })

  test('keeps its last administrator when an invitation would lower their role', async () => {
    const eve = await signedIn('eve', [{ organization: 'town', role: 'admin' }])
    const json = { email: 'eve@example.org', role: 'user' }
    const made = await asAdminOf(eve, 'town', '/organizations/town/invitations', { json })
    const { id } = (await made.json()) as { id: string }
    const accept = () => asUser(eve, `/invitations/${id}/accept`, { method: 'POST', json: {} })
    expect(await refusal(await accept())).toEqual([409, 'last-administrator'])
    await signedIn('bob', [{ organization: 'town', role: 'admin' }])
    expect((await accept()).status).toBe(200)
  })

  test('keeps its last administrator; a removed member loses access at the next request', async () => {
    const eve = await signedIn('eve', [{ organization: 'town', role: 'admin' }])
    const bob = await signedIn('bob', [{ organization: 'town', role: 'admin' }])
    const path = '/organizations/town/members'
    const list = (await (await asAdminOf(eve, 'town', path)).json()) as object[]
    expect(list).toMatchObject([{ id: 'bob', role: 'admin', email: 'bob@example.org' }, { id: 'eve' }])
    expect((await asAdminOf(eve, 'town', `${path}/bob`, { method: 'PATCH', json: { role: 'user' } })).status).toBe(204)
    expect((await asAdminOf(bob, 'town', `${path}/eve`, { method: 'PATCH', json: { role: 'user' } })).status).toBe(403)
    const [seen] = (await (await asAdminOf(bob, 'town', path)).json()) as object[]
    expect(seen).not.toHaveProperty('email')
    for (const change of [{ method: 'PATCH', json: { role: 'user' } }, { method: 'DELETE' }]) {
      expect(await refusal(await asAdminOf(eve, 'town', `${path}/eve`, change))).toEqual([409, 'last-administrator'])
    }
    expect((await asAdminOf(eve, 'town', `${path}/bob`, { method: 'DELETE' })).status).toBe(204)
    expect((await asAdminOf(bob, 'town', path)).status).toBe(403)
    expect(await refusal(await asAdminOf(eve, 'town', `${path}/bob`, { method: 'DELETE' }))).toEqual([
      404,
      'member-not-found',
    ])
  })
})

test.each([
  'update-user',
  'organization/create',
  'admin/list-users',
  'delete-user',
  'change-email',
  'ok',
  'sign-in/anonymous',
])('the route %s of the sign-in library is not served', async (path) => {
  const bob = await signedIn('bob')
  const headers = { ...bob.headers, origin }
  expect((await send(`/api/auth/${path}`, { json: {}, headers })).status).toBe(404)
  expect((await send(`/api/auth/${path}`, { headers })).status).toBe(404)
})
