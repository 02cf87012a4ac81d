/** `readReferenceSystem`: the reference system of a layer, by its row in `gpkg_spatial_ref_sys`. */
import { problem } from '../../errors'
import { mapProjection, type Projection, projectionCodes } from '../../geometry'
import { limits } from '../../limits'
import { projectionOfWkt } from '../geo/wkt-projection'
import type { SqlValue } from '../sqlite/record'

const supported = 'GEOGCS, PROJCS (WKT)'

/**
 * A known EPSG code takes precedence over the definition in the file, which may lack the shift of the datum.
 *
 * @param id of the reference system
 * @param systems the rows of `gpkg_spatial_ref_sys`
 * @throws `projection-unsupported`
 */
export function readReferenceSystem(
  id: SqlValue | undefined,
  systems: readonly Record<string, SqlValue>[],
): Projection {
  const same: Projection = (position) => position
  // "Undefined geographic" of the standard.
  if (id === 0) return same
  const row = systems.find(({ srs_id }) => srs_id === id)
  const code = row ? `${row.organization}:${row.organization_coordsys_id}`.toUpperCase() : String(id)
  const known = projectionCodes.find((one) => one === code)
  if (known) return mapProjection(known) ?? same
  const wkt = String(row?.definition ?? '')
  const isOnEarth = /^\s*(GEOGCS|PROJCS|COMPD_CS|GEOGCRS|GEODCRS|PROJCRS)\s*\[/i.test(wkt)
  if (!isOnEarth || wkt.length > limits.geopackages.maxProjectionChars) {
    throw problem('projection-unsupported', { code, supported })
  }
  return projectionOfWkt(wkt, code, supported)
}
