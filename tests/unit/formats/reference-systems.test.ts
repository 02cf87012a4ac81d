/** Reference systems in well-known text of GDAL and ESRI; their positions are computed by PROJ. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { completeWkt } from '../../../worker/formats/geo/complete-wkt'
import { projectionOfWkt } from '../../../worker/formats/geo/wkt-projection'

const systems = z
  .array(
    z.object({
      code: z.string(),
      form: z.string(),
      wkt: z.string(),
      position: z.tuple([z.number(), z.number()]),
      degrees: z.tuple([z.number(), z.number()]),
    }),
  )
  .parse(JSON.parse(readFileSync('tests/fixtures/reference-systems.json', 'utf8')))

const metresPerDegree = 111_320
/** PROJ takes the transformation of the region where there are several. */
const exactWithin = 0.1
const within: Readonly<Record<string, number>> = { 'EPSG:31467': 1, 'EPSG:4275': 2, 'EPSG:23030': 10 }

describe('a position is where PROJ has it', () => {
  test.each(systems)('$code, $form', ({ code, wkt, position, degrees: [lon, lat] }) => {
    const [east, north] = projectionOfWkt(wkt, code, '')(position)
    const metres = Math.hypot((east - lon) * Math.cos((lat * Math.PI) / 180), north - lat) * metresPerDegree
    expect(metres).toBeLessThan(within[code] ?? exactWithin)
  })
})

test('a text with a shift and degrees stays as it is', () => {
  const wkt =
    'GEOGCS["NTF",DATUM["Nouvelle_Triangulation_Francaise",SPHEROID["Clarke 1880 (IGN)",6378249.2,293.466],TOWGS84[-168,-60,320,0,0,0,0]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925]]'
  expect(completeWkt(wkt)).toEqual({ wkt, degrees: 1 })
})

test.each(['', 'not a text of a system', 'GEOGCS[', 'LOCAL_CS["a",UNIT["m",1]]'])('%j stays as it is', (wkt) => {
  expect(completeWkt(wkt)).toEqual({ wkt, degrees: 1 })
})
