import { describe, expect, test } from 'vitest'
import { readShape, type Shape, writeWkt } from '../../../worker/geometry'
import { pointOnSurface } from '../../../worker/geometry/point-on-surface'
import { mapProjection, type ProjectionCode } from '../../../worker/geometry/project'
import { runsOf } from '../../../worker/geometry/shape'
import { cpuMs } from '../../support/cpu-time'

const square = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 4],
  [0, 0],
]

describe('geometries are read', () => {
  test.each<[unknown, unknown]>([
    ['{"type":"Point","coordinates":[1,2]}', { type: 'Point', coordinates: [1, 2] }],
    ['{"type":"Point","coordinates":[1,2,300]}', { type: 'Point', coordinates: [1, 2] }],
    [
      { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [1, 2] } },
      { type: 'Point', coordinates: [1, 2] },
    ],
    ['POINT (1 2)', { type: 'Point', coordinates: [1, 2] }],
    ['POINT Z(1 2 3)', { type: 'Point', coordinates: [1, 2] }],
    ['srid=4326;point(1.5 -2e1)', { type: 'Point', coordinates: [1.5, -20] }],
    [
      'MULTIPOINT (1 2, 3 4)',
      {
        type: 'MultiPoint',
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      },
    ],
    [
      'MULTIPOINT ((1 2), (3 4))',
      {
        type: 'MultiPoint',
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      },
    ],
    [
      'LINESTRING(1 2,  3 4)',
      {
        type: 'LineString',
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      },
    ],
    ['POLYGON ((0 0, 4 0, 4 4, 0 4))', { type: 'Polygon', coordinates: [square] }],
    ['POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0))', { type: 'Polygon', coordinates: [square] }],
    ['MULTIPOLYGON (((0 0, 0 4, 4 4, 4 0, 0 0)))', { type: 'MultiPolygon', coordinates: [[square]] }],
    [
      'GEOMETRYCOLLECTION (POINT (1 2), LINESTRING EMPTY, POINT (3 4))',
      {
        type: 'GeometryCollection',
        geometries: [
          { type: 'Point', coordinates: [1, 2] },
          { type: 'Point', coordinates: [3, 4] },
        ],
      },
    ],
    [
      '{"type":"GeometryCollection","geometries":[{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]}]}]}',
      { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [1, 2] }] },
    ],
    ['POINT EMPTY', null],
    ['{"type":"Polygon","coordinates":[]}', null],
    ['{"type":"Feature","geometry":null}', null],
  ])('%j', (text, expected) => {
    expect(readShape(text)).toEqual(expected)
  })

  test.each([
    'POINT (1)',
    'POINT (1 2',
    'POINT (1 2) x',
    'POINT (181 2)',
    'POINT (2 91)',
    'CIRCLE (1 2)',
    'POLYGON ((0 0, 1 1))',
    `${'GEOMETRYCOLLECTION('.repeat(5_000)}POINT (1 2)${')'.repeat(5_000)}`,
    '{"type":"Point","coordinates":["1","2"]}',
    '{"type":"Polygon","coordinates":[1]}',
    '{"type":"Point"',
    '[]',
    '12',
    'hello',
  ])('%j is not a geometry', (text) => {
    expect(readShape(text.slice(0, 200_000))).toBeUndefined()
  })

  test('a hole has the opposite orientation of its outline', () => {
    const hole = [
      [1, 1],
      [2, 1],
      [2, 2],
      [1, 2],
      [1, 1],
    ]
    const { coordinates } = readShape({ type: 'Polygon', coordinates: [square.toReversed(), hole] }) as {
      coordinates: unknown
    }
    expect(coordinates).toEqual([square, hole.toReversed()])
  })

  test('a line made to be simplified slowly is thinned', () => {
    // The farthest vertex from the chord is always the next one.
    const coordinates = Array.from({ length: 100_000 }, (_, at) => [at * 1e-5, (at % 2 ? -1 : 1) * (10 - at * 5e-5)])
    const started = cpuMs()
    const line = readShape({ type: 'LineString', coordinates })
    expect(cpuMs() - started).toBeLessThan(3_000)
    const [run = []] = line ? [...runsOf(line)] : []
    expect([run.length > 1_000, run.length < 50_000, run[0], run.at(-1)]).toEqual([
      true,
      true,
      coordinates[0],
      coordinates.at(-1),
    ])
  })

  test('shapes of more than 50,000 vertices are simplified, others are not', () => {
    const circle = (vertices: number) => {
      const ring = Array.from({ length: vertices }, (_, at) => {
        const angle = (2 * Math.PI * at) / vertices
        return [Math.cos(angle), Math.sin(angle)]
      })
      return { type: 'Polygon', coordinates: [[...ring, ring[0]]] }
    }
    const count = (shape: Shape) => [...runsOf(shape)].reduce((sum, run) => sum + run.length, 0)
    expect(count(readShape(circle(40_000)) as Shape)).toBe(40_001)
    const simplified = readShape(circle(80_000)) as Shape
    expect(count(simplified)).toBeLessThan(50_000)
    expect(count(simplified)).toBeGreaterThan(100)
  })
})

test.each<[ProjectionCode, number, number, number, number]>([
  // Expected values: epsg.io.
  ['EPSG:27572', 610336, 2132685, 2.46, 46.19],
  ['EPSG:2154', 652469, 6862035, 2.3522, 48.8566],
  ['EPSG:3857', 261845.7, 6250564.3, 2.3522, 48.8566],
  ['EPSG:32620', 656000, 1790000, -61.54, 16.18],
  ['EPSG:5490', 656000, 1790000, -61.54, 16.18],
])('%s is converted to longitudes and latitudes', (code, x, y, lon, lat) => {
  const [actualLon, actualLat] = mapProjection(code)?.([x, y]) ?? [0, 0]
  expect(Math.abs(actualLon - lon)).toBeLessThan(0.02)
  expect(Math.abs(actualLat - lat)).toBeLessThan(0.02)
})

test.each<[string, [number, number]]>([
  // The centre of the bounding box is on the line.
  ['LINESTRING (102 0, 103 1, 104 0, 105 1)', [103.5, 0.5]],
  ['POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0))', [2, 2]],
  // A horseshoe, open to the right: its middle is outside.
  ['POLYGON ((0 0, 10 0, 10 4, 4 4, 4 6, 10 6, 10 10, 0 10, 0 0))', [2, 5]],
  ['POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0), (3 3, 7 3, 7 7, 3 7, 3 3))', [1.5, 5]],
  ['LINESTRING (0 0, 0 9, 10 10)', [0, 9]],
  ['MULTIPOINT (0 0, 9 9, 10 10)', [9, 9]],
])('a point on %s', (text, expected) => {
  expect(pointOnSurface(readShape(text) as Shape)).toEqual(expected)
})

test.each([
  'POINT (1 2)',
  'MULTIPOINT (1 2, 3 4)',
  'LINESTRING (1 2, 3.5 -4)',
  'POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0), (1 1, 1 2, 2 2, 2 1, 1 1))',
  'MULTIPOLYGON (((0 0, 4 0, 4 4, 0 4, 0 0)))',
  'GEOMETRYCOLLECTION (POINT (1 2), LINESTRING (1 2, 3 4))',
])('%s is written as it was read', (text) => {
  expect(writeWkt(readShape(text) as Shape)).toBe(text)
})
