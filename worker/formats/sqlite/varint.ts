import { invalid } from './header'

/** A cursor on the variable-length integers of a page or a record (sqlite.org/fileformat2.html, section 1.6). */
export class VarintReader {
  readonly #bytes: Uint8Array
  at: number

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes
    this.at = at
  }

  /** The next integer as a double, exact up to 2^53. Only row identifiers can be larger: `nextSigned` reads those exactly. @throws `geopackage-invalid` */
  next(): number {
    let value = 0
    for (let n = 0; n < 9; n++) {
      const byte = this.#bytes[this.at++]
      if (byte === undefined) throw invalid()
      if (n === 8) return value * 256 + byte
      value = value * 128 + (byte & 127)
      if (byte < 128) return value
    }
    return value
  }

  /** The next integer as a signed one of 64 bits. @throws `geopackage-invalid` */
  nextSigned(): number | bigint {
    const start = this.at
    const value = this.next()
    if (value <= Number.MAX_SAFE_INTEGER) return value
    this.at = start
    let exact = 0n
    for (let n = 0; n < 9; n++) {
      const byte = this.#bytes[this.at++] ?? 0
      if (n === 8) {
        exact = (exact << 8n) | BigInt(byte)
        break
      }
      exact = (exact << 7n) | BigInt(byte & 127)
      if (byte < 128) break
    }
    return shortest(BigInt.asIntN(64, exact))
  }
}

/** An integer of 64 bits as a number, where that is exact. */
export function shortest(value: bigint): number | bigint {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}
