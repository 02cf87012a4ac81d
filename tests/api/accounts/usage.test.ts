/** The usage of accounts over time: daily figures, counted reads, failing collectors. */
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { runEachMinute } from '../../../queues/cron'
import { limits } from '../../../worker/limits'
import { DAY_MS } from '../../../worker/limits/units'
import { type AccountHistory, recordUsage } from '../../../worker/usage'
import { writeReads } from '../../../worker/usage/count-reads'
import { keyOf, signedIn, systemContext, village } from '../../support/accounts'
import { makeCollector } from '../../support/collectors'
import { publish } from '../../support/datasets'
import { ask, refusal, send } from '../../support/http'
import { rows } from '../../support/stored'

const ctx = systemContext()
const at = (days: number) => ({ ...ctx, now: () => new Date(Date.now() - days * DAY_MS) })
const admin = async () => (await signedIn('ann', [{ organization: 'town', role: 'admin' }])).as('town')
const usageOf = (headers: Record<string, string>) => ask<AccountHistory>('/api/v1/usage/organization/town', { headers })
const remove = (id: string, key: string) => send(`/api/v1/datasets/${id}`, { method: 'DELETE', key })

test('figures are recorded once a day while the account has datasets, and deleted when old', async () => {
  const [key, headers] = [await keyOf(), await admin()]
  const { id } = await publish('a,b\n1,2\n3,4\n', { key })
  await publish('a\n1\n', { key: await keyOf(village) })
  await recordUsage(at(limits.usage.keptDays + 1))
  await recordUsage(at(3))
  const { id: second } = await publish('a\n5\n', { key })
  await recordUsage(at(3))
  await recordUsage(at(2))
  await Promise.all([remove(id, key), remove(second, key)])
  await recordUsage(at(1))
  await recordUsage(ctx)
  const { days } = await usageOf(headers)
  expect(days).toHaveLength(limits.usage.keptDays)
  expect(days.slice(-5).map(({ recorded }) => recorded)).toEqual([
    undefined,
    { datasets: 1, lines: 2, storeBytes: 12 },
    { datasets: 2, lines: 3, storeBytes: 16 },
    { datasets: 0, lines: 0, storeBytes: 0 },
    { datasets: 0, lines: 0, storeBytes: 0 },
  ])
  const stored = await rows<{ day: string }>("select day from account_usage where owner_id = 'town' order by day")
  expect(stored).toHaveLength(3)
})

test('the cron records them at its minute', async () => {
  await publish('a\n1\n', { key: await keyOf() })
  const tick = (minute: number) => {
    const now = new Date()
    now.setUTCMinutes(minute)
    return runEachMinute({ ...ctx, now: () => now }, { afterRestart: false })
  }
  await tick(limits.usage.recordAtMinute + 1)
  expect(await rows('select day from account_usage')).toEqual([])
  await tick(limits.usage.recordAtMinute)
  expect(await rows('select owner_id, lines from account_usage')).toEqual([{ owner_id: 'town', lines: 1 }])
})

test('reads of rows and downloads are counted; descriptions and refusals are not', async () => {
  const [key, headers] = [await keyOf(), await admin()]
  const read = await publish('a\n1\n', { key })
  const quiet = await publish('a\n1\n', { key })
  await writeReads(ctx)
  await env.DB.exec('delete from dataset_reads')
  for (const path of [
    'lines',
    'lines?size=1',
    'values_agg?field=a',
    'raw',
    'lines?format=csv',
    'lines?format=xlsx',
    'schema',
  ]) {
    expect((await send(`/api/v1/datasets/${read.id}/${path}`, { key })).status).toBe(200)
  }
  await send(`/api/v1/datasets/${quiet.id}/lines`, { key })
  await send(`/api/v1/datasets/${quiet.id}/lines`)
  await writeReads(ctx)
  const { days, mostRead } = await usageOf(headers)
  expect(days.at(-1)).toMatchObject({ reads: 4, downloads: 3 })
  expect(mostRead.map(({ id, reads, downloads }) => [id, reads, downloads])).toEqual([
    [read.id, 3, 3],
    [quiet.id, 1, 0],
  ])
})

test('read counts are written once a minute, not at each read', async () => {
  const key = await keyOf()
  const { id } = await publish('a\n1\n', { key })
  const read = () => send(`/api/v1/datasets/${id}/lines`, { key })
  const written = async () => (await rows<{ reads: number }>('select sum(reads) as reads from dataset_reads'))[0]?.reads
  await writeReads(ctx)
  await env.DB.exec('delete from dataset_reads')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * limits.usage.writeReadsEveryMs })
  try {
    await read()
    await vi.waitFor(async () => expect(await written()).toBe(1))
    await read()
    await read()
    expect(await written()).toBe(1)
    vi.setSystemTime(Date.now() + limits.usage.writeReadsEveryMs)
    await read()
    await vi.waitFor(async () => expect(await written()).toBe(4))
  } finally {
    vi.useRealTimers()
  }
})

test('failing collectors of the account are listed', async () => {
  const headers = await admin()
  const failing = await makeCollector({ headers }, { title: 'Failing' })
  await makeCollector({ headers }, { title: 'Fine' })
  await env.DB.prepare("update collectors set failures = 2, failing_since = '2026-01-01' where id = ?")
    .bind(failing.id)
    .run()
  const { failingCollectors } = await usageOf(headers)
  expect(failingCollectors).toMatchObject([{ id: failing.id, title: 'Failing', date: '2026-01-01' }])
})

test('administrators of a department do not read the usage of its organization', async () => {
  const bob = await signedIn('bob', [{ organization: 'town', role: 'admin', department: 'roads' }])
  const headers = bob.as('town', 'roads')
  for (const id of ['town', 'town:roads']) {
    const answer = await send(`/api/v1/usage/organization/${id}`, { headers })
    expect(await refusal(answer)).toEqual([403, 'account-refused'])
  }
})
