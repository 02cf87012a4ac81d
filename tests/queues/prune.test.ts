/** Pruning of the event log, without the events that are still readable. */
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { runEachMinute } from '../../queues/cron'
import { seedBases } from '../../worker/applications'
import { pruneLog } from '../../worker/events'
import { limits } from '../../worker/limits'
import { DAY_MS } from '../../worker/limits/units'
import { keyOf, systemContext, town } from '../support/accounts'
import { outside } from '../support/applications'
import { publish } from '../support/datasets'
import { ask, origin } from '../support/http'
import { rows } from '../support/stored'

const { keptDays, pruneAtMinute } = limits.events
const { maxJournalEvents } = limits.datasets
const ctx = systemContext()
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
const old = daysAgo(keptDays + 1)
const recent = daysAgo(keptDays - 1)

/** Inserts events of a dataset at a date. */
function happened(id: string, type: string, date: string, { count = 1, logOnly = false } = {}): Promise<unknown> {
  return env.DB.prepare(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
     insert into journal (dataset_id, type, date, draft, log_only, owner_type, owner_id)
     select ?, ?, ?, 0, ?, 'organization', 'town' from n`,
  )
    .bind(count, id, type, date, logOnly ? 1 : 0)
    .run()
}

const typesOf = async (id: string) =>
  (await rows<{ type: string }>('select type from journal where dataset_id = ? order by id', id)).map(
    ({ type }) => type,
  )

test('old events of the account, and of deleted datasets, are removed; the journal is not', async () => {
  const { id } = await publish('name\nA\n', { key: await keyOf() })
  const created = await typesOf(id)
  await happened(id, 'old-change', old, { logOnly: true })
  await happened(id, 'recent-change', recent, { logOnly: true })
  await happened(id, 'old-journal', old)
  await happened('gone', 'old-gone', old)
  await happened('gone', 'recent-gone', recent)
  expect(await pruneLog(ctx)).toBe(2)
  expect(await typesOf(id)).toEqual([...created, 'recent-change', 'old-journal'])
  expect(await typesOf('gone')).toEqual(['recent-gone'])
  expect(await pruneLog(ctx)).toBe(0)
})

test('a journal has its last events at any age, and others up to a maximum age', async () => {
  const key = await keyOf()
  const { id } = await publish('name\nA\n', { key })
  await happened(id, 'first', old, { count: 5 })
  await happened(id, 'young', recent, { count: 7 })
  await happened(id, 'last', old, { count: maxJournalEvents - 7 })
  expect(await pruneLog(ctx)).toBe(5)
  const journal = await ask<{ type: string }[]>(`/api/v1/datasets/${id}/journal`, { key })
  expect(journal).toHaveLength(maxJournalEvents)
  expect(await pruneLog(ctx)).toBe(0)
  await happened(id, 'more', recent, { count: 10 })
  // The seven recent events exceed the size of the journal, but not the maximum age.
  expect(await pruneLog(ctx)).toBe(3)
  expect((await typesOf(id)).filter((type) => type === 'young')).toHaveLength(7)
})

test('a step of the cron that fails does not keep the others from running', async () => {
  await happened('gone', 'old', daysAgo(keptDays + 2))
  const failing = {
    ...ctx,
    now: () => new Date(new Date().setUTCMinutes(pruneAtMinute)),
    jobs: { ...ctx.jobs, discard: () => Promise.reject(new Error('the queue is down')) },
  }
  await expect(runEachMinute(failing, { afterRestart: false })).rejects.toThrow('the queue is down')
  expect(await typesOf('gone')).toEqual([])
})

test('the cron prunes once an hour', async () => {
  const { id } = await publish('name\nA\n', { key: await keyOf() })
  const at = (minute: number) => ({ ...ctx, now: () => new Date(new Date().setUTCMinutes(minute)) })
  await happened('gone', 'old', daysAgo(keptDays + 2))
  await runEachMinute(at((pruneAtMinute + 1) % 60), { afterRestart: false })
  expect(await typesOf('gone')).toEqual(['old'])
  await runEachMinute(at(pruneAtMinute), { afterRestart: false })
  expect(await typesOf('gone')).toEqual([])
  expect(await typesOf(id)).not.toEqual([])
})

test('many events of collectors leave the journals of applications as they are', async () => {
  outside({})
  await seedBases(systemContext())
  const key = await keyOf(town, { scopes: ['applications'] })
  const json = { url: `${origin}/build/applications/charts/` }
  const created = () => ask<{ id: string }>('/api/v1/applications', { key, json }, 201)
  const [one, other] = [await created(), await created()]
  const half = Math.ceil(maxJournalEvents / 2) + 1
  const insert = (application: string | null, date: string, count: number) =>
    env.DB.prepare(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
       insert into journal (dataset_id, application_id, type, date, draft, log_only, owner_type, owner_id)
       select '', ?, 'counted', ?, 0, ?, 'organization', 'town' from n`,
    )
      .bind(count, application, date, application === null ? 1 : 0)
      .run()
  await insert(one.id, old, half)
  await insert(other.id, old, half)
  await insert(null, recent, maxJournalEvents + 1)
  expect(await pruneLog(ctx)).toBe(0)
  await insert(one.id, old, half)
  expect(await pruneLog(ctx)).toBeGreaterThan(0)
  const counts = await rows<{ id: string; n: number }>(
    "select application_id as id, count(*) as n from journal where type = 'counted' and application_id = ? group by 1",
    other.id,
  )
  expect(counts).toEqual([{ id: other.id, n: half }])
})
