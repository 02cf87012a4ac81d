/** GTFS archives whose files are larger than memory. */
import { strToU8, zipSync } from 'fflate'
import { afterEach, expect, test } from 'vitest'
import { GtfsArchive } from '../../../worker/collectors/plugins/gtfs/archive'
import { shapeFeatures } from '../../../worker/collectors/plugins/gtfs/features'
import type { JsonRecord } from '../../../worker/collectors/plugins/records'
import { limits } from '../../../worker/limits'

const usual = { ...limits.collectors }
afterEach(() => {
  Object.assign(limits.collectors, usual)
})

async function shapesOf(files: Record<string, string>): Promise<JsonRecord[]> {
  const all = { 'stops.txt': 'stop_id\n1\n', ...files }
  const zip = zipSync(Object.fromEntries(Object.entries(all).map(([name, text]) => [name, strToU8(text)])))
  const features: JsonRecord[] = []
  for await (const feature of shapeFeatures(await GtfsArchive.open(zip))) features.push(feature)
  return features
}

const shapes = 'shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\n'
const shape = `${shapes}s,1,2,1\ns,3,4,2\n`

test('shapes have the route of their first trip', async () => {
  const [feature, ...others] = await shapesOf({
    'shapes.txt': shape,
    'routes.txt': 'route_id,route_short_name\nr,12\n',
    'trips.txt': 'route_id,shape_id,trip_headsign,direction_id\nr,unknown,a,0\nr,s,Dinan,1\nr,s,b,0\n',
  })
  expect(others).toEqual([])
  expect(feature).toMatchObject({
    properties: { shape_id: 's', route_short_name: '12', trip_headsign: 'Dinan', direction_id: '1' },
    geometry: {
      coordinates: [
        [2, 1],
        [4, 3],
      ],
    },
  })
})

test.each([
  ['shapes', { maxShapes: 2 }, { 'shapes.txt': `${shapes}a,1,2,1\nb,1,2,1\nc,1,2,1\n` }, 'more than 2 shapes'],
  ['points', { maxShapePoints: 1 }, { 'shapes.txt': shape }, 'more than 1 points'],
  ['routes', { maxRouteBytes: 30 }, { 'shapes.txt': shape, 'routes.txt': 'route_id\n1\n2\n' }, 'MB of routes'],
  ['trips', { maxRouteBytes: 30 }, { 'shapes.txt': shape, 'trips.txt': 'route_id,shape_id\n1,s\n' }, 'MB of routes'],
])('too many %s are refused', async (_, smaller, files, message) => {
  Object.assign(limits.collectors, smaller)
  await expect(shapesOf(files)).rejects.toThrow(message)
})
