/** Login CSRF: no page of another site signs a visitor in, and no sign-in address redirects to another site. */
import { describe, expect, test } from 'vitest'
import { administrator, asAdmin, signedIn } from '../support/accounts'
import { ask, origin, refusal, send } from '../support/http'

const program = { accept: 'application/json, text/plain, */*' }
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const stateCookie = '__Host-sign_in_state'

/** Sends the password. @returns the address that sets the cookies of the session, and the state cookie as it was set */
async function start(redirect = `${origin}/publish`, headers: Record<string, string> = {}) {
  const { email, password } = administrator
  const query = new URLSearchParams({ redirect })
  const answer = await send(`/api/auth/password?${query}`, { json: { email, password }, headers })
  const [set = ''] = answer.headers.getSetCookie()
  return { status: answer.status, address: await answer.text(), set, cookie: set.split(';', 1)[0] ?? '' }
}

const follow = (address: string, headers: Record<string, string>) => send(address, { headers })
const sessionOf = async (response: Response) => {
  const cookie = response.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ')
  return ask<{ user: object | null }>('/api/v1/session', { headers: { cookie } })
}

describe('the callback of a sign-in by password', () => {
  test('sets an HttpOnly state cookie for this host only', async () => {
    await asAdmin()
    expect((await start()).set).toMatch(
      new RegExp(`^${stateCookie}=[0-9a-z]{48}; Max-Age=60; Path=/; HttpOnly; SameSite=Lax; Secure$`),
    )
  })

  test('signs in the browser that sent the password, once, and removes the state cookie', async () => {
    await asAdmin()
    const { address, cookie } = await start()
    const answer = await follow(address, { ...browser, 'sec-fetch-site': 'same-origin', cookie })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `${origin}/publish`])
    expect(answer.headers.getSetCookie()).toContainEqual(expect.stringMatching(`^${stateCookie}=; Max-Age=0; Path=/;`))
    expect(await sessionOf(answer)).toMatchObject({ user: { email: administrator.email } })
    expect(await refusal(await follow(address, { ...browser, cookie }))).toEqual([404, 'callback-used'])
  })

  test.each([
    ['a link on another site', { ...browser, 'sec-fetch-site': 'cross-site' }],
    ['a link, over http or in an older browser', browser],
    ['a sub-resource of another site', { accept: 'image/avif,*/*', 'sec-fetch-site': 'same-site' }],
  ])('signs no browser in that follows %s', async (_, headers) => {
    await asAdmin()
    const { address } = await start()
    const answer = await follow(address, headers)
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(await refusal(answer)).toEqual([403, 'callback-elsewhere'])
  })

  test('is bound to one sign-in: the state of another is refused, also for programs', async () => {
    await asAdmin()
    for (const headers of [browser, program]) {
      const [attack, own] = [await start(), await start()]
      const answer = await follow(attack.address, { ...headers, cookie: own.cookie })
      expect(answer.headers.getSetCookie()).toEqual([])
      expect(await refusal(answer)).toEqual([403, 'callback-elsewhere'])
    }
  })

  test('signs in programs without cookies', async () => {
    await asAdmin()
    const answer = await follow((await start()).address, program)
    expect(answer.status).toBe(302)
    expect(await sessionOf(answer)).toMatchObject({ user: { email: administrator.email } })
  })

  test.each([
    'https://evil.example/',
    `${origin}.evil.example/`,
    `${origin}@evil.example/`,
    '//evil.example',
    'javascript:alert(1)',
    '\\\\evil.example',
    `${origin}\\@evil.example`,
    `${origin}/a\r\nset-cookie: a=b`,
    `${origin}/a\nb\té\u{1f600}`,
    '',
  ])('redirects to no other site: %j', async (redirect) => {
    await asAdmin()
    const answer = await follow((await start(redirect)).address, program)
    expect(answer.status).toBe(302)
    expect(new URL(answer.headers.get('location') ?? '').origin).toBe(origin)
    expect(answer.headers.getSetCookie().join()).not.toContain('a=b')
  })
})

test.each([
  { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  { 'sec-fetch-site': 'same-site', origin: 'https://sibling.example.org' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
])('a page of another site starts no sign-in by password: %j', async (headers) => {
  await asAdmin()
  const { status, address, set } = await start(origin, headers)
  expect([status, JSON.parse(address).code, set]).toEqual([403, 'origin-refused', ''])
})

test('an instance with an external directory has no sign-in by password', async () => {
  await asAdmin()
  const { email, password } = administrator
  for (const secret of [password, 'a wrong password']) {
    const vars = { DIRECTORY_URL: 'https://directory.example' }
    const answer = await send('/api/auth/password', { json: { email, password: secret }, vars })
    expect(await refusal(answer)).toEqual([409, 'directory-elsewhere'])
  }
})

describe('a GET of another site', () => {
  test.each([
    'sign-in/email',
    'sign-in/social',
    'sign-up/email',
    'sign-out',
    'change-password',
    'revoke-session',
    'revoke-sessions',
    'revoke-other-sessions',
    'passkey/verify-registration',
    'passkey/verify-authentication',
    'passkey/update-passkey',
  ])('/api/auth/%s changes no session', async (path) => {
    const { headers } = await signedIn('bob')
    const sent = { cookie: headers.cookie ?? '', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
    const answer = await send(`/api/auth/${path}`, { headers: { ...browser, ...sent } })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(await ask('/api/v1/session', { headers })).toMatchObject({ user: { id: 'bob' } })
  })

  test.each([
    ['/sign-out', 404],
    ['/account', 404],
    ['/language', 404],
    // The page of the form.
    ['/sign-in/passkey', 303],
    ['/api/v1/session/account', 404],
  ])('%s changes nothing', async (path, status) => {
    const { headers } = await signedIn('bob')
    const answer = await send(path, { headers: { ...browser, cookie: headers.cookie ?? '' } })
    expect(answer.status).toBe(status)
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  test('shows an invitation without accepting it', async () => {
    const eve = await signedIn('eve', [{ organization: 'town', role: 'admin' }])
    const bob = await signedIn('bob')
    const json = { email: bob.email, role: 'admin' }
    const path = '/api/v1/organizations/town/invitations'
    const { id } = await ask<{ id: string }>(path, { json, headers: eve.as('town') }, 201)
    for (const address of [`/invitation/${id}`, `/api/v1/invitations/${id}`]) {
      expect((await send(address, { headers: { ...browser, ...bob.headers } })).status).toBe(200)
    }
    expect((await send(`/api/v1/invitations/${id}/accept`, { headers: bob.headers })).status).toBe(404)
    expect(await ask('/api/v1/session', { headers: bob.headers })).toMatchObject({ organizations: [] })
  })
})
