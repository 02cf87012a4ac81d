import { describe, expect, it } from 'vitest'
import type { Field } from '../../../worker/schema/field'
import { observed } from '../../../worker/schema/profile/field-observations'
import { FieldProfile } from '../../../worker/schema/profile/field-profile'
import { field, lat } from '../../support/fields'

describe('statistics of a column', () => {
  const over = (values: string[], described: Field, lines = values.length) => {
    const profile = new FieldProfile({ left: 10_000 })
    for (const value of values) profile.add(value)
    return observed(described, profile.statistics(), lines)
  }

  it('lists repeated values, most frequent first, as stored', () => {
    expect(over(['1', '2', '1,0', '2', '1', '2', '1'], field('a', 'number'))).toEqual({
      'x-cardinality': 2,
      enum: [1, 2],
    })
    expect(over(['a,b', 'b', 'b', 'a,b'], field('a', 'string', { separator: ',' }))).toEqual({
      'x-cardinality': 2,
      enum: ['b', 'a'],
    })
  })

  it.each([
    ['values that hardly repeat', over(['a', 'b', 'c', 'a'], field('a')), { 'x-cardinality': 3 }],
    ['a column that is mostly empty', over(['a', 'a'], field('a'), 10), { 'x-cardinality': 1 }],
    [
      'more values than a list holds',
      over(
        [...Array(153).keys()].map((n) => `${n % 51}`),
        field('a'),
      ),
      { 'x-cardinality': 51 },
    ],
    ['a latitude', over(['1', '1'], field('a', 'number', { 'x-refersTo': lat })), {}],
    [
      'a field that cannot be grouped',
      over(['1', '1'], field('a', 'string', { 'x-capabilities': { values: false } })),
      {},
    ],
  ])('lists nothing for %s', (_, answer, expected) => {
    expect(answer).toEqual(expected)
  })
})
