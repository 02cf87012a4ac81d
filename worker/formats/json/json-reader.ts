/** `JsonReader`: a JSON file that holds an array of objects, one record per object. */
import type { StoredProblem } from '../../errors'
import type { FileRecord, OnRecord, RecordReader, ReplacedEscapes } from '../record-reader'
import { withoutInvisible } from '../text/invisible'
import { JsonColumns } from './columns'
import { JsonElements, type JsonElementsState } from './elements'

/** `index`: objects counted so far; the other members are the state of `JsonElements`. */
export type JsonState = JsonElementsState & { kind: 'json'; headers: string[] | undefined; index: number }

/** Throws what `JsonElements` throws, `file-value-too-long`, `file-too-many-columns`. */
export class JsonReader implements RecordReader {
  readonly warnings: readonly StoredProblem[] = []
  readonly #elements: JsonElements
  readonly #columns: JsonColumns
  readonly #record: FileRecord = { index: 0, line: 0, cells: [] }
  #index: number

  constructor(state?: JsonState) {
    this.#columns = new JsonColumns(state?.headers)
    this.#elements = new JsonElements(state)
    this.#index = state?.index ?? 0
  }

  get headers(): readonly string[] | undefined {
    return this.#index === 0 ? undefined : this.#columns.headers
  }

  get replaced(): ReplacedEscapes | undefined {
    return this.#columns.replaced
  }

  push(text: string, each: OnRecord): void {
    this.#elements.push(withoutInvisible(text), (source, line) => this.#take(source, line, each))
  }

  end(_each: OnRecord): void {
    this.#elements.end()
  }

  state(): JsonState {
    return {
      ...this.#elements.state(),
      kind: 'json',
      headers: this.headers && [...this.headers],
      index: this.#index,
    }
  }

  #take(source: string, line: number, each: OnRecord): void {
    const cells = this.#columns.cells(source, line)
    this.#index++
    if (cells.every((cell) => cell === '')) return
    const record = this.#record
    record.index = this.#index
    record.line = line
    record.cells = cells
    each(record)
  }
}
