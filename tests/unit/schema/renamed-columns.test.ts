import { describe, expect, it } from 'vitest'
import { inOrderOf, laterRenamed, withKeptKeys, withRenamed } from '../../../worker/schema/keys/renamed-columns'
import { column, field } from '../../support/fields'

const columns = (...keys: string[]) => keys.map((key, index) => ({ index, key, originalName: key }))
const keys = (of: { key: string }[]) => of.map(({ key }) => key)

describe('columns of a file with renamed headers', () => {
  it('keep their key', () => {
    expect(withKeptKeys(columns('name', 'places'), [{ fileKey: 'name', key: 'nom' }])).toEqual([
      { index: 0, key: 'nom', originalName: 'name' },
      { index: 1, key: 'places', originalName: 'places' },
    ])
  })

  it('have the key of their header where another header gives the kept one', () => {
    expect(keys(withKeptKeys(columns('name', 'nom'), [{ fileKey: 'name', key: 'nom' }]))).toEqual(['name', 'nom'])
  })

  it.each(['constructor', '__proto__'])('may have the key %s', (name) => {
    expect(keys(withKeptKeys(columns(name), []))).toEqual([name])
    expect(keys(withKeptKeys(columns('a'), [{ fileKey: 'a', key: name }]))).toEqual([name])
  })
})

it('a key has the header of the last decision, and a header the key of it', () => {
  const before = [
    { fileKey: 'name', key: 'nom' },
    { fileKey: 'size', key: 'taille' },
    { fileKey: 'year', key: 'annee' },
  ]
  const after = [
    { fileKey: 'label', key: 'nom' },
    { fileKey: 'size', key: 'pointure' },
  ]
  expect(laterRenamed(before, after)).toEqual([{ fileKey: 'year', key: 'annee' }, ...after])
})

it('fields of renamed columns have the settings before, and the type of the file', () => {
  const before = [
    field('nom', 'string', { title: 'Name', 'x-refersTo': 'c', format: 'date' }),
    field('places', 'string'),
  ]
  const detected = [column('places', 'string'), column('name', 'integer')]
  const schema = [field('places', 'string'), field('name', 'integer', { title: 'Other' })]
  const renamed = withRenamed(before, { schema, detected }, [{ fileKey: 'name', key: 'nom' }])
  expect(renamed.schema[1]).toEqual({
    key: 'nom',
    type: 'integer',
    title: 'Name',
    'x-refersTo': 'c',
    'x-originalName': 'NAME',
  })
  expect(keys(renamed.detected)).toEqual(['places', 'nom'])
  expect(keys(inOrderOf(before, renamed.schema))).toEqual(['nom', 'places'])
})

it('a renamed column without a title keeps its former header as its title', () => {
  const before = [field('nom', 'string', { 'x-originalName': 'Nom' })]
  const read = { schema: [field('name', 'string')], detected: [column('name', 'string')] }
  const [renamed] = withRenamed(before, read, [{ fileKey: 'name', key: 'nom' }]).schema
  expect(renamed).toMatchObject({ key: 'nom', title: 'Nom', 'x-originalName': 'NAME' })
})

it.each([
  [undefined, undefined],
  ['Visits', 'Visits'],
])('a renamed column of another year has the new header, unless it has a title: %s', (own, title) => {
  const before = [field('visits_2023', 'integer', { 'x-originalName': 'visits_2023', ...(own ? { title: own } : {}) })]
  const detected = [{ ...column('visits_2024', 'integer'), 'x-originalName': 'visits_2024' }]
  const read = { schema: [field('visits_2024', 'integer')], detected }
  const [renamed] = withRenamed(before, read, [{ fileKey: 'visits_2024', key: 'visits_2023' }]).schema
  expect(renamed).toMatchObject({ key: 'visits_2023', 'x-originalName': 'visits_2024' })
  expect(renamed?.title).toBe(title)
})
