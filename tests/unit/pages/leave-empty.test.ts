import { expect, test } from 'vitest'
import { leaveEmpty } from '../../../worker/pages/extensions/leave-empty'
import { compile } from '../../../worker/schema/expression'

const incomplete = new Set(['a', 'b'])

test.each([
  ['a * 1.2', 'DEFINED(a) ? a * 1.2 : null'],
  ['(a + b) / c', 'DEFINED(a) and DEFINED(b) ? (a + b) / c : null'],
  [' -a ', 'DEFINED(a) ? -a : null'],
])('%s is offered as %s', (formula, offered) => expect(leaveEmpty(formula, incomplete)).toBe(offered))

test.each(['c * 2', '', 'a *', 'SUM(a, b)', 'DEFINED(a) ? a * 2 : null', 'a > 1', '2 * 3'])('%s stays', (formula) =>
  expect(leaveEmpty(formula, incomplete)).toBeUndefined(),
)

test('the offered formula has no value where a column has none', () => {
  const offered = compile(leaveEmpty('a * 2 + b', incomplete) ?? '')
  const values = (a: number | null, b: number | null) =>
    offered(
      new Map([
        ['a', a],
        ['b', b],
      ]),
    )
  expect([values(1, 2), values(0, 0), values(null, 2), values(1, null)]).toEqual([4, 0, null, null])
})
