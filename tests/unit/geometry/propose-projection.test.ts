/** Columns that names and ranges together suggest as coordinates of a projection. */
import { expect, test } from 'vitest'
import { projectedCoordinates } from '../../../worker/geometry'
import type { ObservedColumn } from '../../../worker/schema/proposals/propose-concepts'

type Column = [name: string, min: number, max: number]

const numbers = ([name, min, max]: Column): ObservedColumn => ({
  field: { key: name, type: 'number' },
  statistics: { filled: 2, cardinality: 2, min, max },
  values: [],
})

const france = { x: [229_000, 352_000.5], y: [6_780_000, 6_860_000.25] } as const
const antilles = { x: [640_000, 700_000], y: [1_760_000, 1_820_000] } as const
const pair = (x: string, y: string, area: { x: readonly [number, number]; y: readonly [number, number] }): Column[] => [
  ['name', 1, 2],
  [x, ...area.x],
  [y, ...area.y],
]

test.each<[string, string | undefined, Column[]]>([
  ...['x_l93/y_l93', 'X/Y', 'coordx/coordy', 'lambert_x/lambert_y', 'XL93/YL93', 'coordX/coordY'].map(
    (names): [string, string, Column[]] => {
      const [x = '', y = ''] = names.split('/')
      return [`${names} in France`, 'EPSG:2154', pair(x, y, france)]
    },
  ),
  ['words for the axes', 'EPSG:2154', pair('Coordonnée abscisse', 'Coordonnée ordonnée', france)],
  ['Lambert zone II', 'EPSG:27572', pair('X', 'Y', { x: [600_000, 610_000], y: [2_420_000, 2_430_000] })],
  ['coordinates of the Antilles and of Perpignan', undefined, pair('X', 'Y', antilles)],
  ['the Antilles, said by the names', 'EPSG:5490', pair('x_utm20n', 'y_utm20n', antilles)],
  ['WGS 84 said by the names', 'EPSG:32620', pair('x_utm_wgs84', 'y_utm_wgs84', antilles)],
  ['Perpignan, said by the names', 'EPSG:27572', pair('x_l2e', 'y_l2e', antilles)],
  ['Web Mercator', 'EPSG:3857', pair('x_mercator', 'y_mercator', { x: [-360_000, -220_000], y: [6.1e6, 6.2e6] })],
  ['out of the range of the named projection', undefined, pair('x_l93', 'y_l93', { x: [1, 2], y: [3, 4] })],
  ['pixels', undefined, pair('x', 'y', { x: [0, 1_920], y: [0, 1_080] })],
  ['an axis alone', undefined, [['x_l93', 229_000, 352_000]]],
  ['axes of two pairs', undefined, pair('x_l93', 'y_wgs', france)],
  ['other names', undefined, pair('taxes', 'yield', france)],
])('%s: %s', (_, code, columns) => {
  const found = projectedCoordinates(columns.map(numbers), new Map())
  expect(found?.code).toBe(code)
  const concepts = [...(found?.proposals ?? [])].map(([key, { concept }]) => [key, concept])
  expect(concepts).toEqual(
    code ? [columns.at(-2)?.[0], columns.at(-1)?.[0]].map((key, at) => [key, at ? 'coordY' : 'coordX']) : [],
  )
})

test('the reason is the range and the projection', () => {
  const found = projectedCoordinates(pair('x', 'y', france).map(numbers), new Map())
  expect(found?.proposals.get('y')?.reason).toEqual({
    key: 'projected',
    projection: 'RGF93 / Lambert-93',
    min: 6_780_000,
    max: 6_860_000.25,
  })
})

test('nothing is proposed where other columns place the rows', () => {
  const columns = pair('x', 'y', france).map(numbers)
  const place = { field: { key: 'place', type: 'string' as const }, statistics: undefined, values: [] }
  const latLon = { concept: 'latLon', reason: { key: 'values' as const, sample: '48.1,-3.2' } }
  expect(projectedCoordinates([...columns, place], new Map([['place', latLon]]))).toBeUndefined()
  const geometry = { ...place.field, 'x-refersTo': 'https://purl.org/geojson/vocab#geometry' }
  expect(projectedCoordinates([...columns, { ...place, field: geometry }], new Map())).toBeUndefined()
})
