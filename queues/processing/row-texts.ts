import { limits } from '../../worker/limits'
import { inParts, type StoredValue } from '../../worker/lines/storage'
import { CsvBytes } from './csv-bytes'
import type { EncodedRow } from './encode-line'

/**
 * The rows of an insertion as JSON. They are written a few at a time: all those of an insertion would outlive the young generation
 * of the heap, and its collections would copy them, with the chunks of the file that their cells are slices of.
 */
export class RowTexts {
  readonly #csv: CsvBytes
  #rows: EncodedRow[] = []
  #chars = 0
  #pieces: string[] = []
  #bytes = 0

  /** `own`: the indexes of the values whose bytes as CSV are counted. */
  constructor(own: readonly number[]) {
    this.#csv = new CsvBytes(own)
  }

  /** Adds a row of the values of a line. `chars`: those of its cells. */
  add(row: EncodedRow, values: readonly StoredValue[], chars: number): void {
    if (this.#rows.length >= limits.lines.pieceRows || this.#chars + chars > limits.lines.pieceChars) this.#write()
    this.#rows.push(row)
    this.#chars += chars
    this.#csv.add(values)
  }

  /** The rows since the last call, and the bytes of their values as CSV. */
  take(): { texts: string[]; bytes: number } {
    this.#write()
    const taken = { texts: inParts(this.#pieces, (pieces) => `[${pieces.join(',')}]`), bytes: this.#bytes }
    this.#pieces = []
    this.#bytes = 0
    return taken
  }

  #write(): void {
    if (this.#rows.length > 0) this.#pieces.push(JSON.stringify(this.#rows).slice(1, -1))
    this.#bytes += this.#csv.take()
    this.#rows = []
    this.#chars = 0
  }
}
