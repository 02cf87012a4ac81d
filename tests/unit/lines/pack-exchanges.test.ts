import { expect, test } from 'vitest'
import { limits } from '../../../worker/limits'
import { pack } from '../../../worker/lines/read/read-exchanges'

test('rows of several selects share a parameter, in lists of their own', () => {
  const { parameters, pieces } = pack([['[1],[2]', '[3]'], [], ['["a"]']])
  expect(parameters).toEqual(['[[[1],[2],[3]],[["a"]]]'])
  expect(pieces).toEqual([[{ parameter: 0, index: 0 }], [], [{ parameter: 0, index: 1 }]])
})

test('rows beyond the size of a parameter are in the next one', () => {
  const text = `["${'é'.repeat(limits.lines.maxValueBytes / 5)}"]`
  const { parameters, pieces } = pack([[text, text, text], [text]])
  expect(parameters.map((one) => JSON.parse(one).map((list: unknown[]) => list.length))).toEqual([[2], [1, 1]])
  expect(parameters.every((one) => Buffer.byteLength(one) <= limits.lines.maxValueBytes)).toBe(true)
  expect(pieces).toEqual([
    [
      { parameter: 0, index: 0 },
      { parameter: 1, index: 0 },
    ],
    [{ parameter: 1, index: 1 }],
  ])
})
