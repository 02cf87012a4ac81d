import { and, desc, eq, gte, lt, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { limits } from '../../limits'
import type { LineSource, LinesPlan } from '../../lines'
import { candidateText, indexCandidatesOf, indexFor, parseCandidate } from '../../lines/query/plan/index-candidates'
import type { TablePointer } from '../../lines/storage'
import { type IndexCandidate, indexNames } from '../../lines/storage'

/** Uses that this isolate has counted and not stored yet. */
const pending = new Map<string, { segments: readonly TablePointer[]; uses: Map<string, number> }>()
let flushedAt = 0

/** Counts the fields that a query over a large table filters and sorts by. Stores the counts periodically, after the response. */
export function recordIndexUses(
  ctx: Context,
  { datasetId, source }: { datasetId: string; source: LineSource },
  plan: Pick<LinesPlan, 'where' | 'order' | 'parts'>,
): void {
  const { pointer, parts, defaultOrder } = source
  // A union has no table of its own to index.
  if (defaultOrder === 'union' || pointer.count < limits.indexes.fromLines) return
  const candidates = indexCandidatesOf(plan.parts?.[0] ?? plan)
  if (candidates.length === 0) return
  const uses = pending.get(datasetId)?.uses ?? new Map<string, number>()
  for (const candidate of candidates.map(candidateText)) uses.set(candidate, (uses.get(candidate) ?? 0) + 1)
  pending.set(datasetId, { segments: parts?.map((part) => part.pointer) ?? [pointer], uses })
  const now = ctx.now().getTime()
  if (now - flushedAt < limits.indexes.flushUsesEveryMs) return
  flushedAt = now
  ctx.later(() => flushIndexUses(ctx))
}

/** Adds the counts of this isolate to the stored ones, and requests the indexes that are used often enough. */
export async function flushIndexUses(ctx: Context): Promise<void> {
  const counted = [...pending]
  pending.clear()
  const usedAt = ctx.now().getTime()
  const { indexCandidates } = tables
  for (const [datasetId, { segments, uses }] of counted) {
    const rows = [...uses].map(([candidate, count]) => ({ datasetId, candidate, uses: count, usedAt, askedAt: 0 }))
    for (const row of rows) {
      await ctx.db
        .insert(indexCandidates)
        .values(row)
        .onConflictDoUpdate({
          target: [indexCandidates.datasetId, indexCandidates.candidate],
          set: { uses: sql`${indexCandidates.uses} + ${row.uses}`, usedAt },
        })
    }
    const missing = await missingIndexes(ctx, datasetId, segments)
    if (missing.length > 0 && (await isFirstRequest(ctx, datasetId))) await ctx.jobs.index(datasetId)
  }
}

/** The most frequent recent index candidates. */
export async function storedCandidates(
  ctx: Context,
  datasetId: string,
): Promise<{ candidate: IndexCandidate; uses: number; usedAt: number }[]> {
  const { indexCandidates } = tables
  const since = ctx.now().getTime() - limits.indexes.forgetUsesAfterMs
  const rows = await ctx.db
    .select()
    .from(indexCandidates)
    .where(and(eq(indexCandidates.datasetId, datasetId), gte(indexCandidates.usedAt, since)))
    .orderBy(desc(indexCandidates.uses), indexCandidates.candidate)
  return rows.flatMap(({ candidate: text, uses, usedAt }) => {
    const candidate = parseCandidate(text)
    return candidate ? [{ candidate, uses, usedAt }] : []
  })
}

/** The missing indexes of the segments of a table, the most used first, each with the database of its segment. */
export async function missingIndexes(ctx: Context, datasetId: string, segments: readonly TablePointer[]) {
  const { fromLines, fromUses, maxIndexes, maxFoldedLines, maxIndexedLines } = limits.indexes
  if (segments.reduce((sum, { count }) => sum + count, 0) < fromLines) return []
  const frequent = (await storedCandidates(ctx, datasetId)).filter(({ uses }) => uses >= fromUses)
  if (frequent.length === 0) return []
  const missing = await Promise.all(
    segments.map(async (segment) => {
      const db = ctx.lines[segment.shard]
      const forms = frequent.flatMap(({ candidate }) => {
        const most = candidate.by === 'folded' ? maxFoldedLines : maxIndexedLines
        return segment.count > most ? [] : (indexFor(candidate, segment) ?? [])
      })
      if (!db || forms.length === 0) return []
      const existing = await indexNames(db, segment.run)
      return forms
        .filter(({ name }) => !existing.has(name))
        .slice(0, Math.max(0, maxIndexes - existing.size))
        .map((form) => ({ ...form, shard: segment.shard }))
    }),
  )
  return missing.flat()
}

/** Records a request for the indexes of a dataset; false when another request was recorded recently. */
async function isFirstRequest(ctx: Context, datasetId: string): Promise<boolean> {
  const { indexCandidates } = tables
  const now = ctx.now().getTime()
  const rows = await ctx.db
    .update(indexCandidates)
    .set({ askedAt: now })
    .where(
      and(
        eq(indexCandidates.datasetId, datasetId),
        gte(indexCandidates.uses, limits.indexes.fromUses),
        lt(indexCandidates.askedAt, now - limits.indexes.lostMs),
      ),
    )
    .returning({ candidate: indexCandidates.candidate })
  return rows.length > 0
}
