/** `NdjsonReader`: a file of one JSON object per line, one record per object. */
import { problem, type StoredProblem } from '../../errors'
import { limits } from '../../limits'
import type { FileRecord, OnRecord, RecordReader, ReplacedEscapes } from '../record-reader'
import { withoutInvisible } from '../text/invisible'
import { JsonColumns } from './columns'

/** `rest`: the current line; `line`: its 1-based number; `index`: objects counted so far. */
export type NdjsonState = { kind: 'ndjson'; headers: string[] | undefined; rest: string; line: number; index: number }

/**
 * Blank lines are skipped and not counted.
 * Throws `file-json-invalid`, `file-record-too-long`, `file-value-too-long`, `file-too-many-columns`.
 */
export class NdjsonReader implements RecordReader {
  readonly warnings: readonly StoredProblem[] = []
  readonly #columns: JsonColumns
  readonly #record: FileRecord = { index: 0, line: 0, cells: [] }
  #rest: string
  #line: number
  #index: number

  constructor(state?: NdjsonState) {
    this.#columns = new JsonColumns(state?.headers)
    this.#rest = state?.rest ?? ''
    this.#line = state?.line ?? 1
    this.#index = state?.index ?? 0
  }

  get headers(): readonly string[] | undefined {
    return this.#index === 0 ? undefined : this.#columns.headers
  }

  get replaced(): ReplacedEscapes | undefined {
    return this.#columns.replaced
  }

  push(text: string, each: OnRecord): void {
    const clean = withoutInvisible(text)
    let at = 0
    for (let end = clean.indexOf('\n'); end >= 0; end = clean.indexOf('\n', at)) {
      const source = this.#rest + clean.slice(at, end)
      this.#rest = ''
      this.#take(source, each)
      this.#line++
      at = end + 1
    }
    this.#rest += clean.slice(at)
    this.#bound(this.#rest)
  }

  end(each: OnRecord): void {
    const source = this.#rest
    this.#rest = ''
    this.#take(source, each)
  }

  state(): NdjsonState {
    return {
      kind: 'ndjson',
      headers: this.headers && [...this.headers],
      rest: this.#rest,
      line: this.#line,
      index: this.#index,
    }
  }

  #take(source: string, each: OnRecord): void {
    this.#bound(source)
    const object = source.trim()
    if (object === '') return
    if (!object.startsWith('{')) {
      const start = object.slice(0, limits.files.maxQuotedChars)
      throw problem('file-json-invalid', {
        line: this.#line,
        reason: { en: `an object expected, not ${start}`, fr: `un objet est attendu, pas ${start}` },
      })
    }
    const cells = this.#columns.cells(object, this.#line)
    this.#index++
    if (cells.every((cell) => cell === '')) return
    const record = this.#record
    record.index = this.#index
    record.line = this.#line
    record.cells = cells
    each(record)
  }

  #bound(source: string): void {
    if (source.length > limits.files.maxRecordChars) {
      throw problem('file-record-too-long', { line: this.#line, max: limits.files.maxRecordChars })
    }
  }
}
