/**
 * Writing lines while the file is still being analyzed: the types that its beginning shows are nearly always those of the
 * whole, and then the file need not be read twice (1 M lines × 10 columns: 2 s of 13). When the end of the analysis
 * disagrees with the beginning, the table is dropped and filled again as if nothing had been.
 */

import type { FileRecord } from '../../worker/formats/record-reader'
import { type ProjectionCode, placeFields } from '../../worker/geometry'
import { limits } from '../../worker/limits'
import { createTable, dropTable, type Layout, layoutOf, type TablePointer } from '../../worker/lines/storage'
import type { DetectedField, Field } from '../../worker/schema/field'
import type { ColumnKey } from '../../worker/schema/keys'
import { type Bounds, LineWriter } from './line-writer'

/** What was found of a file so far, or at its end. */
export type Form = {
  columns: ColumnKey[]
  detected: DetectedField[]
  fields: Field[]
  projection?: ProjectionCode | undefined
}

/** The memory of it between two deliveries. */
export type EarlyState = { form: Form; pointer: TablePointer; bounds?: Bounds | undefined }

export class EarlyLines {
  readonly #db: D1Database
  readonly #run: string
  #held: FileRecord[] | undefined
  #heldChars = 0
  #state: EarlyState | undefined
  #writer: LineWriter | undefined
  #usedCells: ReadonlySet<number> = new Set()

  /** `from`: the state of an earlier delivery; null when it was given up there. */
  constructor(db: D1Database, run: string, from: EarlyState | null | undefined) {
    this.#db = db
    this.#run = run
    if (from === undefined) this.#held = []
    else if (from !== null) this.#open(from)
  }

  /** Whether the beginning has been seen: time to say what form it shows. */
  get isReady(): boolean {
    return this.#held !== undefined && this.#heldChars >= limits.processing.earlyFormChars
  }

  add(record: FileRecord): void {
    if (this.#held) {
      this.#held.push({ ...record })
      for (const cell of record.cells) this.#heldChars += cell.length + 1
    } else if (this.#writer) {
      this.#writer.add(record)
      if (this.#writer.refusedLines > 0 || this.#showsAnotherColumn(record)) this.#giveUp()
    }
  }

  /** Starts writing in the form that the beginning shows. */
  async start(form: Form): Promise<void> {
    const layout = layoutOf(form.fields, new Map(), placeFields(form.fields))
    const pointer: TablePointer = { shard: 0, run: this.#run, layout, count: 0 }
    await dropTable(this.#db, this.#run)
    await createTable(this.#db, pointer)
    this.#open({ form, pointer })
    const held = this.#held ?? []
    this.#held = undefined
    for (const record of held) this.add(record)
  }

  async drain(): Promise<void> {
    await this.#writer?.drain()
  }

  /** For the next delivery; null when it was given up. */
  async pause(): Promise<EarlyState | null> {
    if (!this.#writer || !this.#state) return null
    await this.#writer.finish()
    return {
      ...this.#state,
      pointer: { ...this.#state.pointer, count: this.#writer.count },
      bounds: this.#writer.bounds,
    }
  }

  /** The lines, when the whole file has the form of its beginning; undefined, and no table, when they must be written anew. */
  async finish(form: Form, layout: Layout): Promise<{ pointer: TablePointer; bounds: Bounds | undefined } | undefined> {
    const state = await this.pause()
    if (state && isSameForm(state.form, form) && isSameTable(state.pointer.layout, layout)) {
      return { pointer: { ...state.pointer, layout }, bounds: state.bounds }
    }
    if (this.#held === undefined) await dropTable(this.#db, this.#run)
    return undefined
  }

  #open(state: EarlyState): void {
    this.#state = state
    this.#usedCells = usedCells(state.form)
    const none = { bounds: state.bounds, refusedLines: 0, refusals: [] }
    this.#writer = new LineWriter(this.#db, state.pointer, state.form, none)
  }

  /** A column that was empty at the beginning, or did not exist (JSON kinds), has a value. */
  #showsAnotherColumn({ cells }: FileRecord): boolean {
    if (this.#usedCells.size === cells.length) return false
    return cells.some((cell, at) => cell !== '' && !this.#usedCells.has(at))
  }

  #giveUp(): void {
    this.#writer = undefined
    this.#state = undefined
  }
}

/** Which cells of a record have a field. */
function usedCells({ columns, detected }: Form): ReadonlySet<number> {
  const keys = new Set(detected.map(({ key }) => key))
  return new Set(columns.flatMap(({ key, index }) => (keys.has(key) ? index : [])))
}

/** Whether two forms write every value alike: same columns, types and notations. */
function isSameForm(early: Form, whole: Form): boolean {
  const told = ({ columns, detected, fields, projection }: Form) =>
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
  return told(early) === told(whole)
}

/** Whether two layouts are the same table: what they know of the values beside may differ. */
function isSameTable(early: Layout, whole: Layout): boolean {
  const told = ({ places, searchable, located, shaped }: Layout) =>
    JSON.stringify([places.map(({ ascii: _, ...place }) => place), searchable, located, shaped])
  return told(early) === told(whole)
}
