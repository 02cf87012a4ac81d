/** The time of queries is one budget for all that a caller sends, also at once. */
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { limits } from '../../worker/limits'
import { keyOf } from '../support/accounts'
import { open, publish } from '../support/datasets'
import { guardedDatabase } from '../support/faults'
import { send } from '../support/http'
import { offer } from '../support/ods'

let path: string
let key: string
beforeEach(async () => {
  key = await keyOf()
  const { id } = await publish('name,n\nA,1\nB,2\n', { key })
  await open(id, key)
  path = `/api/v1/datasets/${id}`
})
afterEach(() => vi.restoreAllMocks())

/** Each query takes this share of the budget of a visitor. */
function slowQueries(share: number): void {
  let clock = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => (clock += share * limits.rates.anonymousQueryMs))
}

/** The database of lines, whose queries end after others have begun. */
const waiting = guardedDatabase(env.LINES_0, async (call) => {
  await scheduler.wait(50)
  return call()
})

const statuses = async (paths: string[], address: string) =>
  Promise.all(
    paths.map(async (one) => {
      const response = await send(one, { headers: { 'cf-connecting-ip': address }, vars: { LINES_0: waiting } })
      await response.arrayBuffer()
      return response.status
    }),
  )

const count = (all: number[], status: number) => all.filter((one) => one === status).length

test('of 50 slow aggregations at once, those that the budget does not pay are refused', async () => {
  slowQueries(0.25)
  const sent = Array.from({ length: 50 }, (_, at) => `${path}/values_agg?field=name&agg_size=${at + 1}`)
  const answered = await statuses(sent, '192.0.2.31')
  expect(count(answered, 200)).toBeGreaterThan(0)
  expect(count(answered, 200)).toBeLessThan(10)
  expect(count(answered, 200) + count(answered, 429)).toBe(50)
})

test('of fast queries at once all are answered', async () => {
  const sent = Array.from({ length: 50 }, (_, at) => `${path}/lines?size=${at + 1}`)
  expect(count(await statuses(sent, '192.0.2.32'), 200)).toBe(50)
})

test.each([
  ['192.0.2.33', 'compat-ods/records?'],
  ['192.0.2.34', 'compat-ods/exports/csv?'],
  ['192.0.2.35', 'lines?format=csv&'],
  ['192.0.2.36', 'lines?format=ndjson&'],
  ['192.0.2.37', 'min/n?'],
])('a visitor of %s is charged for %s', async (address, asked) => {
  await offer()
  slowQueries(2)
  expect(await statuses([`${path}/${asked}limit=1`], address)).toEqual([200])
  expect(await statuses([`${path}/${asked}limit=2`], address)).toEqual([429])
})

test('a page of rows is refused too, as a page', async () => {
  slowQueries(2)
  const address = '192.0.2.40'
  expect(await statuses([`${path}/lines`], address)).toEqual([200])
  const page = path.replace('/api/v1/datasets', '/dataset')
  for (const name of ['table', 'table?q=a', 'charts?q=a']) {
    const headers = { 'cf-connecting-ip': address, accept: 'text/html' }
    const answer = await send(`${page}/${name}`, { headers })
    expect([name, answer.status, answer.headers.get('content-type')]).toEqual([
      name,
      429,
      expect.stringContaining('text/html'),
    ])
  }
})
