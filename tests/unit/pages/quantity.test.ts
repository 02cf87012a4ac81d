import { expect, test } from 'vitest'
import {
  alignedDecimals,
  areQuantities,
  decimalsIn,
  hasCents,
  isQuantity,
  knownCount,
  readable,
} from '../../../worker/pages/table/quantity'
import type { Field } from '../../../worker/schema/field'
import type { FieldStatistics } from '../../../worker/schema/profile/field-statistics'

const field = (name: string, type = 'integer', more: object = {}) =>
  ({ key: name.toLowerCase(), type, 'x-originalName': name, ...more }) as Field // what the function reads of one
const spread = (min: number, max: number, cardinality = 500, filled = 1_000) => ({
  min,
  max,
  cardinality,
  filled,
  empty: 0,
  cardinalityExact: true,
  frequent: [],
  longValues: 0,
  maxBytes: 8,
  nonAscii: false,
})

test.each([
  ['Population', spread(12, 213_000)],
  ['Montant', spread(0, 90_000)],
  ['Surface', spread(-5, 40_000)],
  ['Passages', spread(540, 9_474)],
  ['Capacity', spread(2_450, 4_140)],
  ['Entries', { ...spread(310, 1_930), sum: 905_000 }],
])('%s is read as an amount', (name, statistics) => {
  expect(isQuantity(field(name), statistics)).toBe(true)
})

test('a number with decimals is read as an amount', () => {
  expect(isQuantity(field('Prix', 'number'), undefined)).toBe(true)
})

test.each([
  ['Code postal', spread(1_000, 97_400)],
  ['codePostal', spread(100, 97_400)],
  ['Année', spread(1, 2_024)],
  ['N° SIRET', spread(1, 99_999_999_999_999)],
  ['Identifiant', spread(347_219, 98_877_381)],
  ['NUM_VOIE', spread(1, 20_000)],
  ['Ouverture', spread(1_950, 2_024)],
  ['Fondation', { ...spread(985, 2_024), sum: 1_902_000 }],
  ['Unité', spread(22_001, 29_302)],
  ['Ligne', spread(1, 20_000, 20_000, 20_000)],
])('%s is not', (name, statistics) => {
  expect(isQuantity(field(name), statistics)).toBe(false)
})

test('an integer without metadata or with a concept is not', () => {
  expect(isQuantity(field('Population'), undefined)).toBe(false)
  const coded = field('Lieu', 'integer', { 'x-refersTo': 'http://rdf.insee.fr/def/geo#codeCommune' })
  expect(isQuantity(coded, spread(1, 90_000))).toBe(false)
})

test.each([
  [98_877_381, 98_877_381],
  [0.1 + 0.2, 0.3],
  [1_234_567.891, 1_234_567.891],
])('%d is shown as %d', (value, shown) => {
  expect(readable(value)).toBe(shown)
})

test('an estimate has two digits', () => {
  expect([knownCount(7_728, true), knownCount(7_728, false), knownCount(979_990, false)]).toEqual([
    7_728, 7_700, 980_000,
  ])
})

test.each([
  [[1, 2.5, null, 'x', 3.25], 2],
  [[1, 2, 1000], 0],
  [[], 0],
  [[0.1234567], 0],
  [[1e-7, 2.5], 1],
])('the numbers of %j are aligned to %d decimals', (values, decimals) => {
  expect(alignedDecimals(values)).toBe(decimals)
})

test.each([
  ['Budget (€)', 1_408, 1, true],
  ['Budget (€)', 1_957.7, 0, true],
  ['Cost (USD)', 3, 2, true],
  // Whole amounts, exact ones, and other units.
  ['Budget (€)', 1_408, 0, false],
  ['Cours (€)', 1.0825, 4, false],
  ['Surface (m²)', 12.5, 1, false],
  ['Budget', 12.5, 1, true],
  ['Montant TTC', 350, 2, true],
  ['prixUnitaire', 4_500.75, 0, true],
  ['Coût', 1.0825, 4, false],
  // Rates, counts and thousands of amounts are none.
  ['Taux de subvention', 12.5, 1, false],
  ['Budget (k€)', 12.5, 1, false],
  ['Part du budget (%)', 12.5, 1, false],
  ['Surface', 12.5, 1, false],
])('cents of %s: %d among %d decimals', (name, value, decimals, expected) => {
  expect(hasCents(field(name, 'number'), value, decimals)).toBe(expected)
})

test.each<[string, Partial<FieldStatistics>, number]>([
  ['Montant', { min: 12, max: 4_500, sum: 9_000.5, frequent: [] }, 1],
  ['Montant', { min: 12, max: 4_500, sum: 9_000, frequent: [['1 200,50', 2]] }, 1],
  ['Montant', { min: 12, max: 4_500, sum: 0.1 + 0.2, frequent: [] }, 1],
  ['Montant', { min: 12, max: 4_500, sum: 9_000, frequent: [['12', 2]] }, 0],
  ['Surface', { min: 12, max: 4_500, sum: 9_000.5, frequent: [] }, 0],
])('a row of %s that is shown alone has the decimals that the statistics tell: %j', (name, statistics, decimals) => {
  expect(decimalsIn(field(name, 'number'), { ...spread(12, 4_500), ...statistics })).toBe(decimals)
})

test('integers of a preview are quantities by the values that are shown', () => {
  expect(areQuantities(field('total'), [19_592, 850, undefined])).toBe(true)
  expect(areQuantities(field('annee'), [2_024, 2_025])).toBe(false)
  expect(areQuantities(field('total'), [])).toBe(false)
})
