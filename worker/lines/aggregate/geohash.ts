import type { Bounds } from '../../geometry'
import { limits } from '../../limits'
import { earthRadius } from '../query/position'

/** Cells of a geohash grid: five bits a character, longitudes first (Niemeyer, 2008). */

/** Half of the side of a cell in km, by length of the geohash. */
const halfSides = [2_500, 630, 78, 20, 2.4, 0.61, 0.076, 0.019]

/** The length at which about `cells` cells cover a box. */
export function geohashLength([west, south, east, north]: Bounds, cells: number): number {
  const radians = Math.PI / 180
  const width = (earthRadius / 1_000) * Math.max(0, east - west) * radians * Math.cos(south * radians)
  const area = width * (earthRadius / 1_000) * Math.max(0, north - south) * radians
  let length = 1
  while (length < limits.geo.maxGeohash && area / (2 * (halfSides[length] ?? 0)) ** 2 < cells) length++
  return length
}

const bitsOf = (length: number) => ({ lon: Math.ceil((5 * length) / 2), lat: Math.floor((5 * length) / 2) })

/** Number of the cell that contains a position: the row in the lower bits, the column above. */
export function cellSql(length: number, lat: string, lon: string): string {
  const bits = bitsOf(length)
  const step = (degrees: string, half: number, count: number): string =>
    `min(${count - 1},CAST((${degrees}+${half}.0)*${count / (2 * half)} AS INTEGER))`
  return `(${step(lon, 180, 2 ** bits.lon)}*${2 ** bits.lat}+${step(lat, 90, 2 ** bits.lat)})`
}

const alphabet = '0123456789bcdefghjkmnpqrstuvwxyz'

/** The geohash and the box of a cell. */
export function geohashCell(number: number, length: number): { name: string; box: Bounds } {
  const bits = bitsOf(length)
  const [column, row] = [Math.floor(number / 2 ** bits.lat), number % 2 ** bits.lat]
  const [width, height] = [360 / 2 ** bits.lon, 180 / 2 ** bits.lat]
  let name = ''
  for (let at = 0; at < length; at++) {
    let digit = 0
    for (let bit = 5 * at; bit < 5 * at + 5; bit++) {
      const [value, left] = bit % 2 === 0 ? [column, bits.lon - 1 - bit / 2] : [row, bits.lat - 1 - (bit - 1) / 2]
      digit = 2 * digit + (Math.floor(value / 2 ** left) % 2)
    }
    name += alphabet[digit]
  }
  const [west, south] = [column * width - 180, row * height - 90]
  return { name, box: [west, south, west + width, south + height] }
}
