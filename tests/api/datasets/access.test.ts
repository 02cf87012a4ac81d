/** Owners of datasets, read keys, and limits per caller. */
import { describe, expect, test } from 'vitest'
import { readKeysAt } from '../../../worker/accounts'
import { ann, keyOf, signedIn, superAdminHeaders, systemContext, town, village } from '../../support/accounts'
import { open, publish, read } from '../../support/datasets'
import { ask, refusal, send } from '../../support/http'
import { eventually } from '../../support/wait'

const csv = 'name,n\nA,1\n'

describe('the owner', () => {
  test('may be sent with a role, which is ignored', async () => {
    const key = await keyOf(town)
    const json = { isRest: true, title: 'T', owner: { ...town, role: 'admin' } }
    expect(await ask('/api/v1/datasets', { key, json }, 201)).toMatchObject({ owner: town })
    const unknown = { ...json, owner: { ...town, rank: 1 } }
    expect(await refusal(await send('/api/v1/datasets', { key, json: unknown }))).toEqual([400, 'body-invalid'])
  })

  test('is changed by an administrator of both accounts, which resets the permissions except the public one', async () => {
    const ada = await signedIn('ada', [{ organization: 'town', role: 'admin' }])
    const { id } = await publish(csv, { key: await keyOf(town) })
    const entries = [{ classes: ['list', 'read'] }, { type: 'user', email: 'x@example.org', classes: ['read'] }]
    await ask(`/api/v1/datasets/${id}/permissions`, { method: 'PUT', key: await keyOf(town), json: entries })
    const give = (owner: object) =>
      send(`/api/v1/datasets/${id}/owner`, { method: 'PUT', headers: ada.as('town'), json: owner })
    expect(await refusal(await give(village))).toEqual([403, 'owner-refused'])
    expect(await refusal(await give({ type: 'user', id: 'bob', name: 'Bob' }))).toEqual([403, 'owner-refused'])
    await signedIn('eve', [{ organization: 'town', role: 'contrib', department: 'roads' }])
    const roads = { ...town, department: 'roads', departmentName: 'ROADS' }
    expect((await give(roads)).status).toBe(200)
    const key = await keyOf(roads)
    expect((await read(id, key)).owner).toEqual(roads)
    const inTown = await ask<object[]>(`/api/v1/datasets/${id}/permissions`, { key })
    expect(inTown).toHaveLength(4)
    expect(inTown).toEqual(expect.arrayContaining(entries))
    expect((await give({ type: 'user', id: 'ada', name: 'Ada' })).status).toBe(200)
    expect(await ask(`/api/v1/datasets/${id}/permissions`, { headers: ada.headers })).toEqual([entries[0]])
    expect(await refusal(await send(`/api/v1/datasets/${id}/permissions`, { key }))).toEqual([
      403,
      'permission-missing',
    ])
  })

  test.each([
    [town, 200],
    [{ ...town, department: 'roads' }, 200],
    [village, 200],
    [{ ...village, department: 'parks' }, 200],
    [{ type: 'organization', id: 'club', name: 'Club' }, 403],
    [{ type: 'organization', id: 'county', name: 'County' }, 403],
    [{ type: 'organization', id: 'county', name: 'County', department: 'water' }, 200],
    [{ type: 'organization', id: 'county', name: 'County', department: 'wood' }, 403],
  ])('is changed to %j whatever the active account: %i', async (owner, status) => {
    const eve = await signedIn('eve', [
      { organization: 'town', role: 'admin' },
      { organization: 'village', role: 'contrib' },
      { organization: 'club', role: 'user' },
      { organization: 'county', role: 'contrib', department: 'water' },
    ])
    const { headers } = eve
    const { id } = await ask<{ id: string }>(
      '/api/v1/datasets',
      { headers, json: { isMetaOnly: true, title: 'T' } },
      201,
    )
    const given = await send(`/api/v1/datasets/${id}/owner`, { method: 'PUT', headers, json: owner })
    expect(given.status).toBe(status)
    if (status === 200) expect(await given.json()).toMatchObject({ owner: { type: 'organization', id: owner.id } })
    else expect(await refusal(given)).toEqual([403, 'owner-refused'])
  })
})

