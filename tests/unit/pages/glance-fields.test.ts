/** The columns of the first rows of a dataset. */
import { expect, test } from 'vitest'
import { limits } from '../../../worker/limits'
import { glanceFields } from '../../../worker/pages/dataset/glance-fields'
import { FieldProfile } from '../../../worker/schema/profile/field-profile'
import { field } from '../../support/fields'

const columns: Record<string, string[]> = {
  request: ['SR100', 'SR101', 'SR102', 'SR103'],
  reported: ['2024-01-01T10:00:00Z', '2024-01-02T10:00:00Z', '2024-01-03T10:00:00Z', '2024-01-04T10:00:00Z'],
  code: ['35238', '29019', '35238', '29019'],
  category: ['Pothole', 'Noise', 'Noise', 'Pothole'],
  cost: ['12.5', '7.1', '8', '9'],
}
const statistics = new Map(
  Object.entries(columns).map(([key, values]) => {
    const profile = new FieldProfile({ left: limits.schema.maxTrackedValuesInAll })
    for (const value of values) profile.add(value)
    return [key, profile.statistics()]
  }),
)
const [request, reported, code, category, cost] = [
  field('request'),
  field('reported', 'string', { format: 'date-time' }),
  field('code', 'integer'),
  field('category'),
  field('cost', 'number'),
]

test('categories and amounts come before dates, and codes are the last', () => {
  const keys = glanceFields([request, reported, code, category, cost], statistics).map(({ key }) => key)
  expect(keys).toEqual(['category', 'cost', 'reported', 'request', 'code'])
})

test('a few columns stay in their order', () => {
  expect(glanceFields([request, reported, category], statistics)).toEqual([request, reported, category])
})
