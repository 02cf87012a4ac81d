/** Maps: their settings and view in the address, their colours and sizes, the sampling of their tiles. */
import { describe, expect, test } from 'vitest'
import { circlesOf, radii, radiusOf } from '../../../applications/shared/legends/circles'
import { colorOf, radiusExpression } from '../../../worker/pages/islands/mapping/paint'
import { readCounts, samplingOf, tilesOf } from '../../../worker/pages/islands/mapping/sampling'
import { popupText } from '../../../worker/pages/islands/mapping/value-text'
import { type MapView, readView, writeView } from '../../../worker/pages/islands/mapping/view-address'
import { classFilter, mapSettings } from '../../../worker/pages/map/settings'
import { field, lat } from '../../support/fields'

const fields = [
  field('kind', 'string', { enum: ['a', 'b'] }),
  field('note'),
  field('people', 'integer'),
  field('code', 'integer', { enum: [1, 2] }),
  field('tags', 'string', { enum: ['a'], separator: ';' }),
  field('lat', 'number', { 'x-refersTo': lat }),
  field('day', 'string', { format: 'date' }),
]

test.each([
  ['', { color: undefined, radius: undefined, refused: undefined }],
  ['color=kind', { color: { by: 'category' } }],
  ['color=people', { color: { by: 'number', classes: 5, method: 'quantile' } }],
  ['color=people&classes=3&method=natural', { color: { by: 'number', classes: 3, method: 'natural' } }],
  ['color=people&classes=1e9&method=__proto__', { color: { by: 'number', classes: 5, method: 'quantile' } }],
  ['category=people', { color: { by: 'category' } }],
  ['color=code', { color: { by: 'category' } }],
  ['radius=people', { radius: { key: 'people' } }],
  ['radius=kind', { radius: undefined, refused: 'kind' }],
  ['radius=lat', { radius: undefined, refused: 'lat' }],
  ['color=note', { color: undefined, refused: 'note' }],
  ['color=tags', { color: undefined, refused: 'tags' }],
  ['color=gone', { color: undefined, refused: 'gone' }],
  ['color=day', { color: undefined, refused: 'day' }],
  ['color=constructor', { color: undefined, refused: 'constructor' }],
])('the settings of ?%s', (query, expected) => {
  expect(mapSettings(new URLSearchParams(query), fields)).toMatchObject(expected)
})

test.each<[string, [number | undefined, number | undefined], boolean, object]>([
  ['', [10, 20], false, { n_gte: '10', n_lt: '20' }],
  ['', [undefined, 20], false, { n_gte: undefined, n_lt: '20' }],
  ['n_gte=10&n_lt=20', [10, 20], true, { n_gte: undefined, n_lt: undefined }],
  ['n_gte=10&n_lt=20', [20, undefined], false, { n_gte: '20', n_lt: undefined }],
  ['other_gte=10&other_lt=20', [10, 20], false, { n_gte: '10', n_lt: '20' }],
  ['', [undefined, undefined], false, { n_gte: undefined, n_lt: undefined }],
])('with ?%s the class of %j', (query, range, isActive, changes) => {
  expect(classFilter(new URLSearchParams(query), 'n', range)).toEqual({ isActive, changes })
})

describe('the view in the address', () => {
  test.each<[string, MapView]>([
    ['9.5/48.4/-4.5', { zoom: 9.5, center: [-4.5, 48.4] }],
    ['0/0/0', { zoom: 0, center: [0, 0] }],
  ])('%j is %j', (text, view) => expect(readView(text)).toEqual(view))

  test.each([
    ...[
      null,
      '',
      '9/48',
      '23/0/0',
      '5/86/0',
      '5/0/181',
      '5/0/0/0',
      '1e1/0/0',
      '5/NaN/0',
      '-1/0/0',
      '5/ 0/0',
      '5/0x1/0',
    ],
  ])('%j is not a view', (text) => expect(readView(text)).toBeUndefined())

  test.each([
    [{ zoom: 9.512_34, center: [-4.512_345_6, 48.423_456_7] }, '9.51/48.4235/-4.5123'],
    [{ zoom: 17, center: [2.352_222_2, 48.856_666_6] }, '17/48.856667/2.352222'],
    [{ zoom: 1, center: [190.5, 89] }, '1/85/-169.5'],
    [{ zoom: 1, center: [-540, 0] }, '1/0/-180'],
  ] as const)('%j is written %s, and read again', (view, text) => {
    expect(writeView({ zoom: view.zoom, center: [...view.center] })).toBe(text)
    expect(readView(text)).toBeDefined()
  })
})

