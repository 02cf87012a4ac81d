/** The JSON of a table, which has more rows than a page of the API. */
import { expect, test } from 'vitest'
import { limits } from '../../worker/limits'
import { keyOf } from '../support/accounts'
import { ask } from '../support/http'
import { published } from './support'

test('the JSON of a table has all its rows, in the order and with the filters of the table', async () => {
  const count = limits.lines.maxSize + 20
  const rows = Array.from({ length: count }, (_, at) => `${at},${at % 2 === 0 ? 'even' : 'odd'}`)
  const key = await keyOf()
  const { id } = await published(key, {}, `number,parity\n${rows.join('\n')}\n`)
  type Table = { total: number; results: { number: number; parity: string }[] }
  const all = await ask<Table>(`/dataset/${id}/table.json`)
  expect([all.total, all.results.length, new Set(all.results.map(({ number }) => number)).size]).toEqual([
    count,
    count,
    count,
  ])
  const last = await ask<Table>(`/dataset/${id}/table.json?sort=-number`)
  expect([last.results[0]?.number, last.results.at(-1)?.number]).toEqual([count - 1, 0])
  const some = await ask<Table>(`/dataset/${id}/table.json?parity_eq=odd&number_gte=${count - 4}`)
  expect([some.total, some.results.map(({ number }) => number)]).toEqual([2, [count - 3, count - 1]])
})
