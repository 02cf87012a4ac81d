import { expect, test } from 'vitest'
import { limits } from '../../../worker/limits'
import { FieldProfile } from '../../../worker/schema/profile/field-profile'

/** The near types of a column, and of the same column in slices. */
function nearTypes(values: readonly string[]) {
  const whole = new FieldProfile({ left: limits.schema.maxTrackedValuesInAll })
  let sliced = new FieldProfile({ left: limits.schema.maxTrackedValuesInAll })
  for (const [at, value] of values.entries()) {
    whole.add(value)
    sliced.add(value)
    if (at % 997 === 0)
      sliced = FieldProfile.fromJSON(JSON.parse(JSON.stringify(sliced.toJSON())), {
        left: limits.schema.maxTrackedValuesInAll,
      })
  }
  const { near } = whole.statistics()
  expect(sliced.statistics().near).toEqual(near)
  return near
}
const many = (count: number, write: (at: number) => string) => Array.from({ length: count }, (_, at) => write(at))

test.each([
  ['numbers and a word', ['1', '2,5', 'n.c.', ''], { number: { invalid: 1, samples: ['n.c.'] } }],
  [
    'whole numbers and others',
    ['1', '2', '3', '2.5', 'x'],
    { integer: { invalid: 2, samples: ['2.5', 'x'] }, number: { invalid: 1, samples: ['x'] } },
  ],
  [
    'dates and a word',
    ['12/03/2024', '13/03/2024', 'soon'],
    { date: { invalid: 1, samples: ['soon'], notation: 'D/M/YYYY' } },
  ],
  ['yes and no', ['oui', 'non', 'peut-être'], { boolean: { invalid: 1, samples: ['peut-être'] } }],
  [
    'numbers with a leading zero',
    ['01', '02'],
    { integer: { invalid: 0, samples: [] }, number: { invalid: 0, samples: [] } },
  ],
  ['words', ['a', 'b', '1'], undefined],
])('the near types of a column of %s', (_, values, expected) => {
  expect(nearTypes(values)).toEqual(expected)
})

test.each([0, 10, 4_000, 9_999])('one word among 10,000 distinct numbers is counted, at %i', (place) => {
  const values = many(10_000, (at) => (at === place ? 'n.c.' : `${at}.5`))
  expect(nearTypes(values)?.number).toEqual({ invalid: 1, samples: ['n.c.'] })
})

test('repeated words among many numbers are counted by cells', () => {
  const values = many(20_000, (at) => (at % 10 === 3 ? '-' : String(at)))
  expect(nearTypes(values)?.integer).toEqual({ invalid: 2_000, samples: ['-'] })
})

test('texts have no near types', () => {
  expect(nearTypes(many(5_000, (at) => `street ${at}`))).toBeUndefined()
})
