/** The column that names rows. */
import { expect, test } from 'vitest'
import { limits } from '../../../worker/limits'
import { labelField } from '../../../worker/pages/table/row-label'
import type { Field } from '../../../worker/schema/field'
import { FieldProfile } from '../../../worker/schema/profile/field-profile'
import { field } from '../../support/fields'

const label = 'http://www.w3.org/2000/01/rdf-schema#label'
const columns: Record<string, string[]> = {
  code: ['101', '102', '103', '104', '105'],
  kind: ['hall', 'hall', 'room', 'room', 'room'],
  name: ['Town hall', 'Library', 'Pool', 'Market', 'Market'],
  note: ['a', 'b', 'c', 'd', 'e'].map((letter) => letter.repeat(250)),
  sparse: ['Only', '', '', '', ''],
  day: ['2024-01-01', '2024-01-02', '2024-01-03', '2024-01-04', '2024-01-05'],
}
const statistics = new Map(
  Object.entries(columns).map(([key, values]) => {
    const profile = new FieldProfile({ left: limits.schema.maxTrackedValuesInAll })
    for (const value of values) profile.add(value)
    return [key, profile.statistics()]
  }),
)
const all = Object.keys(columns).map((key) => field(key, 'string', key === 'day' ? { format: 'date' } : {}))

test.each<[string, Field[], string | undefined]>([
  ['the first of short texts that nearly all differ', all, 'name'],
  ['the one with the concept', [...all, field('kind', 'string', { 'x-refersTo': label })], 'kind'],
  ['none among codes, categories, texts, dates and empty cells', all.filter(({ key }) => key !== 'name'), undefined],
  ['none of another concept', [field('name', 'string', { 'x-refersTo': 'http://schema.org/email' })], undefined],
  ['none without statistics', [field('unknown')], undefined],
])('is %s', (_, fields, key) => {
  expect(labelField(fields, statistics)?.key).toBe(key)
})
