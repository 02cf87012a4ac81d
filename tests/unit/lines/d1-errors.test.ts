import { expect, test } from 'vitest'
import type { LineSource } from '../../../worker/lines'
import { isTableGone, queryProblem } from '../../../worker/lines/read/d1-errors'

const layout = { places: [], searchable: [], located: false, maxLineBytes: 200 }
const source: LineSource = {
  pointer: { shard: 0, run: 'x', layout, count: 7 },
  fields: [
    { key: 'kind', type: 'string', 'x-cardinality': 3 },
    { key: 'town', type: 'string', 'x-cardinality': 900 },
    { key: 'note', type: 'string', 'x-cardinality': 990, 'x-capabilities': { index: false } },
  ],
  defaultOrder: 'file',
}

test.each([
  'D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.',
  'D1_ERROR: D1 DB exceeded its CPU time limit and was reset.',
])('%s has advice on the query', (message) => {
  const expected = { code: 'query-too-long', status: 400, params: { lines: 7, fields: 'town, kind' } }
  expect(queryProblem(new Error(message), source)).toMatchObject(expected)
})

test('any other error is unchanged', () => {
  const error = new Error('D1_ERROR: no such table: lines_x: SQLITE_ERROR')
  expect(queryProblem(error, source)).toBe(error)
  expect(isTableGone(error)).toBe(true)
  expect(isTableGone('no such table')).toBe(false)
})
