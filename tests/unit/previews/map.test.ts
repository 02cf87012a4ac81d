/** Small maps: the frame around places, the land in it, and the sizes of their paths. */
import { describe, expect, test } from 'vitest'
import type { Bounds, Position } from '../../../worker/geometry'
import { limits } from '../../../worker/limits'
import { clippedRing, groundPath } from '../../../worker/previews/land-path'
import { frameAround } from '../../../worker/previews/map-viewport'
import { outlinesOf } from '../../../worker/previews/outlines'
import { dotsPath, ringPath } from '../../../worker/previews/paths'
import { seeded } from '../../support/random'

const bounds: [string, Bounds][] = [
  ['a country', [-5, 42, 8.2, 51]],
  ['a town', [-2.8, 48.5, -2.7, 48.55]],
  ['a point', [2.3, 48.8, 2.3, 48.8]],
  ['the world', [-180, -60, 180, 80]],
  ['poles', [-180, -90, 180, 90]],
  ['the antimeridian', [170, -20, 190, -10]],
]

test.each(bounds)('the frame of %s has its places within', (_, [west, south, east, north]) => {
  const { project } = frameAround([west, south, east, north])
  const corners: Position[] = [
    [west, south],
    [east, north],
    [west, north],
  ]
  for (const [x, y] of corners.map(project)) {
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x).toBeLessThanOrEqual(360)
    expect(y).toBeGreaterThanOrEqual(0)
    expect(y).toBeLessThanOrEqual(240)
  }
})

test('north is up, east is right, and the extent of a town is shown with what surrounds it', () => {
  const { project, bounds: shown } = frameAround([-2.8, 48.5, -2.7, 48.55])
  const [[west, south], [east, north]] = [project([-2.8, 48.5]), project([-2.7, 48.55])]
  expect(east).toBeGreaterThan(west)
  expect(north).toBeLessThan(south)
  expect(shown[2] - shown[0]).toBeCloseTo(0.3)
})

describe('the land', () => {
  const square: Position[] = [
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 10],
    [0, 0],
  ]
  test('is cut at the sides of the frame', () => {
    const corners = clippedRing(square, [5, 5, 20, 20]).map(String)
    expect([...new Set(corners)].sort()).toEqual(['10,10', '10,5', '5,10', '5,5'])
    expect(clippedRing(square, [20, 20, 30, 30])).toEqual([])
    expect(new Set(clippedRing(square, [2, 2, 4, 4]).map(String)).size).toBe(4)
  })

  /** Islands all over the world, with jagged coasts of 2,000 points; the first is below the town and the point. */
  const { next: draw } = seeded(7)
  const rings = Array.from({ length: 300 }, (_, island): Position[] => {
    const [x, y] = island === 0 ? [0, 48.5] : [((island * 37) % 360) - 180, ((island * 23) % 150) - 70]
    return Array.from({ length: 2_000 }, (_, at): Position => {
      const angle = (at / 2_000) * 2 * Math.PI
      const radius = 8 - (island % 7) + draw() * 0.4
      return [x + radius * Math.cos(angle), y + (radius / 2) * Math.sin(angle)]
    })
  })

  test.each(bounds)('around %s is a path of few characters', (_, place) => {
    const path = groundPath(rings, frameAround(place), limits.previews.groundChars)
    expect(path.length).toBeLessThanOrEqual(limits.previews.groundChars)
    expect(path).toMatch(/^(M[-\d ]+l[-\d ]+z)+$/)
  })
})

describe('paths', () => {
  test('have coordinates relative to the point before', () => {
    const ring: Position[] = [
      [10, 20],
      [15, 18],
      [4, 30],
    ]
    expect(ringPath(ring)).toBe('M10 20l5-2-11 12z')
    expect(ringPath([])).toBe('')
  })

  test('dots that are equal are one, in the order of rows', () => {
    const dots: Position[] = [
      [5, 9],
      [1, 2],
      [5, 9],
      [8, 2],
    ]
    expect(dotsPath(dots)).toBe('m1 2h0m7 0h0m-3 7h0')
  })

  test('of as many dots as there may be have few characters', () => {
    const dotAt = (_: unknown, at: number): Position => [(at * 7919) % 360, (at * 104_729) % 240]
    expect(dotsPath(Array.from({ length: limits.previews.mapRows }, dotAt)).length).toBeLessThan(2_300)
  })
})

describe('the lines and areas of rows', () => {
  const frame = frameAround([0, 40, 10, 50])
  const ring = (size: number, [x, y]: Position): Position[] => [
    [x, y],
    [x + size, y],
    [x + size, y + size],
    [x, y + size],
    [x, y],
  ]

  test('are paths; what is too small to be seen is a dot', () => {
    const { areas, lines, dots } = outlinesOf(
      [
        { type: 'Polygon', coordinates: [ring(4, [1, 41]), ring(1, [2, 42])] },
        { type: 'MultiPolygon', coordinates: [[ring(3, [6, 44])], [ring(0.001, [9, 49])]] },
        { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [5, 45] }] },
        {
          type: 'LineString',
          coordinates: [
            [0, 40],
            [10, 50],
          ],
        },
        {
          type: 'MultiPoint',
          coordinates: [
            [1, 41],
            [2, 42],
          ],
        },
      ],
      frame,
      6_000,
    )
    expect(areas).toMatch(/^(M[\d -]+l[\d -]+z){3}$/)
    expect(lines).toMatch(/^M[\d -]+l[\d -]+$/)
    expect(dots).toHaveLength(4)
  })

  test('are simplified until their paths are short enough', () => {
    const { next: draw } = seeded(3)
    const jagged = Array.from({ length: 4_000 }, (_, at): Position => [(at / 4_000) * 10, 40 + 10 * draw()])
    const shapes = Array.from({ length: 20 }, () => ({ type: 'LineString', coordinates: jagged }) as const)
    const { areas, lines } = outlinesOf(shapes, frame, 6_000)
    expect(areas.length + lines.length).toBeLessThanOrEqual(6_000)
  })
})
