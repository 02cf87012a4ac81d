/** Permissions on collectors, deactivation after failures, comparison of files, secrets of a configuration. */
import { describe, expect, test } from 'vitest'
import { type CollectorPermission, collectorProfileOf } from '../../../worker/collectors/permissions'
import { configFault } from '../../../worker/collectors/plugins/check-config'
import { fileName, isSame } from '../../../worker/collectors/plugins/transfer-file/download'
import { countFailures } from '../../../worker/collectors/runs/count-failures'
import { openSecrets, placeholder, sealConfig } from '../../../worker/collectors/secrets'
import type { Actor, Owner, Role } from '../../../worker/identity'

const town: Owner = { type: 'organization', id: 'town', name: 'Town' }
const village: Owner = { type: 'organization', id: 'village', name: 'Village' }
const user = (account: Owner, role: Role, email = 'ann@example.org', emailVerified = true): Actor => ({
  ...{ type: 'user', id: 'ann', name: 'Ann', email, emailVerified, isAdmin: false, adminMode: false },
  ...{ account, role, memberships: [] },
})
const keyFor = (account: Owner): Actor => ({
  ...{ type: 'apiKey', id: 'k', title: 'k', email: 'k@example.org', scopes: ['datasets'], account },
})
const toEmail: CollectorPermission = { profile: 'exec', target: { type: 'userEmail', email: 'ann@example.org' } }
const toVillage = (roles: string[] = []): CollectorPermission => ({
  profile: 'read',
  target: { type: 'partner', organization: { id: 'village', name: 'Village' }, roles },
})

test.each<[string, Actor, CollectorPermission[], string | undefined]>([
  ['nobody', { type: 'anonymous' }, [toEmail, toVillage()], undefined],
  ['an administrator of the account', user(town, 'admin'), [], 'admin'],
  ['a contributor of the account', user(town, 'contrib'), [], 'read'],
  ['a simple member', user(town, 'user'), [], undefined],
  ['a key of the account', keyFor(town), [], 'admin'],
  ['a user who is named', user(village, 'user'), [toEmail], 'exec'],
  ['the same without a verified address', user(village, 'user', 'ann@example.org', false), [toEmail], undefined],
  ['another user', user(village, 'user', 'eve@example.org'), [toEmail], undefined],
  ['a member of a partner', user(village, 'user'), [toVillage()], 'read'],
  ['a member without the role', user(village, 'user'), [toVillage(['contrib'])], undefined],
  ['a member with the role', user(village, 'contrib'), [toVillage(['contrib'])], 'read'],
  ['an administrator of a partner', user(village, 'admin'), [toVillage(['contrib'])], 'read'],
  ['the best of two', user(village, 'user'), [toVillage(), toEmail], 'exec'],
])('%s', (_, actor, permissions, profile) => {
  expect(collectorProfileOf(actor, { owner: town, permissions })).toBe(profile)
})

describe('a collector is deactivated', () => {
  const now = new Date('2026-01-10T12:00:00Z')
  const at = (failures: number, failingSince: string) =>
    countFailures({ failures, failingSince, active: true }, { status: 'error' }, now).isOff
  test.each([
    [9, '2026-01-10T00:00:00Z', true],
    [8, '2026-01-10T00:00:00Z', false],
    [9, '2026-01-10T00:00:01Z', false],
    [600, '2026-01-10T11:00:00Z', false],
  ])('after %s failures since %s: %s', (failures, since, isOff) => expect(at(failures, since)).toBe(isOff))

  test('not after a successful run', () => {
    const before = { failures: 9, failingSince: '2026-01-01T00:00:00Z', active: true }
    expect(countFailures(before, { status: 'finished' }, now)).toEqual({
      failures: 0,
      failingSince: null,
      isOff: false,
    })
    expect(countFailures(before, { status: 'killed' }, now)).toMatchObject({ failures: 9, isOff: false })
  })
})

