import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { readShape, type Shape, writeWkt } from '../../worker/geometry'
import { areasOf, type Position, runsOf } from '../../worker/geometry/shape'
import { type LineSource, parseLinesQuery, planLines } from '../../worker/lines'
import { toSql } from '../../worker/lines/query/sql/plan-sql'
import type { Field } from '../../worker/schema/field'
import { seeded } from '../support/random'
import { ask, askFor, publish } from './tables'

const geometry: Field = { key: 'geom', type: 'string', 'x-refersTo': 'https://purl.org/geojson/vocab#geometry' }
const shapes = [
  'POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0), (4 4, 6 4, 6 6, 4 6, 4 4))',
  'LINESTRING (20 0, 30 10)',
  '{"type":"Point","coordinates":[5,5]}',
  'MULTIPOLYGON (((0 20, 1 20, 1 21, 0 21, 0 20)), ((8 20, 9 20, 9 21, 8 21, 8 20)))',
  'GEOMETRYCOLLECTION (POINT (40 0), POLYGON ((44 0, 48 0, 48 4, 44 4, 44 0)))',
  null,
]

describe('geometries', () => {
  let source: LineSource
  beforeEach(async () => {
    source = await publish(
      [geometry],
      shapes.map((geom) => ({ geom })),
    )
  })

  test.each<[string, number[]]>([
    ['bbox=-1,-1,50,50', [1, 2, 3, 4, 5]],
    // In the area, in its hole, over an edge of the hole, on its outline.
    ['bbox=1,1,2,2', [1]],
    ['bbox=4.5,4.5,4.8,4.8', []],
    ['bbox=4.5,4.5,5.5,5.5', [3]],
    ['bbox=3.5,4.5,4.5,4.8', [1]],
    ['bbox=10,10,12,12', [1]],
    // The box of a line, but not the line; and the line.
    ['bbox=21,6,23,9', []],
    ['bbox=24,4,26,6', [2]],
    // Between two parts, and in one.
    ['bbox=4,20,5,21', []],
    ['bbox=8.2,20.2,8.3,20.3', [4]],
    ['bbox=41,0,43,4', []],
    ['bbox=45,1,46,2', [5]],
    ['bbox=39,-1,41,1', [5]],
    ['geo_distance=2,2', [1]],
    ['geo_distance=5,5', [3]],
    ['geo_distance=5,5,0', [3]],
    ['geo_distance=25,5,0', [2]],
    ['xyz=0,0,0&sort=_i', [1, 2, 3, 4, 5]],
    ['_c_bbox=8.2,20.2,8.3,20.3', [4]],
  ])('%s gives %j', async (query, expected) => {
    const { results, total } = await ask(source, query)
    expect(results.map((line) => line._i).sort()).toEqual(expected)
    expect(total).toBe(expected.length)
  })

  test('a geometry is returned when selected, its point always', async () => {
    const [polygon] = (await ask(source, 'size=1')).results
    expect(polygon).toMatchObject({ geom: shapes[0], _geopoint: '5,2', _i: 1 })
    expect(Object.keys(polygon ?? {})).not.toContain('_geoshape')
    const [named] = (await ask(source, 'size=1&select=_geoshape,_geocorners')).results
    expect(named).toEqual({
      _geoshape: readShape(shapes[0]),
      _geocorners: ['0,0', '0,10', '10,10', '10,0', '0,0'],
      _score: null,
    })
  })

  test('the bounding box of lines is that of their geometries', async () => {
    expect((await ask(source, 'format=geojson&size=0')).bounds).toEqual([0, 0, 48, 21])
    expect((await ask(source, 'format=geojson&size=0&bbox=24,4,26,6')).bounds).toEqual([20, 0, 30, 10])
  })

  test('lines without a geometry have no distance', async () => {
    expect((await askFor(source, '_i', 'sort=_geo_distance:5:5')).at(-1)).toBe(6)
  })

  test('the text of a geometry is neither searched nor filtered', async () => {
    for (const query of ['geom_eq=x', 'sort=geom', 'geom_search=POLYGON', 'collapse=none']) {
      await expect(ask(source, query), query).rejects.toMatchObject({ status: 400 })
    }
    expect(await askFor(source, '_i', 'q=POLYGON')).toEqual([])
  })
})

test('without the capability geoShape, boxes and middles are compared', async () => {
  const source = await publish(
    [{ ...geometry, 'x-capabilities': { geoShape: false } }],
    [{ geom: 'POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0))' }, { geom: 'POINT (2 3)' }],
  )
  expect(await askFor(source, '_i', 'geo_distance=2,2')).toEqual([])
  expect(await askFor(source, '_i', 'geo_distance=2,3')).toEqual([2])
  expect(await askFor(source, '_i', 'bbox=1,1,4,4')).toEqual([1, 2])
})

