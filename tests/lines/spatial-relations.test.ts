/** Spatial relations in SQL are exact for all types of geometries. */
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { readShape } from '../../worker/geometry'
import { type LineSource, parseLinesQuery, planLines, readLines } from '../../worker/lines'
import type { Relation } from '../../worker/lines/query/request'
import type { Field } from '../../worker/schema/field'
import { publish } from './tables'

const fields: Field[] = [
  { key: 'name', type: 'string' },
  { key: 'geo', type: 'string', 'x-refersTo': 'https://purl.org/geojson/vocab#geometry' },
]
const shapes = {
  square: 'POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0))',
  ring: 'POLYGON ((20 0, 30 0, 30 10, 20 10, 20 0), (22 2, 28 2, 28 8, 22 8, 22 2))',
  line: 'LINESTRING (0 20, 10 30)',
  point: 'POINT (5 5)',
  points: 'MULTIPOINT ((40 40), (41 41))',
  islands: 'MULTIPOLYGON (((50 0, 51 0, 51 1, 50 1, 50 0)), ((60 0, 61 0, 61 1, 60 1, 60 0)))',
  mixed: 'GEOMETRYCOLLECTION (POINT (70 0), LINESTRING (71 0, 72 1))',
  none: null,
}

let source: LineSource
beforeEach(async () => {
  source = await publish(
    fields,
    Object.entries(shapes).map(([name, geo]) => ({ name, geo })),
  )
})

async function related(relation: Relation, wkt: string): Promise<unknown[]> {
  const shape = readShape(wkt)
  if (!shape) throw new Error(`no geometry: ${wkt}`)
  const request = { ...parseLinesQuery(new URLSearchParams('sort=_i'), source.fields, true) }
  const plan = planLines({ ...request, conditions: [{ is: 'relates', relation, shape }] }, source)
  const { lines } = await readLines(env.LINES_0, plan)
  return lines.map((line) => JSON.parse(line).name)
}

test.each<[string, string[], string[]]>([
  // A corner inside, nothing inside, all inside.
  ['POLYGON ((5 5, 15 5, 15 15, 5 15, 5 5))', ['square', 'point'], ['point']],
  ['POLYGON ((-1 -1, 11 -1, 11 11, -1 11, -1 -1))', ['square', 'point'], ['square', 'point']],
  ['POLYGON ((4 4, 6 4, 6 6, 4 6, 4 4))', ['square', 'point'], ['point']],
  // Its own outline is within it.
  ['POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0))', ['square', 'point'], ['square', 'point']],
  // Inside of a hole is apart; a hole in the middle leaves the square not within.
  ['POLYGON ((23 3, 27 3, 27 7, 23 7, 23 3))', [], []],
  ['POLYGON ((-5 -5, 15 -5, 15 15, -5 15, -5 -5), (4 4, 6 4, 6 6, 4 6, 4 4))', ['square'], []],
  // A band that crosses without any vertex inside.
  ['POLYGON ((-5 4, 15 4, 15 6, -5 6, -5 4))', ['square', 'point'], ['point']],
  ['LINESTRING (0 30, 10 20)', ['line'], []],
  ['LINESTRING (0 20, 5 25)', ['line'], []],
  ['POINT (25 1)', ['ring'], []],
  ['POINT (25 5)', [], []],
  ['POINT (5 25)', ['line'], []],
  ['POINT (40 40)', ['points'], []],
  ['POLYGON ((39 39, 42 39, 42 42, 39 42, 39 39))', ['points'], ['points']],
  ['POLYGON ((59 -1, 62 -1, 62 2, 59 2, 59 -1))', ['islands'], []],
  ['POLYGON ((69 -1, 73 -1, 73 2, 69 2, 69 -1))', ['mixed'], ['mixed']],
  ['POLYGON ((69 -1, 70.5 -1, 70.5 2, 69 2, 69 -1))', ['mixed'], []],
  ['POLYGON ((100 0, 101 0, 101 1, 100 0))', [], []],
])('%s', async (wkt, meeting, within) => {
  expect(await related('intersects', wkt)).toEqual(meeting)
  expect(await related('within', wkt)).toEqual(within)
})
