/** Filters shared by applications in their addresses. */
import { describe, expect, test } from 'vitest'
import { readApplication } from '../../../applications/shared/application'
import { writeList } from '../../../applications/shared/charting/filter-list'
import {
  activeFilters,
  filterParameters,
  readList,
  selectedValues,
  withSelected,
  withToggled,
} from '../../../applications/shared/filters'

const [dataset] = readApplication({
  configuration: {
    datasets: [
      {
        id: 'shops',
        href: 'https://data.example.org/api/v1/datasets/shops',
        schema: [
          { key: 'town', type: 'string', 'x-refersTo': 'http://schema.org/City', 'x-concept': { id: 'city' } },
          { key: 'kind', type: 'string', title: 'Kind' },
        ],
      },
    ],
  },
}).datasets
if (!dataset) throw new Error('no dataset')
const [town, kind] = dataset.fields
if (!town || !kind) throw new Error('no columns')
const address = (query: string) => new URLSearchParams(query)

describe('the parameters of a request', () => {
  test.each([
    ['_c_city_eq=Brest&primary=%23f00&draft=true', [['_c_city_eq', 'Brest']]],
    ['_d_shops_kind_in=a,b&_d_other_kind_eq=c', [['kind_in', 'a,b']]],
    ['_c_date_match=2024-01-01&_c_q=', [['_c_date_match', '2024-01-01']]],
    ['kind_eq=a', []],
  ])('%s', (query, parameters) => {
    expect(filterParameters(address(query), dataset)).toEqual(parameters)
  })

  test('can omit those of a column', () => {
    const query = '_c_city_eq=Brest&_d_shops_town_in=a,b&_d_shops_kind_eq=c'
    expect(filterParameters(address(query), dataset, town)).toEqual([['kind_eq', 'c']])
  })
})

describe('a selection', () => {
  test('is written by concept, otherwise by column', () => {
    expect(String(withToggled(address('view=table'), { dataset, field: town, value: 'Brest' }))).toBe(
      'view=table&_c_city_eq=Brest',
    )
    expect(String(withToggled(address(''), { dataset, field: kind, value: 'a' }))).toBe('_d_shops_kind_eq=a')
  })

  test('grows, shrinks and ends', () => {
    const two = withToggled(address('_c_city_eq=Brest'), { dataset, field: town, value: 'Saint-Malo, Intra' })
    expect(selectedValues(two, dataset, town)).toEqual(['Brest', 'Saint-Malo, Intra'])
    expect(two.get('_c_city_in')).toBe('"Brest","Saint-Malo, Intra"')
    const one = withToggled(two, { dataset, field: town, value: 'Brest' })
    expect(String(one)).toBe(String(address('_c_city_eq=Saint-Malo, Intra')))
    expect(String(withSelected(one, { dataset, field: town, values: [] }))).toBe('')
  })

  test.each([[['a', 'b']], [['a,b', 'c"d']], [[' a']], [['é', '0']]])('of %j is read as it was written', (values) => {
    expect(readList(writeList(values))).toEqual(values)
  })

  test('is shown with the column that it concerns', () => {
    const [first, second] = activeFilters(address('_c_city_in=a,b&_d_shops_kind_starts=x&_c_other_eq=1'), dataset)
    expect(first).toMatchObject({ name: '_c_city_in', operator: 'in', values: ['a', 'b'], field: { key: 'town' } })
    expect(second).toMatchObject({ operator: 'starts', values: ['x'], field: { name: 'Kind' } })
  })
})
