import { expect, it } from 'vitest'
import type { Field } from '../../../worker/schema/field'
import { columnMatches } from '../../../worker/schema/proposals/match-columns'
import type { ObservedColumn } from '../../../worker/schema/proposals/propose-concepts'
import { field } from '../../support/fields'

const observed = (key: string, values: string[], type: Field['type'] = 'string', title?: string): ObservedColumn => ({
  field: field(key, type, title ? { title } : {}),
  statistics: undefined,
  values,
})
const towns = ['Dinan', 'Lannion', 'Brest', 'Quimper']
const numbers = Array.from({ length: 8 }, (_, at) => String(at * 17))

it('columns with the same values match, whatever their names', () => {
  const added = [observed('colour', ['red', 'blue']), observed('name', [...towns, 'Rennes'])]
  expect(columnMatches([observed('nom', towns)], added)).toMatchObject([
    { key: 'nom', fileKey: 'name', reason: { key: 'values', shared: 4, of: 4, sample: 'Dinan' } },
  ])
})

it.each([
  ['codepostal', 'code_postal'],
  ['adresse', 'adresses'],
  ['nb_places', 'places_nb'],
  ['espece', 'espece_de_l_arbre'],
])('columns named %s and %s match, whatever their values', (key, fileKey) => {
  const match = { key, fileKey, reason: { key: 'name' } }
  expect(columnMatches([observed(key, ['1'], 'integer')], [observed(fileKey, ['a'])])).toEqual([match])
})

it('the title of a column is a name of it', () => {
  const gone = observed('c4', [], 'string', 'Commune')
  expect(columnMatches([gone], [observed('commune', [])])).toMatchObject([{ key: 'c4', fileKey: 'commune' }])
})

it.each([
  ['words', 'nom', towns, 'string', 'colour', ['red', 'blue', 'Dinan']],
  ['few numbers', 'age', ['1', '2', '3', '4'], 'integer', 'floor', ['1', '2', '3', '4']],
  ['booleans', 'open', ['true', 'false'], 'boolean', 'free', ['true', 'false']],
  ['empty columns', 'nom', [], 'string', 'size', []],
] as const)('other %s do not', (_, key, before, type, fileKey, after) => {
  expect(columnMatches([observed(key, [...before], type)], [observed(fileKey, [...after], type)])).toEqual([])
})

it('the columns most alike match first, each once', () => {
  const gone = [observed('town', towns.slice(0, 2)), observed('size', numbers, 'integer'), observed('city', towns)]
  const added = [observed('taille', numbers, 'integer'), observed('ville', towns)]
  const pairs = columnMatches(gone, added).map(({ key, fileKey }) => [key, fileKey])
  expect(pairs.sort()).toEqual([
    ['size', 'taille'],
    ['town', 'ville'],
  ])
})

it.each([
  ['visits_2023', 'visits_2024'],
  ['c1', 'c2'],
  ['adresse', 'adresse 2'],
])('columns named %s and %s do not match, whatever their values', (key, fileKey) => {
  expect(columnMatches([observed(key, numbers, 'integer')], [observed(fileKey, numbers, 'integer')])).toEqual([])
})
