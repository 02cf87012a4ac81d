import type { StoredValue } from '../../worker/lines/storage'

/** The bytes of the values of lines as CSV. */
export class CsvBytes {
  readonly #own: readonly number[]
  #texts: string[] = []
  #bytes = 0

  /** `own`: the indexes of the values that are counted. */
  constructor(own: readonly number[]) {
    this.#own = own
  }

  /** Each value is followed by a separator or a line end; those of a list are separated too. */
  add(values: readonly StoredValue[]): void {
    this.#bytes += this.#own.length
    for (const at of this.#own) {
      const value = values[at]
      if (typeof value === 'string') this.#texts.push(value)
      else if (typeof value === 'number') this.#bytes += numberChars(value)
      else if (typeof value === 'boolean') this.#bytes++
      else if (value !== null && value !== undefined) this.#texts.push(value.join(','))
    }
  }

  /** The bytes of the values since the last call: one measure of all texts, since each is a call out of JavaScript. */
  take(): number {
    const bytes = this.#bytes + Buffer.byteLength(this.#texts.join(''))
    this.#texts = []
    this.#bytes = 0
    return bytes
  }
}

/** Characters of a number in decimal. Most are small whole numbers. */
function numberChars(value: number): number {
  if (!Number.isInteger(value) || value < 0 || value >= 1_000_000) return String(value).length
  if (value < 1_000) return value < 10 ? 1 : value < 100 ? 2 : 3
  return value < 10_000 ? 4 : value < 100_000 ? 5 : 6
}
