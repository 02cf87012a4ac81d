/** Permissions that name an e-mail address: only its verified owner has them, by session and by API key. */
import { expect, test } from 'vitest'
import { administrator, ann, keyOf, signedIn, town } from '../support/accounts'
import { operator } from '../support/applications'
import { publish } from '../support/datasets'
import { ask, origin, refusal, send } from '../support/http'
import { linkIn, receivedBy, withMail } from '../support/mail'

/** Makes a dataset that an address may read. */
async function sharedWith(email: string): Promise<string> {
  const key = await keyOf(town)
  const { id } = await publish('a\n1\n', { key })
  const json = [{ type: 'user', email, classes: ['list', 'read'] }]
  await ask(`/api/v1/datasets/${id}/permissions`, { key, method: 'PUT', json })
  return id
}

/** Makes a personal key with the settings, as a user of the account or another does. */
async function personalKey(headers: Record<string, string>, id = 'ann'): Promise<string> {
  const json = { apiKeys: [{ title: 'mine', scopes: ['datasets'] }] }
  const path = `/api/v1/settings/user/${id}`
  const { apiKeys } = await ask<{ apiKeys: { clearKey: string }[] }>(path, { method: 'PUT', headers, json })
  return apiKeys[0]?.clearKey ?? ''
}

const reads = async (dataset: string, key: string) => {
  const { results } = await ask<{ results: { id: string }[] }>('/api/v1/datasets', { key })
  const { status } = await send(`/api/v1/datasets/${dataset}/lines`, { key })
  return [status, results.some(({ id }) => id === dataset)]
}

test('a key of an account whose address is not verified has none', async () => {
  const { email, headers } = await signedIn('ann', [], { emailVerified: false })
  const dataset = await sharedWith(email)
  expect(await reads(dataset, await personalKey(headers))).toEqual([403, false])
})

test('a key follows the address of its user', async () => {
  const { email, headers } = await signedIn('ann')
  const [dataset, next] = [await sharedWith(email), await sharedWith('next-ann@example.org')]
  const key = await personalKey(headers)
  expect([await reads(dataset, key), await reads(next, key)]).toEqual([
    [200, true],
    [403, false],
  ])
  const json = { email: 'next-ann@example.org', password: administrator.password }
  await send('/api/v1/profile/email', { json, headers: { ...headers, origin }, vars: withMail() })
  const token = linkIn((await receivedBy('next-ann@example.org'))[0]).searchParams.get('token')
  await ask('/api/v1/email-confirmations', { json: { token }, headers: { origin, ...headers } })
  expect([await reads(dataset, key), await reads(next, key)]).toEqual([
    [403, false],
    [200, true],
  ])
})

test('a key that a super-administrator makes for a user has not the address of the super-administrator', async () => {
  const headers = await operator()
  await signedIn('ann')
  const dataset = await sharedWith(administrator.email)
  expect(await reads(dataset, await personalKey(headers))).toEqual([403, false])
})

test('an entry with an empty address is refused', async () => {
  const key = await keyOf(ann)
  const { id } = await publish('a\n1\n', { key })
  for (const entry of [
    { type: 'user', id: 'bob', email: '' },
    { type: 'user', email: '' },
  ]) {
    const json = [{ ...entry, classes: ['read'] }]
    const answer = await send(`/api/v1/datasets/${id}/permissions`, { key, method: 'PUT', json })
    expect((await refusal(answer))[0]).toBe(400)
  }
})
