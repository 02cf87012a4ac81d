/** Keys of applications, and their base application as readers see it. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keyOf, signedIn, town, village } from '../../support/accounts'
import { makeApplication, monoUrl, operator, outside, register } from '../../support/applications'
import { ask, refusal, send } from '../../support/http'

const path = '/api/v1/applications'
const keyFor = (owner = town) => keyOf(owner, { scopes: ['applications', 'datasets'] })

beforeEach(async () => {
  outside()
  await register(await operator())
})
afterEach(() => vi.restoreAllMocks())

describe('keys', () => {
  test('are replaced as a whole, with generated ids where none is sent', async () => {
    const key = await keyFor()
    const { id } = await makeApplication({ key })
    const write = (json: unknown) => send(`${path}/${id}/keys`, { key, json })
    expect(await ask(`${path}/${id}/keys`, { key })).toEqual([])
    const first = await ask<{ id: string }[]>(`${path}/${id}/keys`, { key, json: [{ title: 'One' }] })
    expect(first).toEqual([{ id: expect.stringMatching(/^[a-z0-9]{24}$/), title: 'One' }])
    const both = [{ id: 'chosen', title: 'Two' }, ...first]
    expect(await ask(`${path}/${id}/keys`, { key, json: both })).toEqual(both)
    const read = await send(`${path}/${id}/keys`, { key })
    expect([await read.json(), read.headers.get('cache-control')]).toEqual([both, 'private, no-store'])
    expect(await refusal(await write([{ id: 'a' }, { id: 'a' }]))).toEqual([400, 'application-key-repeated'])
    expect(await refusal(await write([{ id: 'a:b' }]))).toEqual([400, 'body-invalid'])
    expect(await refusal(await write([{ titel: 'Press' }]))).toEqual([400, 'body-invalid'])
    expect(await refusal(await write({}))).toEqual([400, 'body-invalid'])
    expect(await ask(`${path}/${id}/keys`, { key, json: [] })).toEqual([])
    expect(await ask(`${path}/${id}/keys`, { key })).toEqual([])
  })

  test('are replaced only if they are those of the tag that is sent', async () => {
    const key = await keyFor()
    const { id } = await makeApplication({ key })
    const address = `${path}/${id}/keys`
    const write = (json: object[], tag?: string | null) =>
      send(`${address}${tag ? `?tag=${encodeURIComponent(tag)}` : ''}`, { key, json })
    const empty = (await send(address, { key })).headers.get('etag')
    expect((await write([{ id: 'press', title: 'Press' }, { id: 'bare' }], empty)).status).toBe(200)
    const late = await write([{ title: 'Partners' }], empty)
    expect([late.status, await late.text()]).toEqual([409, expect.stringContaining('links')])
    const tag = (await send(address, { key })).headers.get('etag')
    const both = await Promise.all([write([{ id: 'a' }], tag), write([{ id: 'b' }], tag)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await write([{ id: 'press' }])).status).toBe(200)
  })

  test('are read and written by administrators only', async () => {
    const { id } = await makeApplication({ key: await keyFor() })
    const bob = await signedIn('bob', [{ organization: 'town', role: 'contrib' }])
    for (const sent of [{ headers: bob.as('town') }, {}, { key: await keyFor(village) }]) {
      expect((await send(`${path}/${id}/keys`, sent)).status).toBe(403)
      expect((await send(`${path}/${id}/keys`, { ...sent, json: [] })).status).toBe(403)
    }
  })
})

test('readers of an application can read its base application', async () => {
  const key = await keyFor()
  const { id } = await makeApplication({ key })
  expect(await ask(`${path}/${id}/base-application?html=true`, { key })).toMatchObject({
    url: monoUrl,
    applicationName: 'charts',
    image: `${monoUrl}thumbnail.png`,
    description: '<p>Draws <em>one</em> series</p>',
    privateAccess: [],
  })
  expect((await send(`${path}/${id}/base-application`)).status).toBe(403)
})
