import { expect, test } from 'vitest'
import { faultOf, isTableGone } from '../../../worker/lines/fault'

test.each([
  'D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.',
  'D1_ERROR: D1 DB exceeded its CPU time limit and was reset.',
])('%s tells its reader what to ask instead', (message) => {
  const expected = { code: 'query-too-long', status: 400, params: { lines: 7 } }
  expect(faultOf(new Error(message), 7)).toMatchObject(expected)
})

test('any other fault stays what it is', () => {
  const error = new Error('D1_ERROR: no such table: lines_x: SQLITE_ERROR')
  expect(faultOf(error, 7)).toBe(error)
  expect(isTableGone(error)).toBe(true)
  expect(isTableGone('no such table')).toBe(false)
})