test('a bounding box is searched in the index, and only candidate rows are read', async () => {
  const source = await publish(
    [geometry],
    shapes.map((geom) => ({ geom })),
  )
  const request = parseLinesQuery(new URLSearchParams('bbox=1,1,2,2'), source.fields, true)
  const { pages, count } = toSql(planLines(request, source))
  for (const statement of [...pages, ...(count ? [count] : [])]) {
    const plan = await env.LINES_0.prepare(`EXPLAIN QUERY PLAN ${statement.text}`)
      .bind(...statement.values)
      .all<{ detail: string }>()
    const details = plan.results.map(({ detail }) => detail).join('\n')
    expect(details).toMatch(/SEARCH t USING (COVERING )?INDEX box_\w+ \(_west<\?\)/)
  }
})

/** Whether a shape intersects a box, computed edge by edge. */
function meets(shape: Shape, [left, bottom, right, top]: readonly [number, number, number, number]): boolean {
  const corners: Position[] = [
    [left, bottom],
    [right, bottom],
    [right, top],
    [left, top],
  ]
  for (const run of runsOf(shape)) {
    for (const [x, y] of run) if (x >= left && x <= right && y >= bottom && y <= top) return true
    for (let at = 1; at < run.length; at++) {
      const [a = [0, 0], b = [0, 0]] = [run[at - 1], run[at]]
      for (let side = 0; side < 4; side++) {
        const [c = [0, 0], d = [0, 0]] = [corners[side], corners[(side + 1) % 4]]
        if (cross(a, b, c, d)) return true
      }
    }
  }
  const [x, y] = [left, bottom]
  let isInside = false
  for (const ring of areasOf(shape).flat()) {
    for (let at = 1; at < ring.length; at++) {
      const [[x0, y0], [x1, y1]] = [ring[at - 1] ?? [0, 0], ring[at] ?? [0, 0]]
      if (y0 > y !== y1 > y && x < x0 + ((y - y0) / (y1 - y0)) * (x1 - x0)) isInside = !isInside
    }
  }
  return isInside
}

const turn = (a: Position, b: Position, c: Position) =>
  Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))
const within = (a: Position, b: Position, c: Position) =>
  Math.min(a[0], b[0]) <= c[0] &&
  c[0] <= Math.max(a[0], b[0]) &&
  Math.min(a[1], b[1]) <= c[1] &&
  c[1] <= Math.max(a[1], b[1])

function cross(a: Position, b: Position, c: Position, d: Position): boolean {
  const [one, other, third, fourth] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)]
  if (one !== other && third !== fourth) return true
  return (
    (one === 0 && within(a, b, c)) ||
    (other === 0 && within(a, b, d)) ||
    (third === 0 && within(c, d, a)) ||
    (fourth === 0 && within(c, d, b))
  )
}

test('random bounding boxes keep the same geometries as a plain evaluation', async () => {
  const random = seeded(20_261_121)
  const position = (x: number, y: number): Position => [x + random.whole(7), y + random.whole(7)]
  const star = (x: number, y: number): Position[] => {
    const ring = Array.from({ length: 3 + random.whole(6) }, (_, at): Position => {
      const [angle, reach] = [at + random.next() * 0.9, 1 + random.whole(6)]
      return [x + Math.round(reach * Math.cos(angle)), y + Math.round(reach * Math.sin(angle))]
    })
    return [...ring, ring[0] ?? [x, y]]
  }
  const shapeAt = (x: number, y: number, depth = 0): Shape => {
    switch (random.whole(depth > 0 ? 6 : 7)) {
      case 0:
        return { type: 'Point', coordinates: position(x, y) }
      case 1:
        return { type: 'MultiPoint', coordinates: [position(x, y), position(x, y), position(x, y)] }
      case 2:
        return { type: 'LineString', coordinates: [position(x, y), position(x, y), position(x, y)] }
      case 3:
        return {
          type: 'MultiLineString',
          coordinates: [
            [position(x, y), position(x, y)],
            [position(x, y), position(x, y)],
          ],
        }
      case 4:
        return { type: 'Polygon', coordinates: [star(x, y)] }
      case 5:
        return { type: 'MultiPolygon', coordinates: [[star(x, y)], [star(x + 12, y)]] }
      default:
        return { type: 'GeometryCollection', geometries: [shapeAt(x, y, 1), shapeAt(x + 5, y, 1)] }
    }
  }
  const shapes = Array.from({ length: 200 }, () => shapeAt(random.whole(40), random.whole(40)))
  const texts = shapes.map((shape) => (random.whole(2) ? JSON.stringify(shape) : writeWkt(shape)))
  const source = await publish(
    [geometry],
    texts.map((geom) => ({ geom })),
  )
  let matches = 0
  for (let turn = 0; turn < 120; turn++) {
    const [left, bottom] = [random.whole(50) - 5, random.whole(50) - 5]
    const box = [left, bottom, left + random.whole(8), bottom + random.whole(8)] as const
    const expected = shapes.flatMap((shape, at) => (meets(readShape(shape) as Shape, box) ? [at + 1] : []))
    expect([box, await askFor(source, '_i', `bbox=${box}&size=1000`)]).toEqual([box, expected])
    matches += expected.length
  }
  expect(matches).toBeGreaterThan(300)
})
