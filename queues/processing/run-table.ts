import type { Context } from '../../worker/context'
import { chooseNextDatabase, databaseSizes } from '../../worker/datasets/placement'
import { reserveTable } from '../../worker/datasets/runs'
import { problem } from '../../worker/errors'
import { limits } from '../../worker/limits'
import {
  createTable,
  dropTable,
  insertLines,
  segmentRanges,
  shardsOfTable,
  type TablePointer,
  trimTable,
} from '../../worker/lines/storage'
import { linesDatabase } from './database'

/** The table of a run, as it is saved between two deliveries. */
export type RunTableState = {
  pointer: TablePointer
  /** Size of its database, in bytes, at which the next segment begins; undefined if only one database is bound. */
  fullAt?: number | undefined
}

/** Rows as JSON texts (`insertLines`), and the number of their first line. */
export type RowBatch = { from: number; texts: readonly string[] }

/**
 * The table that a run fills. Where its database is full, the next lines go to another one, as another segment. A segment that
 * the saved state does not have is created anew, so that a slice that is repeated after a crash writes no line twice.
 */
export class RunTable {
  readonly #ctx: Context
  #pointer: TablePointer
  #fullAt: number | undefined
  #isFull = false

  private constructor(ctx: Context, { pointer, fullAt }: RunTableState) {
    this.#ctx = ctx
    this.#pointer = pointer
    this.#fullAt = fullAt
  }

  /** Creates the table. A table that an earlier delivery created without recording it, or with another layout, is replaced. */
  static async create(ctx: Context, table: Pick<TablePointer, 'shard' | 'run' | 'layout'>): Promise<RunTable> {
    const created = new RunTable(ctx, { pointer: { ...table, count: 0 } })
    created.#fullAt = await created.#createIn(table.shard, 1)
    return created
  }

  /** Continues with the table of an earlier delivery. */
  static open(ctx: Context, state: RunTableState): RunTable {
    return new RunTable(ctx, state)
  }

  get pointer(): TablePointer {
    return this.#pointer
  }

  get state(): RunTableState {
    return { pointer: this.#pointer, ...(this.#fullAt === undefined ? {} : { fullAt: this.#fullAt }) }
  }

  /** Inserts rows with consecutive line numbers; lines that are already stored are unchanged. @throws `databases-full` */
  async insert({ from, texts }: RowBatch): Promise<void> {
    if (this.#isFull) await this.#continueAt(from)
    const shard = shardsOfTable(this.#pointer).at(-1) ?? this.#pointer.shard
    for (const text of texts) {
      const size = await insertLines(linesDatabase(this.#ctx, shard), this.#pointer, text)
      this.#isFull = this.#fullAt !== undefined && size >= this.#fullAt
    }
  }

  /** Counts the lines of each segment, and deletes those that an interrupted delivery left in another one. */
  async finish(): Promise<void> {
    const { segments, run } = this.#pointer
    if (!segments) return
    const ranges = segmentRanges(this.#pointer)
    const counts = await Promise.all(
      ranges.map(({ shard, from, to }) => trimTable(linesDatabase(this.#ctx, shard), run, { from, to })),
    )
    this.#pointer = { ...this.#pointer, segments: segments.map((one, at) => ({ ...one, count: counts[at] ?? 0 })) }
  }

  /** Sets the number of lines. */
  count(lines: number): void {
    this.#pointer = { ...this.#pointer, count: lines }
  }

  async drop(): Promise<void> {
    const { run } = this.#pointer
    await Promise.all(shardsOfTable(this.#pointer).map((shard) => dropTable(linesDatabase(this.#ctx, shard), run)))
  }

  /** Opens the next segment, whose first line is `from`; without another database with room, this one is filled up. */
  async #continueAt(from: number): Promise<void> {
    const { shard, run, segments = [{ shard, from: 1, count: 0 }] } = this.#pointer
    const maxBytes = this.#ctx.config.LINES_DATABASE_BYTES
    const sizes = await databaseSizes(this.#ctx)
    const used = segments.map((segment) => segment.shard)
    const next = chooseNextDatabase(sizes, { used, maxBytes })
    if (next === undefined) {
      const last = used.at(-1) ?? shard
      if ((sizes[last] ?? 0) >= maxBytes)
        throw problem('databases-full', { count: this.#ctx.lines.filter(Boolean).length })
      this.#fullAt = maxBytes
    } else {
      await reserveTable(this.#ctx, { shard: next, run }, 'segment')
      this.#fullAt = await this.#createIn(next, from)
      this.#pointer = { ...this.#pointer, segments: [...segments, { shard: next, from, count: 0 }] }
    }
    this.#isFull = false
  }

  /** @returns `fullAt` of the database */
  async #createIn(shard: number, from: number): Promise<number | undefined> {
    const database = linesDatabase(this.#ctx, shard)
    await dropTable(database, this.#pointer.run)
    const size = await createTable(database, this.#pointer, from)
    if (this.#ctx.lines.filter(Boolean).length < 2) return undefined
    const { searchable, other } = limits.lines.filledShare
    const share = this.#pointer.layout.searchable.length > 0 ? searchable : other
    return size + Math.max(0, this.#ctx.config.LINES_DATABASE_BYTES - size) * share
  }
}
