/**
 * Processing runs. A run builds one version of one dataset. A worker holds the lease of the run, and every write of an
 * outcome is guarded by that lease, so that late, duplicate or concurrent deliveries change nothing.
 */
import { and, eq, lt, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import type { StoredProblem } from '../../errors'
import { limits } from '../../limits'
import { addToJournal, hasDiagnostic, type JournalEvent } from '../journal/journal'
import { announceJournal } from '../journal/live-journal'
import type { Status, Version } from '../metadata/document'
import { forgetDataset } from '../metadata/load'
import { nextStage, type Stage, statusBefore, statusOnceDone } from '../metadata/status'
import type { InitialRunState, RunState } from './run-state'

export type Target = 'published' | 'draft'

/** A claimed run, by the lease that its claim took. */
export type Run = {
  id: string
  datasetId: string
  target: Target
  /** The database of the tables that it fills; null before the first of them. */
  shard: number | null
  stage: Stage
  step: number
  lease: string
  /** Claims at this point of the run, including this one: each earlier claim ended in a crash of its process. */
  starts: number
  /** Progress of the stage, 0–100, as last reported. */
  progress: number
}

/** A run as its row has it. `parseRunState` parses its state. */
type ClaimedRun = Run & { storedState: string }

/**
 * The statements that start a run and replace any other run of the same version. Send its message after they are
 * written.
 */
export function newRun(
  ctx: Context,
  input: {
    /** The name of a table that is already filled. */
    id?: string
    datasetId: string
    target: Target
    /** The database of that table. */
    shard?: number
    stage: Stage
    state?: InitialRunState
  },
) {
  const id = input.id ?? ctx.newId()
  const values = {
    id,
    datasetId: input.datasetId,
    target: input.target,
    shard: input.shard ?? null,
    stage: input.stage,
    step: 0,
    state: JSON.stringify(input.state ?? {}),
    lease: null,
    leaseUntil: 0,
    starts: 0,
    progress: 0,
    failed: false,
    touchedAt: ctx.now().getTime(),
  }
  return {
    id,
    statements: [...endRuns(ctx, input.datasetId, input.target), ctx.db.insert(tables.runs).values(values)] as const,
  }
}

/**
 * The statements that end the runs of a version: their messages become no-ops, and the tables they have built are
 * discarded.
 */
export function endRuns(ctx: Context, datasetId: string, target: Target) {
  const { runs } = tables
  const ended = and(eq(runs.datasetId, datasetId), eq(runs.target, target))
  return [discardRuns(ctx, ended), ctx.db.delete(runs).where(ended)] as const
}

/**
 * The statement that discards the tables of runs, which are named after them, once no worker can still be filling them.
 */
export function discardRuns(ctx: Context, which: SQL | undefined) {
  const { runs, discards } = tables
  const notBefore = ctx.now().getTime() + limits.processing.leaseMs
  return ctx.db
    .insert(discards)
    .select(
      sql`select 'lines', ${runs.shard} || ':' || ${runs.id}, ${notBefore} from ${runs} where ${runs.shard} is not null and ${which}`,
    )
    .onConflictDoNothing()
}

/**
 * Claims a run at a step, if no other worker holds it. Undefined when there is nothing to do: the run is done,
 * scheduled for later, or held by another worker.
 */
export async function claimRun(ctx: Context, id: string, step: number): Promise<ClaimedRun | undefined> {
  const now = ctx.now().getTime()
  const [row] = await ctx.db
    .update(tables.runs)
    .set({
      lease: ctx.newId(),
      leaseUntil: now + limits.processing.leaseMs,
      // Counted before the work starts, because a process that crashes reports nothing.
      starts: sql`${tables.runs.starts} + 1`,
      touchedAt: now,
    })
    .where(
      and(
        eq(tables.runs.id, id),
        eq(tables.runs.step, step),
        eq(tables.runs.failed, false),
        lt(tables.runs.leaseUntil, now),
      ),
    )
    .returning()
  if (!row?.lease) return undefined
  return { ...row, lease: row.lease, storedState: row.state }
}

/** Extends the lease while a slice works. False when the lease was lost: the slice must stop. */
export async function renewRun(ctx: Context, run: Run, progress: number): Promise<boolean> {
  const now = ctx.now().getTime()
  const rows = await ctx.db
    .update(tables.runs)
    .set({ leaseUntil: now + limits.processing.leaseMs, touchedAt: now, progress })
    .where(hasLease(run))
    .returning({ id: tables.runs.id })
  return rows.length > 0
}

/**
 * Saves the state of a run while it goes on, and resets its count of claims: a worker that claims the run after a crash
 * starts from this state.
 */
export async function saveRun(ctx: Context, run: Run, state: RunState): Promise<void> {
  await ctx.db
    .update(tables.runs)
    .set({ state: JSON.stringify(state), starts: 1 })
    .where(hasLease(run))
}

/** Saves the state of a run and releases it for its next delivery. The message is sent after the row is written. */
export async function handOver(
  ctx: Context,
  run: Run,
  input: { state: RunState; delaySeconds?: number },
): Promise<void> {
  const step = run.step + 1
  const rows = await ctx.db
    .update(tables.runs)
    .set({
      step,
      state: JSON.stringify(input.state),
      lease: null,
      leaseUntil: 0,
      starts: 0,
      touchedAt: ctx.now().getTime(),
    })
    .where(hasLease(run))
    .returning({ id: tables.runs.id })
  if (rows.length > 0) await ctx.jobs.process(run.id, step, input.delaySeconds)
}

/**
 * Releases a run after a platform fault, so that the retry of its message can claim it again. The process survived to
 * report the fault, so this claim does not count.
 */
export async function releaseRun(ctx: Context, run: Run): Promise<void> {
  const { runs } = tables
  await ctx.db
    .update(runs)
    .set({ lease: null, leaseUntil: 0, starts: sql`${runs.starts} - 1` })
    .where(hasLease(run))
}

/** Records the end of a stage: the next stage, and the status that readers see. */
export async function advanceRun(
  ctx: Context,
  run: Run,
  input: { state: RunState; patch: Partial<Version>; events?: JournalEvent[] },
): Promise<Run | undefined> {
  const stage = nextStage(run.stage)
  if (!stage) throw new Error('the last stage does not advance')
  const status = statusOnceDone(run.stage)
  const [, ...rest] = await ctx.db.batch([
    patchVersion(ctx, run, { ...input.patch, status }, holdsExists(run)),
    ctx.db
      .update(tables.runs)
      .set({ stage, state: JSON.stringify(input.state), starts: 1, progress: 0, touchedAt: ctx.now().getTime() })
      .where(hasLease(run))
      .returning({ id: tables.runs.id }),
    ...(input.events ?? []).map((event) => journalWhile(ctx, run, event)),
  ])
  forgetDataset(run.datasetId)
  if (input.events?.length) await announceJournal(ctx, run.datasetId)
  const updated = rest[0]
  if (!Array.isArray(updated) || updated.length === 0) return undefined
  return { ...run, stage, starts: 1, progress: 0 }
}

/**
 * Marks a run and its version as failed. The state is kept, to resume on request.
 *
 * @param input.errorStatus the status from which it resumes, that of its stage by default
 * @param input.patch other changes of the version
 * @returns whether this delivery has ended it: false when it no longer held the lease
 */
export async function failRun(
  ctx: Context,
  run: Run,
  input: { failure: StoredProblem; errorStatus?: Status | undefined; patch?: VersionPatch },
): Promise<boolean> {
  const { failure, errorStatus = statusBefore(run.stage), patch = {} } = input
  const [, , ended] = await ctx.db.batch([
    patchVersion(ctx, run, { ...patch, status: 'error', errorStatus }, holdsExists(run)),
    journalWhile(ctx, run, {
      type: hasDiagnostic(failure) ? 'validation-error' : 'error',
      problem: failure,
      draft: run.target === 'draft',
    }),
    ctx.db
      .update(tables.runs)
      .set({ failed: true, lease: null, leaseUntil: 0, touchedAt: ctx.now().getTime() })
      .where(hasLease(run))
      .returning({ id: tables.runs.id }),
  ])
  forgetDataset(run.datasetId)
  await announceJournal(ctx, run.datasetId)
  return ended.length > 0
}

/** The condition that the lease is still held: the guard of every write of an outcome. */
export function hasLease(run: Run): SQL | undefined {
  return and(eq(tables.runs.id, run.id), eq(tables.runs.lease, run.lease))
}

/**
 * The same condition for a statement on another table, in the same batch and before the statement that ends the lease.
 */
export function holdsExists(run: Run): SQL {
  return sql`exists (select 1 from ${tables.runs} where ${tables.runs.id} = ${run.id} and ${tables.runs.lease} = ${run.lease})`
}

/** Keys of a version to change; null removes a key. */
type VersionPatch = { [Key in keyof Version]?: Version[Key] | null }

/** Merges keys into the JSON of a version, and updates the derived status. */
function patchVersion(ctx: Context, run: Pick<Run, 'datasetId' | 'target'>, patch: VersionPatch, guard: SQL) {
  const { datasets } = tables
  const merged = (column: typeof datasets.published | typeof datasets.draft) =>
    sql`json_patch(${column}, ${JSON.stringify(patch)})`
  const set =
    run.target === 'published'
      ? { published: merged(datasets.published), ...(patch.status ? { status: patch.status } : {}) }
      : { draft: merged(datasets.draft) }
  return ctx.db
    .update(datasets)
    .set({ ...set, version: sql`${datasets.version} + 1` })
    .where(and(eq(datasets.id, run.datasetId), guard))
}

/** A journal entry that is written only while the lease is held. */
export function journalWhile(ctx: Context, run: Run, event: JournalEvent) {
  return addToJournal(ctx, run.datasetId, event, holdsExists(run))
}
