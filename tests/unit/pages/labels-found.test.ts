/** The labels that a search of rows finds. */
import { expect, test } from 'vitest'
import { labelsFound } from '../../../worker/pages/filters/labels-found'
import type { Field } from '../../../worker/schema/field'

const labels = { '22000': 'Saint-Brieuc', '22360': 'Langueux', sport: 'Sport' }
const town: Field = { key: 'town', type: 'string', 'x-labels': labels }
const hidden: Field = { ...town, key: 'hidden', 'x-capabilities': { index: false } }

test.each([
  ['saint-brieuc', ['22000']],
  ['BRIEUC', ['22000']],
  [' langueux ', ['22360']],
  // The text is itself a value, which the search of rows reads.
  ['sport', []],
  ['22000', []],
  ['quimper', []],
  ['', []],
  [null, []],
])('%j finds the values %j', (text, values) => {
  expect(labelsFound(text, [town, hidden, { key: 'plain', type: 'string' }]).map(({ value }) => value)).toEqual(values)
})

test('the nearest labels come first, and only some of many', () => {
  const many = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`v${at}`, `Town${'s'.repeat(9 - at)}`]))
  const found = labelsFound('town', [{ ...town, 'x-labels': many }])
  expect(found.map(({ value }) => value)).toEqual(['v8', 'v7', 'v6', 'v5'])
})