describe('the sampling of tiles', () => {
  test.each<[[number, number, number, number], number, string[]]>([
    [[-180, -85, 179, 85], 0, ['0/0/0']],
    [[-5, 47, 9, 51], 5.9, ['5/15/10', '5/15/11', '5/16/10', '5/16/11']],
    [[170, 0, 190, 1], 2, ['2/3/1', '2/3/2', '2/0/1', '2/0/2']],
    [[2.35, 48.85, 2.35, 48.85], 20, ['16/33195/22548']],
  ])('%j at zoom %d is %j', (bounds, zoom, tiles) => expect(tilesOf(bounds, zoom, 16)).toEqual(tiles))

  test.each<[[number, number][], number]>([
    [[], 1],
    [[[10, 10]], 1],
    [[[0, 0]], 1],
    [[[10, 340]], 34],
    [[[99, 100]], 2],
    [
      [
        [100, 300],
        [50, 50],
      ],
      2,
    ],
    [[[10_000, 345_678]], 35],
  ])('of tiles with %j is 1 in %d', (counts, ratio) => {
    const known = new Map(counts.map(([returned, total], at) => [`5/${at}/0`, { returned, total }]))
    expect(samplingOf([...known.keys(), '5/31/31'], known)).toBe(ratio)
  })

  test.each([
    ['5/10', { returned: 5, total: 10 }],
    [null, undefined],
    ['5', undefined],
    ['a/b', undefined],
  ])('the header %j', (header, counts) => expect(readCounts(header)).toEqual(counts))
})

const [light, dark] = [
  { theme: 'light', leading: '#0b6654' },
  { theme: 'dark', leading: '#63cfb4' },
] as const

describe('colours and sizes', () => {
  test('are expressions that compare with the bounds of the legend', () => {
    const shades = ['a', 'b', 'c'].map((name) => [`light-${name}`, `dark-${name}`] as const)
    expect(colorOf({ by: 'number', field: 'n', bounds: [10, 20], colors: shades }, dark)).toMatchObject({
      2: ['step', ['to-number', ['get', 'n']], 'dark-a', 10, 'dark-b', 20, 'dark-c'],
    })
    const values = [{ value: 'x', color: ['l', 'd'] as const }]
    expect(colorOf({ by: 'category', field: 'k', values }, light)).toEqual(
      expect.arrayContaining(['match', ['to-string', ['get', 'k']], 'x', 'l']),
    )
    expect(colorOf(undefined, dark)).toBe('#63cfb4')
    expect(radiusExpression(undefined)).toBeUndefined()
    expect(JSON.stringify(radiusExpression({ field: 'n', max: 50 }))).toContain('"sqrt"')
  })

  test('of circles grow by area, and stay within their limits', () => {
    const grown = (value: number) => (radiusOf(value, 100) - radii.least) ** 2
    expect(grown(40) / grown(10)).toBeCloseTo(4)
    for (const value of [-5, 0, Number.NaN]) expect(radiusOf(value, 100)).toBe(radii.least)
    expect(radiusOf(1_000, 100)).toBe(radii.most)
  })

  test.each([
    [0, []],
    [Number.NaN, []],
    [2_980, [100, 700, 2_000]],
    [1, [0.05, 0.2, 1]],
    [0.000_3, [0.000_01, 0.000_07, 0.000_3]],
  ])('the circles of a legend up to %d have round numbers', (max, values) => {
    expect(circlesOf(max).map(({ value }) => value)).toEqual(values)
  })
})

const popup = { language: 'en', say: { yes: 'Yes', no: 'No' } }
const plain = {
  key: 'c',
  name: 'C',
  isQuantity: false,
  isLabel: false,
  isPosition: false,
  labels: undefined,
  timeZone: undefined,
}
test.each([
  [{ ...plain, kind: 'number', isQuantity: true } as const, 12_345.5, '12,345.5'],
  [{ ...plain, kind: 'number', isQuantity: true, hasCents: true } as const, 1_200.5, '1,200.50'],
  [{ ...plain, kind: 'number' } as const, 2024, '2024'],
  [{ ...plain, kind: 'boolean' } as const, false, 'No'],
  [{ ...plain, kind: 'date' } as const, '2024-02-29', 'Feb 29, 2024'],
  [{ ...plain, kind: 'date' } as const, 'soon', 'soon'],
  [{ ...plain, kind: 'date-time', timeZone: 'Asia/Tokyo' } as const, '2024-07-01T08:00:00Z', 'Jul 1, 2024, 5:00 PM'],
  [{ ...plain, kind: 'text', labels: { a: 'Alpha' } } as const, 'a', 'Alpha'],
  [{ ...plain, kind: 'text', labels: { a: 'Alpha' } } as const, ['a', 'b'], 'Alpha, b'],
])('a popup writes %j of %j as %s', (column, value, text) => expect(popupText(column, value, popup)).toBe(text))
