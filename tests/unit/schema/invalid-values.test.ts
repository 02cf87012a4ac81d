import { expect, test } from 'vitest'
import type { Field } from '../../../worker/schema/field'
import { invalidValues } from '../../../worker/schema/profile/invalid-values'
import { dateNotation } from '../../../worker/schema/proposals/date-notation'

const counted = (values: string[]) => values.map((value): [string, number] => [value, 2])
const check = (field: Pick<Field, 'type' | 'separator' | 'x-transform'>, values: string[]) =>
  invalidValues({ key: 'a', ...field }, { values: counted(values), maxSamples: 2 })

test.each([
  ['number', { type: 'number' as const }, ['1', '2,5', 'n.c.', ' '], { valid: 4, invalid: 2, samples: ['n.c.'] }],
  ['integer', { type: 'integer' as const }, ['1', '2.5', 'x', 'y'], { valid: 2, invalid: 6, samples: ['2.5', 'x'] }],
  ['text', { type: 'string' as const }, ['1', 'x'], { valid: 4, invalid: 0, samples: [] }],
  [
    'computed number',
    { type: 'number' as const, 'x-transform': { type: 'number', expr: 'REPLACE(value, " €", "")' } },
    ['12 €', 'n.c.'],
    { valid: 2, invalid: 2, samples: ['n.c.'] },
  ],
  ['list', { type: 'integer' as const, separator: ';' }, ['1;2', '1;x'], { valid: 2, invalid: 2, samples: ['1;x'] }],
])('the values that are not of the type %s are counted by cells', (_, field, values, expected) => {
  expect(check(field, values)).toEqual(expected)
})

test.each([
  ['date', ['12/03/2024', '1/4/2024', 'n.c.'], 'D/M/YYYY'],
  ['date', ['2024-03-12', '1/4/2024', '2024-03-13'], undefined],
  ['date', ['n.c.'], undefined],
  ['date-time', ['12/03/2024 10:00', '12/03/2024'], 'D/M/YYYY H:m'],
] as const)('the notation of a %s column is that of most of its values: %j', (format, values, expected) => {
  expect(dateNotation(format, counted([...values]))).toBe(expected)
})
