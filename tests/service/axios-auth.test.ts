/** Sessions of scripts written for data-fair, with their unchanged library, against the started service. */
import { axiosAuth } from '@data-fair/lib-node/axios-auth.js'
import { DataFairWsClient } from '@data-fair/lib-node/ws-client.js'
import { expect, test } from 'vitest'
import { service } from '../support/started-service'

const { url, email, password } = service
const signIn = (more: object = {}) =>
  axiosAuth({ email, password, directoryUrl: url, axiosOpts: { baseURL: url }, ...more })
type Session = { adminMode: boolean; account: { type: string; id: string }; organizations: { id: string }[] }

async function sessionOf(client: Awaited<ReturnType<typeof signIn>>): Promise<Session> {
  // As GET /api/v1/session documents it.
  return (await client.get('/api/v1/session')).data as Session
}

test('signs in for the user or an organization, and switches between them', async () => {
  const personal = await signIn()
  const { account, organizations } = await sessionOf(personal)
  expect(account.type).toBe('user')
  const org = organizations[0]?.id ?? ''
  personal.setOrg(org)
  expect(await sessionOf(personal)).toMatchObject({ account: { type: 'organization', id: org } })
  expect(await sessionOf(await signIn({ org }))).toMatchObject({ account: { type: 'organization', id: org } })
})

test('enters the administration mode on request', async () => {
  expect(await sessionOf(await signIn())).toMatchObject({ adminMode: false })
  const client = await signIn({ adminMode: true })
  expect(await sessionOf(client)).toMatchObject({ adminMode: true })
  expect((await client.get('/api/v1/limits')).status).toBe(200)
})

test('writes, and receives the events on a socket with its cookies', async () => {
  const { organizations } = await sessionOf(await signIn())
  const client = await signIn({ org: organizations[0]?.id })
  const cookie = client.cookieJar.getCookieStringSync(url)
  const socket = new DataFairWsClient({
    url,
    headers: { cookie, origin: url },
    log: { info: () => {}, error: () => {}, debug: () => {} },
  })
  const schema = [{ key: 'name', type: 'string' }]
  const { data, status } = await client.post('/api/v1/datasets', { isRest: true, title: 'Signals', schema })
  expect(status).toBe(201)
  const channel = `datasets/${data.id}/journal`
  await socket.subscribe(channel)
  const end = socket.waitFor(channel, (event: { type: string }) => event.type === 'finalize-end', 20_000)
  const changed = { schema: [...schema, { key: 'n', type: 'integer' }] }
  expect((await client.patch(`/api/v1/datasets/${data.id}`, changed)).status).toBe(200)
  expect(await end).toMatchObject({ type: 'finalize-end', store: true })
  await client.delete(`/api/v1/datasets/${data.id}`)
  socket.close()
})

test('is refused with a wrong password, another organization, or a used link', async () => {
  await expect(signIn({ password: 'not the password' })).rejects.toMatchObject({ status: 401 })
  await expect(signIn({ org: 'elsewhere' })).rejects.toMatchObject({ status: 403 })
  const sent = { method: 'POST', headers: { 'content-type': 'application/json' } }
  const enter = await fetch(`${url}/api/auth/password?redirect=https%3A%2F%2Fevil.example`, {
    ...sent,
    body: JSON.stringify({ email, password }),
  })
  const address = await enter.text()
  const first = await fetch(address, { redirect: 'manual' })
  expect([first.status, first.headers.get('location')]).toEqual([302, `${url}/`])
  expect((await fetch(address, { redirect: 'manual' })).status).toBe(404)
  // Over http on a local address too, a browser without the state cookie is refused.
  const another = await fetch(`${url}/api/auth/password`, { ...sent, body: JSON.stringify({ email, password }) })
  const visit = await fetch(await another.text(), { redirect: 'manual', headers: { accept: 'text/html' } })
  expect([visit.status, visit.headers.getSetCookie()]).toEqual([403, []])
})
