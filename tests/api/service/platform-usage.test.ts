/** Platform usage by day: Worker invocations, rows read and rows written in D1. */
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { openMetadata } from '../../../worker/db/client'
import { counted } from '../../../worker/db/metered-database'
import { storePlatformUsage } from '../../../worker/db/platform-usage'
import { limits } from '../../../worker/limits'
import { DAY_MS } from '../../../worker/limits/units'
import { utcDay } from '../../../worker/schema/dates/utc-day'
import { recordUsage } from '../../../worker/usage'
import { keyOf, systemContext } from '../../support/accounts'
import { operator } from '../../support/applications'
import { publish } from '../../support/datasets'
import { ask, send } from '../../support/http'
import { rows } from '../../support/stored'

type Used = { requests: number; rowsRead: number; rowsWritten: number }
type Overview = { usage: { month: Used; days: (Used & { day: string })[] }; cost: Record<string, number> }

const ctx = systemContext()
/** Stores the counts by statements that are not counted. */
const apart = { ...ctx, db: openMetadata(env.DB) }
const stored = async (): Promise<Used> => {
  await storePlatformUsage(apart)
  const [sum] = await rows<Used>(
    `select coalesce(sum(requests), 0) as requests, coalesce(sum(rows_read), 0) as "rowsRead",
      coalesce(sum(rows_written), 0) as "rowsWritten" from platform_usage`,
  )
  return sum ?? { requests: 0, rowsRead: 0, rowsWritten: 0 }
}

test('the rows of each kind of statement are counted as D1 reports them', async () => {
  const database = counted(env.LINES_0)
  await env.LINES_0.batch([
    env.LINES_0.prepare('create table counted_rows (a integer, b text)'),
    env.LINES_0.prepare(`insert into counted_rows select value, 'x' from json_each('[1,2,3,4,5]')`),
  ])
  const rowsOf = async (work: () => Promise<unknown>) => {
    const from = await stored()
    await work()
    const to = await stored()
    return [to.rowsRead - from.rowsRead, to.rowsWritten - from.rowsWritten]
  }
  const reported = async (text: string) => {
    const { meta } = await env.LINES_0.prepare(text).all()
    return [meta.rows_read, meta.rows_written]
  }
  const scan = 'select a, b from counted_rows'
  const total = 'select count(b) as total from counted_rows'
  const insert = `insert into counted_rows values (6, 'y')`
  expect(await rowsOf(() => database.prepare(scan).all())).toEqual([5, 0])
  expect(await rowsOf(() => database.prepare(total).first('total'))).toEqual(await reported(total))
  expect(await rowsOf(() => database.prepare(insert).run())).toEqual(await reported(insert))
  const statement = () => database.prepare(scan)
  expect(await rowsOf(() => database.batch([statement(), statement()]))).toEqual([14, 0])
  // Arrays: the first execution counts the rows that it returns, the next ones those that D1 has read.
  expect(await rowsOf(() => database.prepare(total).raw())).toEqual([1, 0])
  expect(await rowsOf(() => database.prepare(total).raw())).toEqual(await reported(total))
})

test.each([
  ['select 1 as a, 2 as a', [[1, 2]]],
  ['select 1 as "2", 2 as "1"', [[1, 2]]],
  [
    `select 1 as a, null as b, 'x' as c union all select 2, 1.5, ''`,
    [
      [1, null, 'x'],
      [2, 1.5, ''],
    ],
  ],
  ['select 1 as a where false', []],
])('%s has the same rows each time', async (text, expected) => {
  const database = counted(env.DB)
  for (let times = 0; times < 3; times++) expect(await database.prepare(text).raw()).toEqual(expected)
})

test('a missing row is null, and a column that a statement does not have is an error', async () => {
  const database = counted(env.DB)
  expect(await database.prepare('select 1 as a where false').first()).toBeNull()
  expect(await database.prepare('select 1 as a where false').first('a')).toBeNull()
  expect(await database.prepare('select 1 as a').first()).toEqual({ a: 1 })
  await expect(database.prepare('select 1 as a').first('b')).rejects.toThrow('b')
})

test('requests and the processing of files are in the overview, by day, with their price', async () => {
  const headers = await operator()
  const before = await stored()
  const key = await keyOf()
  const { id } = await publish('a,b\n1,2\n3,4\n', { key })
  for (let times = 0; times < 10; times++) await send(`/api/v1/datasets/${id}/lines?q=${times}`, { key })
  const after = await stored()
  expect(after.requests - before.requests).toBeGreaterThan(10)
  expect(after.rowsRead).toBeGreaterThan(before.rowsRead)
  expect(after.rowsWritten - before.rowsWritten).toBeGreaterThan(2)
  await env.DB.prepare('insert into platform_usage values (?, 7, 8, 9)').bind(utcDay(new Date(), 29)).run()
  const { usage, cost } = await ask<Overview>('/api/v1/admin/overview', { headers })
  expect(usage.days).toHaveLength(limits.usage.platformDays)
  expect(usage.days[0]).toMatchObject({ requests: 7, rowsRead: 8, rowsWritten: 9 })
  expect(usage.days[1]).toMatchObject({ requests: 0 })
  expect(usage.days.at(-1)?.requests).toBeGreaterThanOrEqual(after.requests)
  const page = await (await send('/admin', { headers: { ...headers, accept: 'text/html' } })).text()
  expect(page).toMatch(/Rows written<\/th><td class="number">\$0.00<\/td><td class="number">[1-9]/)
  expect(page).toContain('Rows read per day')
  expect(cost).toEqual({ plan: 5, databases: 0, files: 0, requests: 0, rowsRead: 0, rowsWritten: 0 })
})

test('reads are stored together, and not one by one', async () => {
  const key = await keyOf()
  const { id } = await publish('a\n1\n', { key })
  await send(`/api/v1/datasets/${id}/lines`, { key })
  await env.DB.exec('create table writes (n integer)')
  await env.DB.exec('create trigger counting after update on platform_usage begin insert into writes values (1); end')
  await env.DB.exec(
    'create trigger counting_first after insert on platform_usage begin insert into writes values (1); end',
  )
  for (let times = 0; times < 30; times++) await send(`/api/v1/datasets/${id}/lines`, { key })
  // A minute may begin within the test.
  expect((await rows('select n from writes')).length).toBeLessThanOrEqual(1)
})

test('counts are kept when they cannot be stored, and old days are deleted', async () => {
  const before = await stored()
  await env.DB.exec('alter table platform_usage rename to elsewhere')
  await send('/api/v1/instance')
  await expect(storePlatformUsage(apart)).rejects.toThrow()
  await env.DB.exec('alter table elsewhere rename to platform_usage')
  expect((await stored()).requests).toBeGreaterThan(before.requests)
  const old = utcDay(new Date(), limits.usage.keptDays + 1)
  await env.DB.prepare('insert into platform_usage values (?, 1, 1, 1)').bind(old).run()
  await recordUsage({ ...ctx, now: () => new Date(Date.now() + DAY_MS) })
  expect(await rows(`select day from platform_usage where day = '${old}'`)).toEqual([])
})
