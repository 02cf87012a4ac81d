import { problem, type Reason, untranslated } from '../../../errors'
import type { Tile } from '../../../formats/geo/vector-tile'
import { metresIn } from '../../../geometry/distance-units'
import { limits } from '../../../limits'
import type { ReadableParameters } from '../../../net/parameters'
import { excerptOf } from '../../../schema/cut-text'
import { parseDegrees, pointOf } from '../position'
import type { Box, Condition, Point } from '../request'

/** Reads `bbox`, `xyz`, `geo_distance` and the same parameters by concept (`_c_…`). */

const distanceForm = /^(\d+\.?\d*|\.\d+)\s*(m|km|mi|yd|ft|cm|mm|nmi)?$/i

/**
 * The conditions on the position of lines, and the point that distances are measured from.
 *
 * @param located the dataset has positions
 * @throws Problem 400 naming the parameter
 */
export function geoOf(params: ReadableParameters, located: boolean): { conditions: Condition[]; near?: Point } {
  const conditions: Condition[] = []
  const result: { conditions: Condition[]; near?: Point } = { conditions }
  for (const parameter of ['bbox', '_c_bbox', 'xyz', 'geo_distance', '_c_geo_distance']) {
    const value = params.get(parameter)?.trim()
    if (!value) continue
    if (!located) {
      if (parameter.startsWith('_c_')) continue
      throw problem('filter-not-geolocalized', { parameter })
    }
    if (parameter === 'xyz') conditions.push({ is: 'box', box: tileBox(tileOf(value)) })
    else if (parameter.endsWith('bbox')) conditions.push({ is: 'box', box: boxOf(parameter, value) })
    else {
      const { point, distance } = circleOf(parameter, value)
      conditions.push({ is: 'near', point, distance })
      result.near = point
    }
  }
  return result
}

const invalid = (parameter: string, value: string, form: Reason) =>
  problem('parameter-invalid', {
    parameter,
    reason: { en: `"${excerptOf(value)}" is not ${form.en}.`, fr: `"${excerptOf(value)}" n'est pas ${form.fr}.` },
  })

/** Reads `left,bottom,right,top`. @throws Problem 400 naming the parameter */
export function boxOf(parameter: string, value: string): Box {
  const [left, bottom, right, top, ...others] = value.split(',').map(parseDegrees)
  const isComplete = left !== undefined && bottom !== undefined && right !== undefined && top !== undefined
  if (!isComplete || others.length > 0 || bottom > top) {
    throw invalid(parameter, value, untranslated('left,bottom,right,top'))
  }
  return { left, bottom, right, top }
}

/** Reads `x,y,z`. @throws Problem 400 when there is no such tile */
export function tileOf(value: string): Tile {
  const numbers = value.split(',').map((text) => (/^\s*\d{1,10}\s*$/.test(text) ? Number(text) : -1))
  const [x = -1, y = -1, z = -1] = numbers
  if (numbers.length !== 3 || z > limits.geo.maxZoom || !isTile({ x, y, z }))
    throw invalid('xyz', value, { en: 'x,y,z of a tile', fr: "x,y,z d'une tuile" })
  return { x, y, z }
}

/** The tile that a vector tile shows. @throws `tile-missing`, and Problem 400 when there is no such tile */
export function requiredTile(text: string | null): Tile {
  if (!text?.trim()) throw problem('tile-missing')
  return tileOf(text)
}

/** Whether the tile exists at its zoom level. */
export const isTile = ({ x, y, z }: Tile): boolean => z >= 0 && x >= 0 && y >= 0 && x < 2 ** z && y < 2 ** z

/** The box of a tile. */
export function tileBox({ x, y, z }: Tile): Box {
  const tiles = 2 ** z
  const lon = (column: number): number => (column / tiles) * 360 - 180
  const lat = (row: number): number => (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / tiles))) * 180) / Math.PI
  return { left: lon(x), bottom: lat(y + 1), right: lon(x + 1), top: lat(y) }
}

function circleOf(parameter: string, value: string): { point: Point; distance: number } {
  const [lon, lat, radius = '', ...others] = value.split(value.includes(',') ? ',' : ':')
  const point = pointOf(lon, lat)
  const parts = distanceForm.exec(radius.trim() || '0')
  if (!point || !parts || others.length > 0) {
    throw invalid(parameter, value, {
      en: 'lon,lat,distance (as 2.35,48.85,10km)',
      fr: 'lon,lat,distance (comme 2.35,48.85,10km)',
    })
  }
  const unit = (parts[2] ?? 'm').toLowerCase()
  // The pattern matches these units only.
  return { point, distance: Number(parts[1]) * metresIn[unit as keyof typeof metresIn] }
}
