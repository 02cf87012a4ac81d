import type { Context } from '../../context'
import { limits } from '../../limits'
import { candidateText, indexFor } from '../../lines/query/plan/index-candidates'
import type { TablePointer } from '../../lines/storage'
import { indexNames, segmentTables } from '../../lines/storage'
import { storedCandidates } from './index-uses'

/** A field that queries filter or sort by: the number of uses, and the state of its index. */
type CandidateUsage = {
  candidate: string
  uses: number
  usedAt: string
  state: 'made' | 'missing' | 'rare' | 'impossible'
}

/** The indexes on demand of a table, and the candidates of its queries. */
export async function lineIndexes(
  ctx: Context,
  datasetId: string,
  pointer: TablePointer,
): Promise<{ made: string[]; candidates: CandidateUsage[] }> {
  const databases = segmentTables(pointer).flatMap(({ shard }) => ctx.lines[shard] ?? [])
  const [first, ...others] = await Promise.all(databases.map((db) => indexNames(db, pointer.run)))
  // Only indexes that exist in every segment of the table.
  const existing = new Set([...(first ?? [])].filter((name) => others.every((names) => names.has(name))))
  const stored = await storedCandidates(ctx, datasetId)
  const candidates = stored.map(({ candidate, uses, usedAt }): CandidateUsage => {
    const form = indexFor(candidate, pointer)
    const isFrequent = uses >= limits.indexes.fromUses && pointer.count >= limits.indexes.fromLines
    const state = !form ? 'impossible' : existing.has(form.name) ? 'made' : isFrequent ? 'missing' : 'rare'
    return { candidate: candidateText(candidate), uses, usedAt: new Date(usedAt).toISOString(), state }
  })
  return { made: [...existing].sort(), candidates }
}
