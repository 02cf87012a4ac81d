/** `readHeader`: the first 100 bytes of an SQLite database (sqlite.org/fileformat2.html, section 1.3). */
import { problem } from '../../errors'

export const HEADER_BYTES = 100
const magic = 'SQLite format 3\0'

export type Header = {
  pageBytes: number
  /** Bytes of a page without those that extensions reserve at its end. */
  usableBytes: number
  pages: number
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be'
  /** Whether the latest changes may be in another file, the write-ahead log. */
  isLogged: boolean
}

/** @param size of the file, in bytes @throws `geopackage-invalid` */
export function readHeader(bytes: Uint8Array, size: number): Header {
  if (bytes.length < HEADER_BYTES || String.fromCharCode(...bytes.subarray(0, 16)) !== magic) throw invalid()
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const written = view.getUint16(16)
  const pageBytes = written === 1 ? 65_536 : written
  const usableBytes = pageBytes - view.getUint8(20)
  if (pageBytes < 512 || (pageBytes & (pageBytes - 1)) !== 0 || usableBytes < 480) throw invalid()
  if (view.getUint8(18) > 2 || view.getUint8(19) > 2) throw invalid()
  const pages = Math.floor(size / pageBytes)
  // Programs before SQLite 3.7 do not write the number of pages, and leave the number of the change that wrote it behind.
  const isCounted = view.getUint32(24) === view.getUint32(92)
  if (pages < 1 || (isCounted && view.getUint32(28) > pages)) throw invalid()
  return { pageBytes, usableBytes, pages, encoding: encodingOf(view.getUint32(56)), isLogged: view.getUint8(19) === 2 }
}

function encodingOf(code: number): Header['encoding'] {
  // Databases without a table have no encoding yet.
  if (code === 0 || code === 1) return 'utf-8'
  if (code === 2) return 'utf-16le'
  if (code === 3) return 'utf-16be'
  throw invalid()
}

export const invalid = () => problem('geopackage-invalid')
