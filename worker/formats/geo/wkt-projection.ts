/** `projectionOfWkt`: from the coordinates of a reference system, described in well-known text, to longitudes and latitudes. */
import proj4 from 'proj4'
import { problem } from '../../errors'
import type { Projection } from '../../geometry'
import { completeWkt } from './complete-wkt'

/** @param name of the reference system, for the message @throws `projection-unsupported` */
export function projectionOfWkt(wkt: string, name: string, supported: string): Projection {
  try {
    const complete = completeWkt(wkt)
    const { forward } = proj4(complete.wkt, 'WGS84')
    // Seven decimals of a degree are 11 mm.
    const rounded = (degrees: number | undefined) => Math.round((degrees ?? Number.NaN) * 1e7) / 1e7
    return (position) => {
      // proj4 throws on coordinates that are not finite.
      if (!position.every(Number.isFinite)) return [Number.NaN, Number.NaN]
      const [lon, lat] = forward(position.map((value) => value * complete.degrees))
      return [rounded(lon), rounded(lat)]
    }
  } catch {
    throw problem('projection-unsupported', { code: name, supported })
  }
}
