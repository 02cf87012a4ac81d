/** What one statement takes from other databases is bounded. */
import { expect, test, vi } from 'vitest'
import type { Field } from '../../worker/schema/field'

// The modules are already loaded with the default limits: they are loaded again for this file.
vi.hoisted(() => vi.resetModules())
vi.mock('../../worker/limits', async (original) => {
  const { limits } = await original<typeof import('../../worker/limits')>()
  return {
    limits: { ...limits, lines: { ...limits.lines, exchangedBytes: 2_000, exchangedRows: 3, maxValueBytes: 400 } },
  }
})

const { databasesOf, publish } = await import('./tables')
const { unionSource } = await import('../../worker/lines/query/union-source')
const { parseValuesAgg } = await import('../../worker/lines/aggregate/parse-values-agg')
const { readBuckets } = await import('../../worker/lines/aggregate/read-buckets')

const fields: Field[] = [{ key: 'name', type: 'string' }]
const rowsOf = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `name ${at}` }))

async function groups(counts: number[]) {
  const parts = await Promise.all(
    counts.map((count, shard) => publish(fields, rowsOf(count), new Map(), undefined, shard)),
  )
  const source = unionSource(parts, fields)
  const request = parseValuesAgg(new URLSearchParams('field=name&agg_size=1000&sort=-count'), source)
  const { rows } = await readBuckets(databasesOf(source), request, source)
  return rows.map(({ n }) => n)
}

const times = (count: number, n: number) => Array.from({ length: count }, () => n)

test('rows in many parameters are all counted', async () => {
  expect(await groups([200, 100])).toEqual([...times(100, 2), ...times(100, 1)])
})

test('one large table beside small ones has the bytes that they leave', async () => {
  expect(await groups([200, 100, 5])).toEqual([...times(5, 3), ...times(95, 2), ...times(100, 1)])
})

test('a query that would send more is refused', async () => {
  await expect(groups([400, 300])).rejects.toMatchObject({ code: 'databases-exchange-too-large', status: 400 })
})
