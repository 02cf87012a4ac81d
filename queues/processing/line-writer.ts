import type { RunState } from '../../worker/datasets/runs'
import type { StoredProblem } from '../../worker/errors'
import { unionBounds } from '../../worker/geometry'
import { limits } from '../../worker/limits'
import type { StoredValue } from '../../worker/lines/storage'
import { type EncodedRow, fileLineEncoder, type LineEncoder } from './encode-line'
import type { FileEnricher } from './file-enricher'
import { RowTexts } from './row-texts'
import type { RowBatch, RunTable } from './run-table'
import { StoredProfiles, type StoredProfilesState } from './stored-profiles'
import type { ComputedRecord } from './transform-cells'

export type Bounds = NonNullable<RunState['bounds']>

/** A line whose extensions are not computed yet. */
export type UnextendedLine = { index: number; line: number; chars: number; values: StoredValue[] }

/** Whether the time of a delivery is over. */
type IsOver = () => Promise<boolean> | boolean

/** Writes the records of a file to a table, and counts written lines, refused lines and emptied cells. */
export class LineWriter {
  readonly #table: RunTable
  readonly #encoder: LineEncoder
  readonly #extension: FileEnricher | undefined
  #waiting: UnextendedLine[] = []
  readonly #rows: RowTexts
  #from = 0
  #size = 0
  #chars = 0
  #full: RowBatch[] = []
  #pending: Promise<void> = Promise.resolve()
  count: number
  bounds: Bounds | undefined
  refusedLines: number
  readonly refusals: StoredProblem[]
  emptiedCells: number
  readonly emptied: StoredProblem[]
  readonly profiles: StoredProfiles

  constructor(
    table: RunTable,
    form: Parameters<typeof fileLineEncoder>[1],
    from: Pick<RunState, 'bounds' | 'refusedLines' | 'refusals' | 'emptiedCells' | 'emptied'>,
    extension?: FileEnricher,
    memory?: { profiles: StoredProfilesState; waiting?: readonly UnextendedLine[] },
  ) {
    this.#table = table
    this.#encoder = fileLineEncoder(table.pointer.layout, form)
    this.#extension = extension
    const own = this.#encoder.fields.flatMap((field, at) => (field['x-calculated'] ? [] : [at]))
    this.#rows = new RowTexts(own)
    this.profiles = new StoredProfiles(this.#encoder.fields, form.detected, memory?.profiles)
    this.#waiting = [...(memory?.waiting ?? [])]
    this.count = table.pointer.count
    this.bounds = from.bounds
    this.refusedLines = from.refusedLines
    this.refusals = [...from.refusals]
    this.emptiedCells = from.emptiedCells
    this.emptied = from.emptied.map(({ code, params }) => ({ code, params: { ...params } }))
  }

  add(record: ComputedRecord): void {
    const read = this.#encoder.read(record)
    if ('refused' in read) {
      this.#refuse(read.refused)
      return
    }
    if (record.emptied || read.emptied) this.#empty([...(record.emptied ?? []), ...(read.emptied ?? [])])
    let chars = 0
    for (const cell of record.cells) chars += cell.length
    const { index, line } = record
    if (this.#extension) this.#waiting.push({ index, line, chars, values: [...read.values] })
    else this.#write({ index, line, chars, values: read.values })
  }

  #write(waiting: UnextendedLine): void {
    const { chars, values } = waiting
    const line = this.#encoder.encode(waiting, values)
    if ('refused' in line) {
      this.#refuse(line.refused)
      return
    }
    if (chars * maxEscapeChars > limits.lines.maxValueBytes && !fitsInValue(line.row)) {
      this.#refuse({ code: 'line-too-long', params: { line: waiting.line, max: limits.lines.maxValueBytes } })
      return
    }
    this.count++
    this.profiles.add(values)
    if (line.bounds) this.bounds = [...unionBounds(this.bounds, line.bounds)]
    if (this.#size >= limits.lines.insertRows || this.#chars + chars > limits.lines.insertChars) this.#closeBatch()
    if (this.#size === 0) this.#from = Number(line.row[0])
    this.#rows.add(line.row, values, chars)
    this.#size++
    this.#chars += chars
  }

  /** Lines that are written, or wait for the values of their extensions. */
  get size(): number {
    return this.count + this.#waiting.length
  }

  /** Lines that wait for the values of their extensions. */
  get waiting(): readonly UnextendedLine[] {
    return this.#waiting
  }

  /**
   * Extends the lines, then sends full batches; one statement runs while the next is prepared.
   *
   * @param isOver called between the batches of extensions: when it returns true, the other lines wait for the next delivery
   */
  async drain(isOver?: IsOver): Promise<void> {
    await this.#extend(isOver)
    await this.#send()
  }

  async #send(): Promise<void> {
    for (const batch of this.#full.splice(0)) {
      await this.#pending
      this.#pending = this.#table.insert(batch)
      // Awaited by the next call: until then a rejection must not count as unhandled.
      this.#pending.catch(() => {})
    }
  }

  async #extend(isOver: IsOver = () => false): Promise<void> {
    const extension = this.#extension
    if (!extension) return
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, extension.batchLines)
      const extended = await extension.extend(batch, this.#encoder.fields)
      for (const [at, chars] of extended.entries()) {
        const line = batch[at]
        if (line && chars !== undefined) this.#write({ ...line, chars: line.chars + chars })
      }
      if (this.#waiting.length > 0 && (await isOver())) return
    }
  }

  /** Writes what remains, without the lines that wait when the time is over. */
  async finish(isOver?: IsOver): Promise<void> {
    await this.#extend(isOver)
    this.#closeBatch()
    await this.#send()
    await this.#pending
  }

  #refuse(refusal: StoredProblem): void {
    this.refusedLines++
    if (this.refusals.length < limits.processing.listedLosses) this.refusals.push(refusal)
  }

  /** Counts emptied cells, by column and value for the first ones. @param values a `line-value-refused` for each */
  #empty(values: readonly StoredProblem[]): void {
    this.emptiedCells += values.length
    for (const { params } of values) {
      const { column = '', value = '', line = '' } = params
      const group = this.emptied.find(
        // The state of a run that began with an earlier version has cells without a count.
        (one) => one.code === 'values-emptied' && one.params.column === column && one.params.value === value,
      )
      if (group) group.params.count = Number(group.params.count) + 1
      else if (this.emptied.length < limits.processing.listedLosses) {
        this.emptied.push({ code: 'values-emptied', params: { column, value, line, count: 1 } })
      }
    }
  }

  #closeBatch(): void {
    if (this.#size > 0) this.#full.push({ from: this.#from, count: this.#size, ...this.#rows.take() })
    this.#size = 0
    this.#chars = 0
  }
}

/** The longest escape of JSON: a control character takes six characters (\\u0001). */
const maxEscapeChars = 6

function fitsInValue(row: EncodedRow): boolean {
  return Buffer.byteLength(JSON.stringify([row])) <= limits.lines.maxValueBytes
}
