/** Keys of accounts in their settings. */
import { describe, expect, test } from 'vitest'
import { type SignedIn, signedIn } from '../../support/accounts'
import { upload } from '../../support/datasets'
import { ask, refusal, send } from '../../support/http'
import { patchSettings } from '../../support/settings'

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

describe('a key', () => {
  test('is created without id, returned in clear once, and works', async () => {
    const bob = await signedIn('bob')
    const { apiKeys } = await patchSettings(bob, {
      apiKeys: [{ title: 'My ETL', scopes: ['datasets'], expireAt: day(30) }],
    })
    const [created] = apiKeys
    expect(created).toEqual({
      id: expect.any(String),
      title: 'My ETL',
      scopes: ['datasets'],
      expireAt: day(30),
      email: 'bob@example.org',
      clearKey: expect.stringMatching(/^fairway_/),
    })
    const { clearKey, ...stored } = created ?? {}
    const settings = await ask<Record<string, unknown>>('/api/v1/settings/user/bob', { headers: bob.headers })
    expect(settings.apiKeys).toEqual([stored])
    const { owner } = await upload('a,b\n1,2\n', { key: String(clearKey) })
    expect(owner).toEqual({ type: 'user', id: 'bob', name: 'bob' })
  })

  test('of an organization, or without scopes, has its own e-mail address', async () => {
    const bob = await signedIn('bob', [{ organization: 'town', role: 'admin' }])
    const settings = await ask<{ apiKeys: { id: string; email: string; clearKey: string }[] }>(
      '/api/v1/settings/organization/town',
      { method: 'PUT', headers: bob.as('town'), json: { apiKeys: [{ title: 'Été 1', scopes: ['datasets'] }] } },
    )
    const [key] = settings.apiKeys
    expect(key?.email).toBe(`ete-1-${key?.id}@api-key.data.example.org`)
    const dataset = await upload('a,b\n1,2\n', { key: key?.clearKey ?? '' })
    expect(dataset.owner).toEqual({ type: 'organization', id: 'town', name: 'Town' })
    expect(dataset).toMatchObject({ createdBy: { id: `apiKey:${key?.id}` } })
    const { apiKeys } = await patchSettings(bob, { apiKeys: [{ title: 'sensor', scopes: [] }] })
    expect(apiKeys[0]?.email).toMatch(/^sensor-\w+@api-key\.data\.example\.org$/)
  })

  test('is immutable: it stays when sent again, and is revoked when omitted', async () => {
    const bob = await signedIn('bob')
    const { apiKeys } = await patchSettings(bob, { apiKeys: [{ title: 'one', scopes: ['datasets'] }] })
    const key = String(apiKeys[0]?.clearKey)
    const both = await patchSettings(bob, { apiKeys: [apiKeys[0], { title: 'two', scopes: [] }] })
    expect(both.apiKeys.map(({ title }) => title)).toEqual(['one', 'two'])
    expect(both.apiKeys[0]).not.toHaveProperty('clearKey')
    const changed = { method: 'PATCH', headers: bob.headers, json: { apiKeys: [{ ...apiKeys[0], title: 'x' }] } }
    const refused = await send('/api/v1/settings/user/bob', changed)
    expect(await refused.clone().text()).toContain('existing API keys are immutable')
    expect(await refusal(refused)).toEqual([400, 'key-invalid'])
    expect((await send('/api/v1/datasets', { key })).status).toBe(200)
    await patchSettings(bob, { apiKeys: [] })
    expect(await refusal(await send('/api/v1/datasets', { key }))).toEqual([401, 'key-unknown'])
  })

  test.each([
    [{ id: 'mine' }, 400, 'key-invalid'],
    [{ email: 'x@example.org' }, 403, 'key-field-refused'],
    [{ key: 'x' }, 403, 'key-field-refused'],
    [{ adminMode: true }, 403, 'key-field-refused'],
    [{ asAccount: true }, 403, 'key-field-refused'],
    [{ notifiedJ3At: day(0) }, 400, 'key-invalid'],
    [{ expireAt: day(733) }, 400, 'key-invalid'],
    [{ expireAt: 'tomorrow' }, 400, 'key-invalid'],
  ])('is not created with %j', async (more, status, code) => {
    const bob = await signedIn('bob')
    const json = { apiKeys: [{ title: 'k', scopes: ['datasets'], ...more }] }
    const response = await send('/api/v1/settings/user/bob', { method: 'PATCH', headers: bob.headers, json })
    expect(await refusal(response)).toEqual([status, code])
    expect(await ask('/api/v1/settings/user/bob', { headers: bob.headers })).toEqual({})
  })

  test.each([-400, -1, 0, 730])('may expire in %i days', async (days) => {
    const bob = await signedIn('bob')
    const { apiKeys } = await patchSettings(bob, {
      apiKeys: [{ title: 'k', scopes: ['datasets'], expireAt: day(days) }],
    })
    const response = await send('/api/v1/datasets', { key: String(apiKeys[0]?.clearKey) })
    if (days >= 0) expect(response.status).toBe(200)
    else expect(await refusal(response)).toEqual([403, 'key-expired'])
  })

  test('is listed with its last use, and revoked by its id, by its account only', async () => {
    const bob = await signedIn('bob')
    const eve = await signedIn('eve')
    const { apiKeys } = await patchSettings(bob, { apiKeys: [{ title: 'one', scopes: ['datasets'] }] })
    await send('/api/v1/datasets', { key: String(apiKeys[0]?.clearKey) })
    const path = '/api/v1/settings/user/bob/api-keys'
    const [listed] = await ask<Record<string, unknown>[]>(path, { headers: bob.headers })
    expect(listed).toMatchObject({ title: 'one', createdAt: expect.any(String), lastUsedAt: expect.any(String) })
    const one = `/${apiKeys[0]?.id}`
    const revoke = (who: SignedIn, at: string) => send(at + one, { method: 'DELETE', headers: who.headers })
    expect((await revoke(eve, path)).status).toBe(403)
    expect(await refusal(await revoke(eve, '/api/v1/settings/user/eve/api-keys'))).toEqual([404, 'key-not-found'])
    expect((await revoke(bob, path)).status).toBe(204)
    expect(await ask(path, { headers: bob.headers })).toEqual([])
  })
})
