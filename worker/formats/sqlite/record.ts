/** `valuesOf`: the values of a record (sqlite.org/fileformat2.html, section 2.1). */
import { invalid } from './header'
import { shortest, VarintReader } from './varint'

/** Integers that a number cannot hold are bigints. */
export type SqlValue = null | number | bigint | string | Uint8Array

/** The first `count` values, or fewer where the row is older than its last columns. @throws `geopackage-invalid` */
export function valuesOf(record: Uint8Array, count: number, decoder: TextDecoder): SqlValue[] {
  const header = new VarintReader(record, 0)
  const headerBytes = header.next()
  if (headerBytes > record.length) throw invalid()
  const view = new DataView(record.buffer, record.byteOffset, record.byteLength)
  const values: SqlValue[] = []
  let at = headerBytes
  while (header.at < headerBytes && values.length < count) {
    const type = header.next()
    const length = lengthOf(type)
    if (at + length > record.length) throw invalid()
    values.push(cellValue(view, { type, at, length }, decoder))
    at += length
  }
  return values
}

const integerBytes = [0, 1, 2, 3, 4, 6, 8] as const

function lengthOf(type: number): number {
  const length = integerBytes[type]
  if (length !== undefined) return length
  if (type === 7) return 8
  if (type === 8 || type === 9) return 0
  if (type < 12) throw invalid()
  return (type - (type % 2) - 12) / 2
}

type Cell = { type: number; at: number; length: number }

function cellValue(view: DataView, { type, at, length }: Cell, decoder: TextDecoder): SqlValue {
  switch (type) {
    case 0:
      return null
    case 1:
      return view.getInt8(at)
    case 2:
      return view.getInt16(at)
    case 3:
      return view.getInt8(at) * 65_536 + view.getUint16(at + 1)
    case 4:
      return view.getInt32(at)
    case 5:
      return view.getInt16(at) * 2 ** 32 + view.getUint32(at + 2)
    case 6:
      return shortest(view.getBigInt64(at))
    case 7:
      return view.getFloat64(at)
    case 8:
    case 9:
      return type - 8
  }
  const bytes = new Uint8Array(view.buffer, view.byteOffset + at, length)
  return type % 2 === 0 ? bytes : decoder.decode(bytes)
}
