import type { Context } from '../../worker/context'
import { renewRun } from '../../worker/datasets'
import { describe, problem } from '../../worker/errors'
import { limits } from '../../worker/limits'
import { layoutOf, type TablePointer } from '../../worker/lines/layout'
import { createTable, indexForSearch, insertLines } from '../../worker/lines/store'
import { lineEncoder } from './encode-line'
import { positionFields } from './position'
import type { StageInput } from './process'
import { loadCursor, type Position, Reading, saveCursor } from './reading'
import type { Outcome, RunState } from './state'

/**
 * Fills the table of the run, then its search index, slice by slice. Lines carry their number in the file as primary key,
 * so that a slice done twice changes nothing; the search index guards itself (`lines/store`).
 */
export async function indexLines(ctx: Context, input: StageInput): Promise<Outcome> {
  const { state } = input
  const pointer = state.pointer ?? (await openTable(ctx, input))
  const afterInsert = state.inserted
    ? { ended: true, state: { ...state, pointer } }
    : await insertSlice(ctx, input, pointer)
  if (!afterInsert.ended) return { done: false, state: afterInsert.state }
  return searchSlice(ctx, input, afterInsert.state, pointer)
}

async function openTable(ctx: Context, { run, state }: StageInput): Promise<TablePointer> {
  const fields = state.fields ?? []
  const facts = new Map(Object.entries(state.facts ?? {}))
  const layout = layoutOf(fields, facts, positionFields(fields) !== undefined)
  const pointer: TablePointer = { shard: 0, run: run.id, layout, count: 0 }
  await createTable(database(ctx, pointer), pointer)
  return pointer
}

async function insertSlice(
  ctx: Context,
  { run, state, deadline }: StageInput,
  pointer: TablePointer,
): Promise<{ ended: boolean; state: RunState }> {
  const { source, fields = [], columns = [], detected = [] } = state
  if (!source) throw problem('file-lost')
  const db = database(ctx, pointer)
  const reading = new Reading(source, state.cursor ? await loadCursor<Position>(ctx, state.cursor) : undefined)
  const encode = lineEncoder(pointer.layout, fields, columns, detected)
  const next: RunState = { ...state, pointer, refusals: [...state.refusals] }
  const limit = state.merges ? Number.POSITIVE_INFINITY : limits.lines.draftRows
  let { count } = pointer
  const writer = new BatchWriter((rows) => insertLines(db, pointer, rows))
  let renewedAt = ctx.now().getTime()

  const ended = await reading.run(
    ctx,
    (record) => {
      if (count >= limit) return
      const line = encode(record)
      if ('refused' in line) {
        next.refusedLines++
        if (next.refusals.length < limits.processing.describedBadLines) next.refusals.push(line.refused)
        return
      }
      count++
      if (line.position) next.bounds = widen(next.bounds, line.position)
      writer.add(line.json)
    },
    async () => {
      await writer.drain()
      const now = ctx.now().getTime()
      if (now - renewedAt > limits.processing.progressEveryMs) {
        renewedAt = now
        if (!(await renewRun(ctx, run, reading.progress))) throw new Error('the lease of the run was lost')
      }
      return deadline.isOver() || count >= limit
    },
  )
  await writer.finish()
  next.pointer = { ...pointer, count }
  if (ended || count >= limit) {
    const { cursor: _, ...finished } = next
    checkRefusals(finished, count)
    return { ended: true, state: { ...finished, inserted: true } }
  }
  next.cursor = await saveCursor(ctx, {
    object: source.object,
    run: run.id,
    step: run.step,
    memory: reading.position(),
  })
  return { ended: false, state: next }
}

async function searchSlice(
  ctx: Context,
  { run, deadline }: StageInput,
  state: RunState,
  pointer: TablePointer,
): Promise<Outcome> {
  const filled = state.pointer ?? pointer
  let { searched } = state
  if (filled.layout.searchable.length === 0) return { done: true, state }
  while (searched < state.lastLine) {
    const to = Math.min(searched + limits.lines.searchRows, state.lastLine)
    await indexForSearch(database(ctx, filled), filled, searched, to)
    searched = to
    if (searched < state.lastLine) {
      if (!(await renewRun(ctx, run, Math.floor((100 * searched) / state.lastLine))))
        throw new Error('the lease of the run was lost')
      if (deadline.isOver()) return { done: false, state: { ...state, searched } }
    }
  }
  return { done: true, state: { ...state, searched } }
}

/** Collects rows into statements; one is under way while the next is prepared (design §5). */
class BatchWriter {
  readonly #write: (rows: string) => Promise<void>
  #rows: string[] = []
  #bytes = 0
  #full: string[] = []
  #underWay: Promise<void> = Promise.resolve()

  constructor(write: (rows: string) => Promise<void>) {
    this.#write = write
  }

  add(row: string): void {
    // A UTF-16 unit is at most three bytes of UTF-8; texts of the field are mostly one.
    if (this.#rows.length >= limits.lines.insertRows || this.#bytes + row.length > limits.lines.insertBytes / 2)
      this.#close()
    this.#rows.push(row)
    this.#bytes += row.length + 1
  }

  /** Starts what is full, waiting for what was under way. */
  async drain(): Promise<void> {
    for (const batch of this.#full.splice(0)) {
      await this.#underWay
      this.#underWay = this.#write(batch)
      // Awaited at the next batch: a failure in between must not count as unhandled.
      this.#underWay.catch(() => {})
    }
  }

  async finish(): Promise<void> {
    this.#close()
    await this.drain()
    await this.#underWay
  }

  #close(): void {
    if (this.#rows.length === 0) return
    this.#full.push(`[${this.#rows.join(',')}]`)
    this.#rows = []
    this.#bytes = 0
  }
}

/** Too many refused lines refuse the file; some are told in the journal (contract datasets §3.3, design §12 row 4). */
function checkRefusals(state: RunState, inserted: number): void {
  const { refusedLines } = state
  if (refusedLines === 0) return
  const examples = state.refusals.map((one) => `\n${describe(one, 'en')}`).join('')
  if (refusedLines > (refusedLines + inserted) * limits.processing.maxBadLineShare) {
    const share = Math.round((100 * refusedLines) / (refusedLines + inserted))
    throw problem('lines-refused', { share, examples })
  }
  state.warnings = [...state.warnings, { code: 'lines-left-out', params: { count: refusedLines, examples } }]
}

type Bounds = NonNullable<RunState['bounds']>

/** Longitudes and latitudes in the order of a bbox: left, bottom, right, top. */
function widen(bounds: Bounds | undefined, [lat, lon]: readonly [number, number]): Bounds {
  if (!bounds) return [lon, lat, lon, lat]
  return [Math.min(bounds[0], lon), Math.min(bounds[1], lat), Math.max(bounds[2], lon), Math.max(bounds[3], lat)]
}

function database(ctx: Context, pointer: TablePointer): D1Database {
  const db = ctx.lines[pointer.shard]
  if (!db) throw new Error(`no lines database ${pointer.shard}`)
  return db
}