describe('the read key', () => {
  const on = { readApiKey: { active: true, interval: 'P1W' } }

  test('reads its own dataset only, and writes nothing', async () => {
    const key = await keyOf(ann)
    const { id } = await publish(csv, { key })
    const other = await publish(csv, { key })
    const path = `/api/v1/datasets/${id}`
    const headers = await superAdminHeaders()
    expect(await refusal(await send(`${path}/read-api-key`, { headers }))).toEqual([404, 'read-key-not-found'])
    const shown = await ask(path, { method: 'PATCH', key, json: on })
    expect(shown.readApiKey).toEqual({
      active: true,
      interval: 'P1W',
      expiresAt: expect.any(String),
      renewAt: expect.any(String),
    })
    const { current } = await ask<{ current: string }>(`${path}/read-api-key`, { headers })
    for (const one of [key, current])
      expect(await refusal(await send(`${path}/read-api-key`, { key: one }))).toEqual([401, 'session-required'])
    expect(JSON.stringify(shown)).not.toContain(current)
    expect((await send(`${path}/lines`, { key: current })).status).toBe(200)
    const patch = { method: 'PATCH', key: current, json: { title: 'x' } }
    expect(await refusal(await send(path, patch))).toEqual([403, 'permission-missing'])
    expect((await send(`/api/v1/datasets/${other.id}/lines`, { key: current })).status).toBe(403)
    expect((await send(`/api/v1/datasets/${other.id}`, { key: current.replace(id, other.id) })).status).toBe(401)
    expect(await refusal(await send(`${path}/read-api-key`))).toEqual([403, 'permission-missing'])
    await ask(path, { method: 'PATCH', key, json: { readApiKey: null } })
    expect(await refusal(await send(`${path}/lines`, { key: current }))).toEqual([401, 'key-unknown'])
  })

  test('is renewed when a permission is withdrawn, and kept when one is added', async () => {
    const key = await keyOf(ann)
    const { id } = await publish(csv, { key })
    const path = `/api/v1/datasets/${id}`
    await ask(path, { method: 'PATCH', key, json: on })
    const headers = await superAdminHeaders()
    const current = async () => (await ask<{ current: string }>(`${path}/read-api-key`, { headers })).current
    const permit = (json: object[]) => ask(`${path}/permissions`, { method: 'PUT', key, json })
    const first = await current()
    const reader = { type: 'user', id: 'bob', classes: ['read'] }
    await permit([reader])
    expect(await current()).toBe(first)
    await permit([])
    const second = await current()
    expect(second).not.toBe(first)
    expect(await refusal(await send(`${path}/lines`, { key: first }))).toEqual([401, 'key-unknown'])
    expect((await send(`${path}/lines`, { key: second })).status).toBe(200)
  })

  test('is renewed at half its interval, and the previous one works until the next renewal', async () => {
    const at = (days: number) => ({ ...systemContext(), now: () => new Date(days * 86_400_000) })
    const key = { interval: 'P1W', since: 0, nonce: 'n' } as const
    const first = await readKeysAt(at(0), 'x', key)
    expect(first.previous).toBeUndefined()
    expect(await readKeysAt(at(3.4), 'x', key)).toEqual(first)
    const second = await readKeysAt(at(3.6), 'x', key)
    expect(second.previous).toBe(first.current)
    expect(second.current).not.toBe(first.current)
    const third = await readKeysAt(at(7.1), 'x', key)
    expect(Object.values(third)).not.toContain(first.current)
  })
})

describe('too many requests', () => {
  test('of one key are refused with Retry-After; other keys are unaffected', async () => {
    const key = await keyOf({ type: 'user', id: 'busy', name: 'Busy' })
    const vars = { RATE_USER: '5', RATE_ANONYMOUS: '3' }
    const path = '/api/v1/datasets'
    for (let i = 0; i < 5; i++) expect((await send(path, { key, vars })).status).toBe(200)
    const refused = await send(path, { key, vars })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refusal(refused)).toEqual([429, 'rate-exceeded'])
    expect((await send(path, { key: await keyOf(village), vars })).status).toBe(200)
    expect((await send(path, { key, vars: { RATE_USER: '0' } })).status).toBe(200)
    const from = (address: string) => send(path, { headers: { 'cf-connecting-ip': address }, vars })
    for (let i = 0; i < 3; i++) expect((await from('192.0.2.9')).status).toBe(200)
    expect((await from('192.0.2.9')).status).toBe(429)
    expect((await from('192.0.2.10')).status).toBe(200)
  })
})

test('public write permission requires a signed-in caller', async () => {
  const key = await keyOf(ann)
  const { id } = await publish(csv, { key })
  await open(id, key)
  const json = [{ classes: ['list', 'read', 'write'] }]
  await ask(`/api/v1/datasets/${id}/permissions`, { method: 'PUT', key, json })
  const patch = { method: 'PATCH', json: { title: 'T' } }
  expect(await refusal(await send(`/api/v1/datasets/${id}`, patch))).toEqual([401, 'sign-in-required'])
  await eventually(async () => {
    expect((await send(`/api/v1/datasets/${id}`, { ...patch, key: await keyOf(village) })).status).toBe(200)
  })
})

test('the response has headers for gateways: resource, owner and operation', async () => {
  const key = await keyOf({ ...town, department: 'roads' })
  const { id } = await publish(csv, { key })
  const { headers } = await send(`/api/v1/datasets/${id}/raw`, { key })
  const told = (name: string) => JSON.parse(headers.get(name) ?? 'null')
  expect(told('x-resource')).toEqual({ type: 'datasets', id, title: 'places' })
  expect(told('x-owner')).toEqual({ type: 'organization', id: 'town', department: 'roads' })
  expect(told('x-operation')).toEqual({ class: 'read', id: 'downloadOriginalData', track: 'readDataFiles' })
  const refused = await send(`/api/v1/datasets/${id}`)
  expect(refused.headers.get('x-owner')).toBeNull()
  const bob = await signedIn('bob', [{ organization: 'town', role: 'admin' }])
  const elsewhere = await send(`/api/v1/datasets/${id}`, { headers: bob.headers })
  expect(JSON.parse(elsewhere.headers.get('x-owner') ?? '')).toEqual({ type: 'organization', id: 'town' })
  expect(await refusal(elsewhere)).toEqual([403, 'dataset-other-account'])
})
