import type { Context } from '../../worker/context'
import { type Run, renewRun, reserveForRun, reserveSegments, shardOf } from '../../worker/datasets/runs'
import { chooseNextDatabase, databaseSizes } from '../../worker/datasets/sharding'
import { problem } from '../../worker/errors'
import { limits } from '../../worker/limits'
import {
  createBoxIndex,
  createTable,
  dropTable,
  insertLines,
  type Layout,
  segmentRanges,
  shardsOfTable,
  type TablePointer,
  trimTable,
} from '../../worker/lines/storage'
import { linesDatabase } from './lines-database'

/** The table of a run, as it is saved between two deliveries. */
export type RunTableState = {
  pointer: TablePointer
  /** Size of its database, in bytes, at which the next segment begins; undefined if only one database is bound. */
  fullAt?: number | undefined
}

/** Rows as JSON texts (`insertLines`), the number of their first line, how many they are, and the bytes of their values as CSV. */
export type RowBatch = { from: number; count: number; bytes: number; texts: readonly string[] }

/**
 * The table that a run fills. Where its database is full, the next lines go to another one, as another segment. A segment that
 * the saved state does not have is created anew, so that a slice that is repeated after a crash writes no line twice.
 */
export class RunTable {
  readonly #ctx: Context
  readonly #run: Run
  #pointer: TablePointer
  #fullAt: number | undefined
  #isFull = false
  /** Whether this delivery has prepared the tables for insertions. */
  #isPrepared = false
  /** Whether an earlier delivery has inserted lines. */
  #isContinued = false

  private constructor(ctx: Context, run: Run, { pointer, fullAt }: RunTableState) {
    this.#ctx = ctx
    this.#run = run
    this.#pointer = pointer
    this.#fullAt = fullAt
  }

  /** Creates the table. A table that an earlier delivery created without recording it, or with another layout, is replaced. */
  static async create(ctx: Context, run: Run, layout: Layout): Promise<RunTable> {
    const shard = shardOf(run)
    const created = new RunTable(ctx, run, { pointer: { shard, run: run.id, layout, count: 0, valueBytes: 0 } })
    created.#fullAt = await created.#createIn(shard, 1)
    return created
  }

  /** Continues with the table of an earlier delivery. */
  static open(ctx: Context, run: Run, state: RunTableState): RunTable {
    const table = new RunTable(ctx, run, state)
    table.#isContinued = true
    return table
  }

  get pointer(): TablePointer {
    return this.#pointer
  }

  get state(): RunTableState {
    return { pointer: this.#pointer, ...(this.#fullAt === undefined ? {} : { fullAt: this.#fullAt }) }
  }

  /** Inserts rows with consecutive line numbers; lines that are already stored are unchanged. @throws `databases-full` */
  async insert({ from, count, bytes, texts }: RowBatch): Promise<void> {
    await this.#prepare()
    if (this.#isFull) await this.#continueAt(from)
    const shard = shardsOfTable(this.#pointer).at(-1) ?? this.#pointer.shard
    for (const text of texts) {
      const size = await insertLines(linesDatabase(this.#ctx, shard), this.#pointer, text)
      this.#isFull = this.#fullAt !== undefined && size >= this.#fullAt
    }
    this.#count(count, bytes)
  }

  /** Creates the index of boxes, and deletes the lines that an interrupted delivery left in another segment than that of their range. */
  async finish(): Promise<void> {
    await this.#indexBoxes()
    if (!this.#pointer.segments) return
    const { run } = this.#pointer
    await Promise.all(
      segmentRanges(this.#pointer).map(({ shard, from, to }) =>
        trimTable(linesDatabase(this.#ctx, shard), run, { from, to }),
      ),
    )
  }

  async drop(): Promise<void> {
    const { run } = this.#pointer
    await Promise.all(shardsOfTable(this.#pointer).map((shard) => dropTable(linesDatabase(this.#ctx, shard), run)))
  }

  /** Opens the next segment, whose first line is `from`; without another database with room, this one is filled up. */
  async #continueAt(from: number): Promise<void> {
    const { shard, count, segments = [{ shard, from: 1, count }] } = this.#pointer
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
      await reserveForRun(this.#ctx, this.#run, 'segment', [{ shard: next, run: this.#run.id }])
      this.#fullAt = await this.#createIn(next, from)
      this.#pointer = { ...this.#pointer, segments: [...segments, { shard: next, from, count: 0 }] }
    }
    this.#isFull = false
  }

  #count(lines: number, bytes: number): void {
    const { count, valueBytes = 0, segments } = this.#pointer
    const counted = segments?.map((one, at) =>
      at === segments.length - 1 ? { ...one, count: one.count + lines } : one,
    )
    this.#pointer = {
      ...this.#pointer,
      count: count + lines,
      valueBytes: valueBytes + bytes,
      ...(counted ? { segments: counted } : {}),
    }
  }

  /**
   * The reservations of segments are shorter than the longest run: each delivery extends them. A table with the lines of a whole delivery
   * gets its index of boxes: the statement would take too long over all lines of the largest files.
   */
  async #prepare(): Promise<void> {
    if (this.#isPrepared) return
    this.#isPrepared = true
    await reserveSegments(this.#ctx, this.#run, this.#pointer)
    if (this.#isContinued) await this.#indexBoxes()
  }

  async #indexBoxes(): Promise<void> {
    for (const shard of shardsOfTable(this.#pointer)) {
      await createBoxIndex(linesDatabase(this.#ctx, shard), this.#pointer)
    }
  }

  /** @returns `fullAt` of the database */
  async #createIn(shard: number, from: number): Promise<number | undefined> {
    const database = linesDatabase(this.#ctx, shard)
    // A worker that has lost its lease would drop a table that another one has filled.
    if (!(await renewRun(this.#ctx, this.#run, this.#run.progress))) throw new Error('the lease of the run was lost')
    await dropTable(database, this.#pointer.run)
    const size = await createTable(database, this.#pointer, from)
    if (this.#ctx.lines.filter(Boolean).length < 2) return undefined
    const { searchable, other } = limits.lines.filledShare
    const share = this.#pointer.layout.searchable.length > 0 ? searchable : other
    return size + Math.max(0, this.#ctx.config.LINES_DATABASE_BYTES - size) * share
  }
}
