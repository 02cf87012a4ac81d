/** Points at the same place on a map. */
import type { Feature } from 'geojson'
import { expect, test } from 'vitest'
import { stackCount, stackPoints } from '../../../worker/pages/islands/mapping/stacked-points'

const point = (id: string, at: [number, number], properties: object = {}): Feature => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: at },
  properties: { _id: id, ...properties },
})

test('points at one place are one feature, with the mean of numbers and the most frequent value', () => {
  const line: Feature = { type: 'Feature', geometry: { type: 'LineString', coordinates: [] }, properties: { _id: 'l' } }
  const { features, shared } = stackPoints(
    [
      point('a', [1, 2], { no2: 10, kind: 'x' }),
      line,
      point('b', [1, 2], { no2: 20, kind: 'y' }),
      point('c', [3, 4], { no2: 7, kind: 'x' }),
      point('d', [1, 2], { kind: 'y' }),
      { ...line, properties: { _id: 'm' } },
    ],
    ['no2', 'kind'],
  )
  expect(features.map(({ properties }) => properties)).toEqual([
    { _id: 'a', no2: 15, kind: 'y', [stackCount]: 3 },
    { _id: 'l' },
    { _id: 'c', no2: 7, kind: 'x' },
    { _id: 'm' },
  ])
  expect([...shared]).toEqual([['a', { ids: ['a', 'b', 'd'], center: [1, 2] }]])
})

test('values that are not there, and names of objects, are no values', () => {
  const { features } = stackPoints([point('a', [1, 2]), point('b', [1, 2])], ['no2', 'constructor'])
  expect(features).toHaveLength(1)
  expect(features[0]?.properties?.no2).toBeUndefined()
  expect(features[0]?.properties?.constructor).toBeUndefined()
})
