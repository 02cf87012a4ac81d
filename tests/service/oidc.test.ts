/** Sign-in through an OpenID Connect provider (a certified implementation), with all redirections. */
import { createServer, type Server } from 'node:http'
import Provider from 'oidc-provider'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFolder, removeFolder, startServer } from '../bench/server.mjs'
import { freePort } from '../support/free-port.mjs'

const folder = makeFolder()
let login = 'ann'
/** What the provider says of the address. */
let emailVerified: unknown = true
let server: Awaited<ReturnType<typeof startServer>>
let listener: Server

beforeAll(async () => {
  const [port, issuerPort] = [await freePort(), await freePort()]
  const issuer = `http://127.0.0.1:${issuerPort}`
  listener = await startProvider(issuer, `http://127.0.0.1:${port}/api/auth/callback/oidc`)
  server = await startServer(folder, {
    port,
    variables: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: 'fairway',
      OIDC_CLIENT_SECRET: 'a secret of two',
      OIDC_TITLE: 'Town',
    },
  })
})
afterAll(async () => {
  await server?.stop()
  listener?.close()
  removeFolder(folder)
})

/** A provider where Ann is signed in at once, and has consented. */
async function startProvider(issuer: string, redirectUri: string): Promise<Server> {
  const provider = new Provider(issuer, {
    clients: [{ client_id: 'fairway', client_secret: 'a secret of two', redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: () => ({ sub, email: `${sub}@example.org`, email_verified: emailVerified, name: 'Ann' }),
    }),
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    async loadExistingGrant({ oidc }) {
      const { session, client } = oidc
      const grant = new provider.Grant({ accountId: session?.accountId ?? '', clientId: client?.clientId ?? '' })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const answer = provider.callback()
  const listening = createServer((request, response) => {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response)
    return provider.interactionFinished(request, response, { login: { accountId: login } })
  })
  await new Promise<void>((resolve) => listening.listen(Number(new URL(issuer).port), '127.0.0.1', resolve))
  return listening
}

/** A browser that keeps the cookies of each origin. */
function browser() {
  const jars = new Map<string, Map<string, string>>()
  return async (address: string, init: { method?: string; body?: string } = {}) => {
    const { origin } = new URL(address)
    const jar = jars.get(origin) ?? new Map<string, string>()
    jars.set(origin, jar)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { origin, cookie, ...(init.body ? { 'content-type': 'application/json' } : {}) }
    const response = await fetch(address, { ...init, headers, redirect: 'manual' })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (value) jar.set(name, value)
      else jar.delete(name)
    }
    return response
  }
}

test('a user of the provider signs in, and has a session', async () => {
  const go = browser()
  expect(await (await go(`${server.url}/api/v1/session`)).json()).toMatchObject({
    user: null,
    signIn: { oidc: 'Town' },
  })
  const started = await go(`${server.url}/api/auth/sign-in/social`, {
    method: 'POST',
    body: JSON.stringify({ provider: 'oidc', callbackURL: '/publish' }),
  })
  const said = await started.text()
  expect(started.status, said).toBe(200)
  // The address is all that is read of it.
  let address = (JSON.parse(said) as { url: string }).url
  const visited: string[] = []
  const end = `${server.url}/publish`
  while (address !== end && visited.length < 10) {
    const response = await go(address)
    visited.push(`${response.status} ${address}`)
    const next = response.headers.get('location')
    if (!next) throw new Error(`${visited.join('\n')}\n${await response.text()}`)
    address = new URL(next, address).href
  }
  expect(address, visited.join('\n')).toBe(end)
  expect(await (await go(`${server.url}/api/v1/session`)).json()).toMatchObject({
    user: { name: 'Ann', email: 'ann@example.org', emailVerified: true, isAdmin: false },
    account: { type: 'user' },
  })
})

test.each(['false', 'no', 0, null])('an address is not verified when the provider says %j', async (said) => {
  login = `unverified-${said}`
  emailVerified = said
  const go = browser()
  const started = await go(`${server.url}/api/auth/sign-in/social`, {
    method: 'POST',
    body: JSON.stringify({ provider: 'oidc', callbackURL: '/publish' }),
  })
  // The address is all that is read of it.
  let address = ((await started.json()) as { url: string }).url
  for (let hop = 0; address !== `${server.url}/publish` && hop < 10; hop++) {
    address = new URL((await go(address)).headers.get('location') ?? '', address).href
  }
  login = 'ann'
  emailVerified = true
  expect(await (await go(`${server.url}/api/v1/session`)).json()).toMatchObject({
    user: { email: `unverified-${said}@example.org`, emailVerified: false },
  })
})

test('an ID token without a callback signs nobody in', async () => {
  const answer = await browser()(`${server.url}/api/auth/sign-in/social`, {
    method: 'POST',
    body: JSON.stringify({ provider: 'oidc', idToken: { token: 'a.b.c' } }),
  })
  expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'ID_TOKEN_REFUSED' }])
})

