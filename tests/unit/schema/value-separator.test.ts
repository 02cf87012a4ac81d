import { expect, test } from 'vitest'
import { valueSeparator } from '../../../worker/schema/proposals/value-separator'

const repeated = ['water', 'sport', 'games', 'culture']
const pairs = (mark: string) => repeated.flatMap((one) => repeated.map((other) => one + mark + other))

test.each([
  ['|', pairs('|')],
  [';', pairs(' ; ')],
  [',', [...pairs(', '), ...repeated]],
])('lists of values that repeat are separated by %s', (separator, values) => {
  expect(valueSeparator(values)).toBe(separator)
})

test.each([
  ['names', ['Dupont, Jean', 'Martin, Anne', 'Durand, Paul']],
  ['addresses', ['12 rue de la Mer, 22000 Saint-Brieuc', '3 quai, 35000 Rennes', '1 place, 29200 Brest']],
  ['coordinates', ['48.1, -2.1', '48.2, -2.2', '48.3, -2.3']],
  [
    'names of food',
    ['Apricot', 'Pear', 'Peach', 'Cherry'].flatMap((one) =>
      ['canned', 'raw', 'dried'].map((other) => `${one}, ${other}`),
    ),
  ],
  ['sentences', ['By the sea, or in the town', 'By the sea, or on the hill']],
  ['values with one list', ['water', 'sport', 'games', 'water|sport']],
  ['empty parts', ['water|', 'sport|', 'games|']],
  ['no values', []],
])('%s have no separator', (_, values) => {
  expect(valueSeparator(values)).toBeUndefined()
})
