/** Maps and cards: requests of a configuration, and colours. */
import { describe, expect, test } from 'vitest'
import { cardsOf } from '../../../applications/cards/config'
import { mapOf } from '../../../applications/map/config'
import { categoryLegend, numberLegend } from '../../../applications/map/legend'
import { mapMessages } from '../../../applications/map/messages'
import { type Dataset, readApplication, readFields } from '../../../applications/shared/application'
import {
  categoryColors,
  classColors,
  leadingColor,
  mapCategoryColors,
  otherValuesColor,
  textOn,
} from '../../../applications/shared/legends/palette'
import { formatsOf, languageOf } from '../../../applications/shared/locale'

const fields = readFields([
  {
    key: 'name',
    type: 'string',
    title: 'Name',
    'x-refersTo': 'http://www.w3.org/2000/01/rdf-schema#label',
    'x-concept': { id: 'label' },
  },
  { key: 'kind', type: 'string' },
  { key: 'people', type: 'integer' },
  { key: 'lat', type: 'number', 'x-refersTo': 'http://schema.org/latitude' },
  { key: '_geopoint', type: 'string', 'x-calculated': true },
])
const dataset: Dataset = {
  id: 'd',
  href: 'https://data.example.org/api/v1/datasets/d',
  title: 'D',
  fields,
  hasPictures: false,
}
const look = { theme: 'light', primary: '#0b7a64', formats: formatsOf('en'), say: mapMessages.en } as const

describe('a map', () => {
  test('shows names and readable columns by default', () => {
    const result = mapOf({}, dataset)
    expect(result).toMatchObject({ map: { label: { key: 'name' }, coloring: { by: 'none' }, isClustered: true } })
    if ('map' in result) expect(result.map.fields.map(({ key }) => key)).toEqual(['kind', 'people'])
  })

  test('reports a missing colour column or missing positions', () => {
    const texts = { ...dataset, fields: fields.filter(({ key }) => key !== 'people') }
    expect(mapOf({ data: { colorBy: 'number' } }, texts)).toEqual({ missing: ['number'] })
    expect(mapOf({ data: { colorBy: 'category', category: 'gone' } }, dataset)).toEqual({ missing: ['category'] })
    expect(mapOf({}, { ...dataset, fields: fields.slice(1, 3) })).toEqual({ missing: ['places'] })
  })

  test('is coloured by the first quantities while no column is chosen', () => {
    const result = mapOf({ data: { colorBy: 'number' } }, dataset)
    expect(result).toMatchObject({ map: { coloring: { by: 'number', field: { key: 'people' } } } })
  })

  test('colours categories, and values in none of them', () => {
    const [, kind] = fields
    if (!kind) throw new Error('no column')
    const legend = categoryLegend(kind, ['a', 'b'], true, look)
    // The colours are those of the Map tab of the dataset.
    expect(legend.entries.map(({ name, value, color }) => [name, value, color])).toEqual([
      ['a', 'a', mapCategoryColors[0]],
      ['b', 'b', mapCategoryColors[1]],
      ['Other', undefined, otherValuesColor],
    ])
    expect(legend.color).toHaveLength(2 + 2 * 2 + 1)
    expect(typeof categoryLegend(kind, [], false, look).color).toBe('string')
  })

  test('colours classes of a number', () => {
    const [, , people] = fields
    if (!people) throw new Error('no column')
    const coloring = { by: 'number', field: people, classes: 4, method: 'equal' } as const
    const legend = numberLegend(coloring, [0, 100], look)
    expect(legend.entries.map(({ name }) => name)).toEqual(['< 25', '25 – 50', '50 – 75', '≥ 75'])
    expect(numberLegend(coloring, [5, 5], look).entries).toEqual([])
  })
})

describe('cards', () => {
  test.each([
    [{ schema: [{ key: 'photo', 'x-refersTo': 'http://schema.org/image', 'x-concept': { id: 'image' } }] }, true],
    [{ schema: [{ key: 'file' }], attachmentsAsImage: true }, true],
    [{ schema: [{ key: 'file' }] }, false],
  ])('request thumbnails only for images of the dataset: %j', (entry, hasPictures) => {
    const datasets = [{ href: 'https://data.example.org/api/v1/datasets/d', ...entry }]
    expect(readApplication({ configuration: { datasets } }).datasets).toMatchObject([{ hasPictures }])
  })

  test('take their title from the concept, and show all columns in the detail', () => {
    expect(cardsOf({}, dataset)).toMatchObject({ title: { key: 'name' }, sort: '', size: 12, facets: [] })
    expect(cardsOf({}, dataset)?.fields.map(({ key }) => key)).toEqual(['kind', 'people'])
    expect(cardsOf({ data: { subtitle: 'kind' } }, dataset)?.fields).toEqual([])
    expect(cardsOf({}, dataset)?.details.map(({ key }) => key)).toEqual(['kind', 'people', 'lat'])
  })

  test('are sorted and filtered by existing columns', () => {
    const data = { sort: 'people', descending: true, facets: ['kind', 'gone'], size: 1_000, title: 'kind' }
    const cards = cardsOf({ data }, dataset)
    expect(cards).toMatchObject({ sort: '-people', size: 60, title: { key: 'kind' } })
    expect(cards?.facets.map(({ key }) => key)).toEqual(['kind'])
    expect(cardsOf({}, { ...dataset, fields: [] })).toBeUndefined()
  })
})

test('the numbers of an axis have one notation', () => {
  const { compact } = formatsOf('en')
  expect([5_000, 10_000].map((value) => compact(value, 10_000))).toEqual(['5K', '10K'])
  expect(compact(5_000, 8_000)).toBe('5,000')
})

describe('colours', () => {
  test.each([
    [null, 'light', '#0b6654'],
    [null, 'dark', '#63cfb4'],
    ['#0b6654', 'dark', '#63cfb4'],
    ['#ffff00', 'light', '#'],
    ['#000080', 'dark', '#'],
    ['red;}', 'light', '#0b6654'],
    ['#123', 'light', '#112233'],
  ] as const)('the primary colour %s is readable in the %s theme', (requested, theme, expected) => {
    const color = leadingColor(requested, theme)
    expect(color.startsWith(expected)).toBe(true)
    expect(color).toMatch(/^#[0-9a-f]{6}$/)
    if (expected === '#') expect(color).not.toBe(requested)
  })

  test('of categories and classes are distinct, in the requested number', () => {
    expect(new Set(categoryColors('#0b7a64', 'light', 9)).size).toBe(9)
    for (const theme of ['light', 'dark'] as const) expect(new Set(classColors('#0b7a64', theme, 7)).size).toBe(7)
    expect([textOn('#ffffff'), textOn('#0b3a34')]).toEqual(['#101619', '#ffffff'])
  })
})

test.each([
  ['', ['fr-FR', 'en'], 'fr'],
  ['i18n_lang=en; theme=dark', ['fr'], 'en'],
  ['', ['de', 'fr'], 'fr'],
  ['', ['de'], 'en'],
] as const)('with the cookies "%s" and the languages %j it is %s', (cookies, languages, language) => {
  expect(languageOf(cookies, languages)).toBe(language)
})