test('the page redirects to the provider and back', async () => {
  const go = browser()
  const page = await (await go(`${server.url}/sign-in?back=%2Fpublish`)).text()
  const link = /href="([^"]+\/sign-in\/provider[^"]*)"/.exec(page)?.[1] ?? ''
  expect(page).toContain('Sign in with Town')
  let address = link.replaceAll('&amp;', '&')
  for (let hop = 0; address !== `${server.url}/publish` && hop < 10; hop++) {
    const response = await go(address)
    address = new URL(response.headers.get('location') ?? '', address).href
  }
  expect(address).toBe(`${server.url}/publish`)
  expect(await (await go(`${server.url}/api/v1/session`)).json()).toMatchObject({ user: { name: 'Ann' } })
})

test('an unsolicited response is refused', async () => {
  const go = browser()
  const answer = await go(`${server.url}/api/auth/callback/oidc?code=made-up&state=made-up`)
  const page = answer.headers.get('location') ?? ''
  expect(page).toMatch(new RegExp(`^${server.url}/sign-in\\?error=`))
  expect(await (await go(page)).text()).toContain('The sign-in did not succeed.')
  expect(await (await go(`${server.url}/api/v1/session`)).json()).toMatchObject({ user: null })
})

test('a response of the provider signs in only the requesting browser', async () => {
  const [attacker, victim] = [browser(), browser()]
  const started = await attacker(`${server.url}/api/auth/sign-in/social`, {
    method: 'POST',
    body: JSON.stringify({ provider: 'oidc', callbackURL: '/publish' }),
  })
  // The address is all that is read of it.
  let address = ((await started.json()) as { url: string }).url
  const callback = `${server.url}/api/auth/callback/oidc`
  for (let hop = 0; !address.startsWith(callback) && hop < 10; hop++) {
    address = new URL((await attacker(address)).headers.get('location') ?? '', address).href
  }
  const answer = await victim(address)
  const page = answer.headers.get('location') ?? ''
  expect(page).toMatch(new RegExp(`^${server.url}/sign-in\\?error=`))
  expect(await (await victim(page)).text()).toContain('The sign-in did not succeed.')
  expect(await (await victim(`${server.url}/api/v1/session`)).json()).toMatchObject({ user: null })
})

test('a blocked user of the provider gets no session, and is told why', async () => {
  const operator = browser()
  const post = (path: string, body: object, method = 'POST') =>
    operator(server.url + path, { method, body: JSON.stringify(body) })
  await post('/api/auth/sign-in/email', { email: server.email, password: server.password })
  await post('/api/v1/session/admin-mode', { active: true }, 'PUT')
  const listed = await (await operator(`${server.url}/api/v1/admin/users?q=ann@`)).json()
  const [user] = (listed as { results: { id: string }[] }).results
  const block = (blocked: boolean) => post(`/api/v1/admin/users/${user?.id}`, { blocked }, 'PATCH')
  expect((await block(true)).status).toBe(204)
  const go = browser()
  let response = await go(`${server.url}/sign-in/provider?back=%2Fpublish`)
  for (let hop = 0; response.headers.has('location') && hop < 10; hop++) {
    response = await go(new URL(response.headers.get('location') ?? '', response.url).href)
  }
  expect(response.url).toMatch(/\/sign-in\?error=ACCOUNT_BLOCKED/)
  expect(await response.text()).toContain('This account is blocked.')
  expect(await (await go(`${server.url}/api/v1/session`)).json()).toMatchObject({ user: null })
  expect((await block(false)).status).toBe(204)
})
