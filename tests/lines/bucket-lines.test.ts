/** Lines inside buckets, with deletions between the two reads. */
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { parseValuesAgg } from '../../worker/lines/aggregate/parse-values-agg'
import { readBuckets } from '../../worker/lines/aggregate/read-buckets'
import { tableName } from '../../worker/lines/storage/table-names'
import { publish } from './tables'

test('a line deleted between the reads does not move other lines to another bucket', async () => {
  const source = await publish(
    [
      { key: 'kind', type: 'string' },
      { key: 'name', type: 'string' },
    ],
    ['a', 'b', 'c', 'd', 'e'].map((kind) => ({ kind, name: `line of ${kind}` })),
  )
  const table = tableName(source.pointer.run)
  let isDeleted = false
  const deleting = new Proxy(env.LINES_0, {
    get: (database, name: keyof D1Database) => {
      if (name !== 'batch') return (database[name] as (...args: unknown[]) => unknown).bind(database)
      return async (statements: D1PreparedStatement[]) => {
        const results = await database.batch(statements)
        if (!isDeleted) await database.prepare(`DELETE FROM ${table} WHERE _i=2`).run()
        isDeleted = true
        return results
      }
    },
  })
  const params = new URLSearchParams('field=kind&size=1&sort=key')
  const { lines } = await readBuckets(deleting, parseValuesAgg(params, source), source)
  expect(isDeleted).toBe(true)
  const shown = [...lines.values()].map(([line = '']) => JSON.parse(line).kind)
  expect(shown).toEqual(['a', 'c', 'd', 'e'])
  for (const [bucket, [line = '']] of lines) expect(bucket).toContain(JSON.parse(line).kind)
})
