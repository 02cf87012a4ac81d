/** Users and organizations created from a file (`/api/v1/setup/directory`). */
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { administrator, session } from '../../support/accounts'
import { ask, refusal, send } from '../../support/http'

describe('a seed', () => {
  const seed = {
    users: [
      { id: 'ann', email: 'Ann@example.org', name: 'Ann', password: administrator.password },
      { id: 'bob', email: 'bob@example.org', name: 'Bob' },
    ],
    organizations: [
      {
        id: 'town',
        name: 'Town',
        departments: [{ id: 'roads', name: 'Roads' }],
        members: [
          { user: 'ann', role: 'admin' },
          { user: 'bob', role: 'contrib', department: 'roads' },
        ],
      },
    ],
  }
  const put = (json: unknown, token = env.SETUP_TOKEN) =>
    send('/api/v1/setup/directory', { json, headers: { authorization: `Bearer ${token}` } })
  const dump = async () => {
    const tables = ['user', 'account', 'organization', 'department', 'member']
    const all = await env.DB.batch<Record<string, unknown>>(
      tables.map((table) => env.DB.prepare(`select * from ${table} order by 1`)),
    )
    return all.map(({ results }) => results.map(({ createdAt: _, updatedAt: __, ...row }) => row))
  }

  test('creates missing users and organizations, and changes nothing when sent twice', async () => {
    expect(await (await put(seed)).json()).toEqual({ users: 2, organizations: 1 })
    const before = await dump()
    expect((await put(seed)).status).toBe(200)
    expect(await dump()).toEqual(before)
    const { headers } = await session('ann@example.org')
    expect(await ask('/api/v1/session', { headers })).toMatchObject({
      user: { id: 'ann', emailVerified: true, isAdmin: false },
      organizations: [{ id: 'town', role: 'admin' }],
    })
  })

  test('requires its token, and existing references', async () => {
    expect(await refusal(await put(seed, 'another-token-of-that-length'))).toEqual([401, 'sign-in-required'])
    expect(await refusal(await put({ users: [{ id: 'a:b', email: 'x', name: '' }] }))).toEqual([400, 'body-invalid'])
    const [organization] = seed.organizations
    const lost = { organizations: [{ ...organization, members: [{ user: 'nobody', role: 'admin' }] }] }
    expect(await refusal(await put(lost))).toEqual([400, 'seed-refers-to-nothing'])
    const nowhere = { organizations: [{ ...organization, departments: [] }], users: seed.users }
    expect(await refusal(await put(nowhere))).toEqual([400, 'department-unknown'])
  })

  test('is refused when an e-mail address belongs to another user', async () => {
    await put(seed)
    const taken = { users: [{ id: 'ann', email: 'bob@example.org', name: 'Ann' }] }
    expect(await refusal(await put(taken))).toEqual([409, 'email-taken'])
    const json = { ...administrator, email: 'bob@example.org' }
    const setup = await send('/api/v1/setup', { json, headers: { authorization: `Bearer ${env.SETUP_TOKEN}` } })
    expect(await refusal(setup)).toEqual([409, 'email-taken'])
  })
})