test.each([
  [{ etag: '"a"' }, { etag: 'W/"a"' }, true],
  [{ etag: '"a"', lastModified: 'x', size: 1 }, { etag: '"b"', lastModified: 'x', size: 1 }, false],
  [{ lastModified: 'x', size: 1 }, { lastModified: 'x', size: 1 }, true],
  [{ lastModified: 'x', size: 2 }, { lastModified: 'x', size: 1 }, false],
  [{ lastModified: 'x' }, { lastModified: 'x' }, false],
  [{ size: 1 }, { size: 1 }, false],
  [{}, {}, false],
])('%j and %j are the same file: %s', (now, last, same) => expect(isSame(now, last)).toBe(same))

test.each([
  ['https://a.org/data/places.csv?x=1', {}, undefined, 'places.csv'],
  ['https://a.org/data/pl%C3%A0ces.csv', {}, undefined, 'plàces.csv'],
  ['https://a.org/export', { 'content-disposition': 'attachment; filename="r.xlsx"' }, undefined, 'r.xlsx'],
  ['https://a.org/export', { 'content-disposition': "attachment; filename*=UTF-8''%C3%A9.csv" }, undefined, 'é.csv'],
  ['https://a.org/export', { 'content-type': 'text/csv; charset=utf-8' }, undefined, 'export.csv'],
  ['https://a.org/', { 'content-type': 'application/geo+json' }, undefined, 'file.geojson'],
  ['https://a.org/export', {}, 'mine.json', 'mine.json'],
])('the file at %s with %j is %s → %s', (url, headers, filename, name) => {
  expect(fileName({ url, filename }, new Headers(headers))).toBe(name)
})

test('a file of unknown format requires a name', () => {
  expect(() => fileName({ url: 'https://a.org/export' }, new Headers())).toThrow('give the name of the file')
  const page = new Headers({ 'content-type': 'text/html; charset=utf-8' })
  expect(() => fileName({ url: 'https://a.org/export' }, page)).toThrow('this URL gives a web page, not a data file')
})

describe('secrets', () => {
  const schema = {
    type: 'object',
    properties: {
      url: { type: 'string' },
      password: { type: 'string', writeOnly: true },
      auth: { type: 'object', properties: { token: { type: 'string', writeOnly: true } } },
    },
  }
  const ctx = { config: { AUTH_SECRET: 'a-secret-for-tests-that-signs-nothing-real' } } as Parameters<
    typeof sealConfig
  >[0]
  const seal = (config: Record<string, unknown>, secrets = {}) =>
    sealConfig(ctx, { collector: 'c1', schema, config, stored: { config: {}, secrets } })

  test('are moved out of the configuration, and restored in their place only', async () => {
    const { config, secrets } = await seal({ url: 'u', password: 'hush', auth: { token: 't' } })
    expect(config).toEqual({ url: 'u', password: placeholder, auth: { token: placeholder } })
    expect(JSON.stringify(secrets)).not.toContain('hush')
    expect(await openSecrets(ctx, { collector: 'c1', secrets })).toEqual({ password: 'hush', 'auth.token': 't' })
    await expect(openSecrets(ctx, { collector: 'c2', secrets })).rejects.toThrow('collector-secret-unreadable')
    const moved = { 'auth.token': secrets.password ?? '' }
    await expect(openSecrets(ctx, { collector: 'c1', secrets: moved })).rejects.toThrow('collector-secret-unreadable')
  })

  test('are kept with a placeholder or without a value, and removed with an empty string', async () => {
    const { secrets } = await seal({ password: 'hush', auth: { token: 't' } })
    const kept = await seal({ password: placeholder }, secrets)
    expect(kept.config).toEqual({ password: placeholder })
    expect(kept.secrets).toEqual(secrets)
    const removed = await seal({ password: '', auth: { token: placeholder } }, secrets)
    expect(removed.config).toEqual({ auth: { token: placeholder } })
    expect(Object.keys(removed.secrets)).toEqual(['auth.token'])
  })

  test('a placeholder without a stored secret is empty', async () => {
    expect(await seal({ password: placeholder })).toEqual({ config: {}, secrets: {} })
  })
})

test('an error of a configuration has its path', () => {
  const schema = { type: 'object', required: ['url'], properties: { url: { type: 'string', pattern: '^https?://' } } }
  expect(configFault(schema, { url: 'https://a.org' })).toBeUndefined()
  expect(configFault(schema, {})?.en).toMatch('url')
  expect(configFault(schema, { url: 'file:///etc/passwd' })?.en).toMatch('/url')
})
