/** GPX and KML files: waypoints, routes, tracks and placemarks. */
import { expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { type Dataset, lines, publish } from '../../support/datasets'
import { fixture } from '../../support/fixtures'

async function published(fileName: string): Promise<{ dataset: Dataset; rows: Record<string, unknown>[] }> {
  const key = await keyOf()
  const dataset = await publish(fixture(`geo/${fileName}`), { key, fileName })
  return { dataset, rows: (await lines(dataset.id, 'sort=_i', key)).results }
}
const columns = ({ schema }: Dataset) =>
  Object.fromEntries(
    schema.filter((field) => !field['x-calculated']).map(({ key, type, format }) => [key, format ?? type]),
  )

test('waypoints alone become a dataset of points, with all their properties', async () => {
  const { dataset, rows } = await published('waypoints-garmin.gpx')
  expect([dataset.count, dataset.bbox]).toEqual([2, [6.7942, 45.832622, 6.865175, 45.8784]])
  expect(columns(dataset)).toMatchObject({
    geometry: 'string',
    name: 'string',
    ele: 'number',
    time: 'date-time',
    sym: 'string',
    desc: 'string',
    cmt: 'string',
    type: 'string',
    link: 'string',
    sat: 'integer',
    gpxx_displaymode: 'string',
  })
  expect(rows[0]).toMatchObject({
    name: 'Mont Blanc',
    ele: 4808.5,
    time: '2023-06-10T09:12:44Z',
    sym: 'Summit',
    desc: 'Summit & turning point',
    link: 'https://example.org/mont-blanc',
    _geopoint: '45.832622,6.865175',
  })
  expect(rows[1]).toMatchObject({ name: 'Refuge 01', ele: 1684, sym: 'Lodge' })
})

test('waypoints with few or no properties', async () => {
  const { dataset, rows } = await published('waypoints-osmand.gpx')
  expect(dataset.count).toBe(2)
  expect(columns(dataset)).toMatchObject({ geometry: 'string', name: 'string' })
  expect(rows.map(({ name, _geopoint: point }) => [name, point])).toEqual([
    ['Gare de <Saint-Brieuc>', '48.5146,-2.7653'],
    [undefined, '48.52,-2.76'],
  ])
})

test('waypoints beside a route and a track', async () => {
  const { dataset, rows } = await published('mixed.gpx')
  expect([dataset.count, dataset.bbox]).toEqual([4, [2, 48, 2.3, 48.3]])
  expect(rows.map(({ name, ele, geometry }) => [name, ele, JSON.parse(String(geometry)).type])).toEqual([
    ['START', 120, 'Point'],
    ['END', 95.5, 'Point'],
    ['Planned', undefined, 'LineString'],
    ['Walked', undefined, 'LineString'],
  ])
})

test('placemarks with a position only', async () => {
  const { dataset, rows } = await published('bare.kml')
  expect([dataset.count, columns(dataset)]).toEqual([2, { geometry: 'string' }])
  expect(rows.map(({ _geopoint: point }) => point)).toEqual(['48.85,2.35', '47.21,-1.55'])
})

test('placemarks without extended data, one of them without a place', async () => {
  const { dataset, rows } = await published('named.kml')
  expect(dataset.count).toBe(3)
  expect(rows.map(({ name, description }) => [name, description])).toEqual([
    ['Paris', '<b>Capital</b>'],
    ['The way', undefined],
    ['Nowhere', undefined],
  ])
})
