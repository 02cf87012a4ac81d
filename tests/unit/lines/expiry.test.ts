/** The instant before which lines are expired. */
import { expect, test } from 'vitest'
import { expiryOf } from '../../../worker/datasets/lines-api/write/expire'

test.each([
  ['2026-03-31T12:00:00.000Z', 1, '2026-02-28T12:00:00.000Z'],
  ['2024-03-31T12:00:00.000Z', 1, '2024-02-29T12:00:00.000Z'],
  ['2026-08-31T00:00:00.000Z', 2, '2026-06-30T00:00:00.000Z'],
  ['2026-05-15T08:00:00.000Z', 12, '2025-05-15T08:00:00.000Z'],
])('%s, %d months before, is %s', (now, value, expected) => {
  expect(expiryOf(new Date(now), { value, unit: 'months' })).toBe(expected)
})

test('a delay without unit is in days', () => {
  expect(expiryOf(new Date('2026-03-10T00:00:00.000Z'), { value: 10 })).toBe('2026-02-28T00:00:00.000Z')
})
