/** Square cells of a map: those of a tile are the tiles `limits.geo.squareZooms` deeper, which are named `z/x/y`. */
import type { Tile } from '../../formats/geo/vector-tile'
import { limits } from '../../limits'
import { tileBox } from '../query/parse/geo'
import type { Box } from '../query/request'

const { squareZooms } = limits.geo

/** Squares of a tile, and those beyond its edges that lines on them may have. */
export const maxSquares = (2 ** squareZooms + 2) ** 2

/** Number of the square of a tile that contains a position: the row from the north in the lower digits, the column above. */
export function squareSql({ z }: Tile, lat: string, lon: string): string {
  const side = 2 ** (z + squareZooms)
  const step = (share: string): string => `max(0,min(${side - 1},CAST((${share})*${side}.0 AS INTEGER)))`
  // The projection of Web Mercator, which ends before the poles.
  const south = `0.5-asinh(tan(radians(max(-85.06,min(85.06,${lat})))))/${2 * Math.PI}`
  return `(${step(`(${lon})/360.0+0.5`)}*${side}+${step(south)})`
}

/** The name and the box of a square; undefined for one of another tile: its lines are on the edge between both. */
export function squareOf(number: number, { x, y, z }: Tile): { name: string; box: Box } | undefined {
  const side = 2 ** (z + squareZooms)
  const square = { x: Math.floor(number / side), y: number % side, z: z + squareZooms }
  const within = 2 ** squareZooms
  if (Math.floor(square.x / within) !== x || Math.floor(square.y / within) !== y) return undefined
  return { name: `${square.z}/${square.x}/${square.y}`, box: tileBox(square) }
}
