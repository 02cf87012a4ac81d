/**
 * Writes lines during the analysis: the types at the beginning of a file are nearly always those of the whole file, which
 * then need not be read twice (1 M lines × 10 columns: 2 s of 13). When the result of the analysis differs, the table is
 * dropped and filled again.
 */

import type { Context } from '../../worker/context'
import type { Run } from '../../worker/datasets/runs'
import { Problem } from '../../worker/errors'
import { locationFields, type ProjectionCode } from '../../worker/geometry'
import { limits } from '../../worker/limits'
import { type Layout, layoutOf, type TablePointer } from '../../worker/lines/storage'
import type { DetectedField, Field } from '../../worker/schema/field'
import type { ColumnKey } from '../../worker/schema/keys/column-keys'
import type { ExtensionState, FileEnricher } from './file-enricher'
import { type Bounds, LineWriter } from './line-writer'
import { RunTable, type RunTableState } from './run-table'
import type { ComputedRecord } from './transform-cells'

/** Columns, types and fields of a file: of its beginning, or of the whole file. */
export type FileStructure = {
  columns: ColumnKey[]
  detected: DetectedField[]
  fields: Field[]
  projection?: ProjectionCode | undefined
}

/** The state between two deliveries. */
export type EarlyState = RunTableState & {
  form: FileStructure
  bounds?: Bounds | undefined
  extension?: ExtensionState | undefined
}

/** Opens the extensions of lines with a structure. */
type OpenExtension = (structure: FileStructure, from?: ExtensionState) => FileEnricher | undefined

export class EarlyLines {
  readonly #ctx: Context
  readonly #run: Run
  readonly #openExtension: OpenExtension
  #buffered: ComputedRecord[] | undefined
  #bufferedChars = 0
  #structure: FileStructure | undefined
  #table: RunTable | undefined
  #writer: LineWriter | undefined
  #extension: FileEnricher | undefined
  #usedCells: ReadonlySet<number> = new Set()

  /** `from`: the state of an earlier delivery; null when early writing was abandoned there. */
  constructor(ctx: Context, run: Run, from: EarlyState | null | undefined, openExtension: OpenExtension) {
    this.#ctx = ctx
    this.#run = run
    this.#openExtension = openExtension
    if (from === undefined) this.#buffered = []
    else if (from !== null) {
      const { form, bounds, extension } = from
      this.#open(RunTable.open(ctx, run, from), { form, bounds }, openExtension(form, extension))
    }
  }

  /** Whether enough of the beginning was read to call `start`. */
  get isReady(): boolean {
    return this.#buffered !== undefined && this.#bufferedChars >= limits.processing.earlyFormChars
  }

  add(record: ComputedRecord): void {
    if (this.#buffered) {
      this.#buffered.push({ ...record })
      for (const cell of record.cells) this.#bufferedChars += cell.length + 1
    } else if (this.#writer) {
      this.#writer.add(record)
      const { refusedLines, emptiedCells } = this.#writer
      if (refusedLines + emptiedCells > 0 || this.#hasNewColumn(record)) this.#giveUp()
    }
  }

  /** Starts writing with the structure of the beginning; not when extensions lack a column there. */
  async start(structure: FileStructure): Promise<void> {
    const buffered = this.#buffered ?? []
    this.#buffered = undefined
    let extension: FileEnricher | undefined
    try {
      extension = this.#openExtension(structure)
    } catch (error) {
      if (error instanceof Problem) return
      throw error
    }
    const layout = layoutOf(structure.fields, new Map(), locationFields(structure.fields))
    const table = await RunTable.create(this.#ctx, this.#run, layout)
    this.#open(table, { form: structure }, extension)
    for (const record of buffered) this.add(record)
  }

  async drain(): Promise<void> {
    await this.#writer?.drain()
    // The stage that fills the table reports the lines that fail.
    if (this.#extension && this.#extension.failedLines > 0) this.#giveUp()
  }

  /** For the next delivery; null when early writing was abandoned. */
  async pause(): Promise<EarlyState | null> {
    if (!this.#writer || !this.#structure || !this.#table) return null
    await this.#writer.finish()
    if (this.#extension && this.#extension.failedLines > 0) return null
    const { bounds } = this.#writer
    return { ...this.#table.state, form: this.#structure, bounds, extension: this.#extension?.state() }
  }

  /** The table, when the whole file has the structure of its beginning; otherwise drops it and returns undefined. */
  async finish(
    structure: FileStructure,
    layout: Layout,
  ): Promise<{ pointer: TablePointer; bounds: Bounds | undefined; extension: FileEnricher | undefined } | undefined> {
    const state = await this.pause()
    const table = this.#table
    if (table && state && isSameStructure(state.form, structure) && isSameTable(state.pointer.layout, layout)) {
      await table.finish()
      const extended = this.#extension?.extendLayout(layout) ?? layout
      return { pointer: { ...table.pointer, layout: extended }, bounds: state.bounds, extension: this.#extension }
    }
    await table?.drop()
    return undefined
  }

  #open(
    table: RunTable,
    { form, bounds }: Pick<EarlyState, 'form' | 'bounds'>,
    extension: FileEnricher | undefined,
  ): void {
    this.#table = table
    this.#structure = form
    this.#extension = extension
    this.#usedCells = usedCells(form)
    const none = { bounds, refusedLines: 0, refusals: [], emptiedCells: 0, emptied: [] }
    this.#writer = new LineWriter(table, form, none, extension)
  }

  /** Whether a column has a value that was empty or absent (JSON kinds) at the beginning. */
  #hasNewColumn({ cells }: ComputedRecord): boolean {
    if (this.#usedCells.size === cells.length) return false
    return cells.some((cell, at) => cell !== '' && !this.#usedCells.has(at))
  }

  #giveUp(): void {
    this.#writer = undefined
    this.#structure = undefined
    this.#extension = undefined
  }
}

/** Indexes of the cells of a record that have a field. */
function usedCells({ columns, detected }: FileStructure): ReadonlySet<number> {
  const keys = new Set(detected.map(({ key }) => key))
  return new Set(columns.flatMap(({ key, index }) => (keys.has(key) ? index : [])))
}

/** Whether two structures store every value alike: same columns, types and notations. */
function isSameStructure(early: FileStructure, final: FileStructure): boolean {
  const serialized = ({ columns, detected, fields, projection }: FileStructure) =>
    JSON.stringify([
      projection,
      columns.map(({ index, key }) => [index, key]),
      detected.map(({ key, type, format, dateFormat, dateTimeFormat }) => [
        key,
        type,
        format,
        dateFormat,
        dateTimeFormat,
      ]),
      fields.map((field) => [
        field.key,
        field.type,
        field.format,
        field.separator,
        field.timeZone,
        field['x-refersTo'],
      ]),
    ])
  return serialized(early) === serialized(final)
}

/** Whether two layouts give the same table; their facts about values may differ. */
function isSameTable(early: Layout, final: Layout): boolean {
  const serialized = ({ places, searchable, located, shaped }: Layout) =>
    JSON.stringify([places.map(({ ascii: _, ...place }) => place), searchable, located, shaped])
  return serialized(early) === serialized(final)
}
