/** `geometryOf`: a geometry of a GeoPackage, which is well-known binary after a header (OGC 12-128r19, section 2.1.3). */
import type { Projection } from '../../geometry'
import { type Geometry, readWkb, WkbError, WkbTypeError } from './wkb'

export { type Geometry, WkbError, WkbTypeError } from './wkb'

const HEADER_BYTES = 8
/** Bytes of the box around a geometry, by its kind in the header. */
const boxBytes = [0, 32, 48, 48, 64]

/** Null for an empty geometry. @throws `WkbError`, `WkbTypeError` */
export function geometryOf(bytes: Uint8Array, project: Projection): Geometry | null {
  const [g, p, , flags = 0] = bytes
  if (g !== 0x47 || p !== 0x50 || bytes.length < HEADER_BYTES) throw new WkbError('header')
  if (flags & 0x20)
    throw new WkbTypeError(`EXTENDED ${String.fromCharCode(...bytes.subarray(8, 12)).replaceAll(/[^\w]/g, '')}`)
  const box = boxBytes[(flags >> 1) & 7]
  if (box === undefined) throw new WkbError('box')
  return readWkb(bytes.subarray(HEADER_BYTES + box), project)
}
