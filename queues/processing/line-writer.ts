import type { StoredProblem } from '../../worker/errors'
import type { FileRecord } from '../../worker/formats/record-reader'
import { unionBounds } from '../../worker/geometry'
import { limits } from '../../worker/limits'
import type { TablePointer } from '../../worker/lines/storage'
import { inParts, insertLines } from '../../worker/lines/storage'
import { type EncodedLine, lineEncoder, type Row } from './encode-line'
import type { RunState } from './state'

export type Bounds = NonNullable<RunState['bounds']>

/** Writes the records of a file to a table, and counts written and refused lines. */
export class LineWriter {
  readonly #db: D1Database
  readonly #pointer: TablePointer
  readonly #encode: (record: FileRecord) => EncodedLine
  #rows: Row[] = []
  #chars = 0
  #full: string[] = []
  #pending: Promise<void> = Promise.resolve()
  count: number
  bounds: Bounds | undefined
  refusedLines: number
  readonly refusals: StoredProblem[]

  constructor(
    db: D1Database,
    pointer: TablePointer,
    form: Parameters<typeof lineEncoder>[1],
    from: Pick<RunState, 'bounds' | 'refusedLines' | 'refusals'>,
  ) {
    this.#db = db
    this.#pointer = pointer
    this.#encode = lineEncoder(pointer.layout, form)
    this.count = pointer.count
    this.bounds = from.bounds
    this.refusedLines = from.refusedLines
    this.refusals = [...from.refusals]
  }

  add(record: FileRecord): void {
    const line = this.#encode(record)
    if ('refused' in line) {
      this.#refuse(line.refused)
      return
    }
    let chars = 0
    for (const cell of record.cells) chars += cell.length
    if (chars * maxEscapeChars > limits.lines.maxValueBytes && !fitsInValue(line.row)) {
      this.#refuse({ code: 'line-too-long', params: { line: record.line, max: limits.lines.maxValueBytes } })
      return
    }
    this.count++
    if (line.bounds) this.bounds = [...unionBounds(this.bounds, line.bounds)]
    if (this.#rows.length >= limits.lines.insertRows || this.#chars + chars > limits.lines.insertChars)
      this.#closeBatch()
    this.#rows.push(line.row)
    this.#chars += chars
  }

  /** Sends full batches; one statement runs while the next is prepared. */
  async drain(): Promise<void> {
    for (const rows of this.#full.splice(0)) {
      await this.#pending
      this.#pending = insertLines(this.#db, this.#pointer, rows)
      // Awaited by the next call: until then a rejection must not count as unhandled.
      this.#pending.catch(() => {})
    }
  }

  /** Writes what remains. */
  async finish(): Promise<void> {
    this.#closeBatch()
    await this.drain()
    await this.#pending
  }

  #refuse(refusal: StoredProblem): void {
    this.refusedLines++
    if (this.refusals.length < limits.processing.describedBadLines) this.refusals.push(refusal)
  }

  #closeBatch(): void {
    if (this.#rows.length > 0) this.#full.push(...inParts(this.#rows))
    this.#rows = []
    this.#chars = 0
  }
}

/** The longest escape of JSON: a control character takes six characters (\\u0001). */
const maxEscapeChars = 6

function fitsInValue(row: Row): boolean {
  return Buffer.byteLength(JSON.stringify([row])) <= limits.lines.maxValueBytes
}
