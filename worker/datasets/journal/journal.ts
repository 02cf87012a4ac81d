import { and, desc, eq, type SQL } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { describe, type Language, type StoredProblem } from '../../errors'
import { type Diagnosed, diagnosticKey } from '../../files/keys'
import { limits } from '../../limits'
import { insertEvent, type ResourceEvent } from '../../resources'
import { datasetKind } from '../metadata/kind'
import { loadDataset } from '../metadata/load'

/**
 * The statement that stores an event of a dataset, for the batch of the change that it describes; call `announceJournal`
 * after the commit.
 *
 * @param condition the event is stored only where this holds
 */
export const addToJournal = (ctx: Context, id: string, event: ResourceEvent, condition?: SQL) =>
  insertEvent(ctx, datasetKind, { id, event, condition })

export type { ResourceEvent as JournalEvent } from '../../resources'

/** An event as it is stored. */
export type StoredEvent = Pick<
  typeof tables.journal.$inferSelect,
  'id' | 'type' | 'date' | 'draft' | 'problem' | 'data'
>

/** The journal, newest first (contract datasets §1.13). Problems are told in the reader's language. */
export async function readJournal(ctx: Context, id: string): Promise<Record<string, unknown>[]> {
  await loadDataset(ctx, id, 'readJournal')
  const rows = await ctx.db
    .select()
    .from(tables.journal)
    .where(inJournal(id))
    .orderBy(desc(tables.journal.id))
    .limit(limits.datasets.maxJournalEvents)
  const events = rows.map((row) => presentEvent(row, { ...ctx, datasetId: id }))
  return withoutLostDiagnostics(ctx, id, events)
}

/** A diagnostic is that of the last attempt: older events have lost theirs, and so has the last once it is repaired. */
async function withoutLostDiagnostics(
  ctx: Context,
  id: string,
  events: Record<string, unknown>[],
): Promise<Record<string, unknown>[]> {
  const last = new Map<Diagnosed, Record<string, unknown>>()
  for (const event of events) {
    if (!event.hasDiagnosticFile) continue
    const version = event.type === 'draft-cancelled' ? 'cancelled' : event.draft ? 'draft' : 'published'
    if (!last.has(version)) last.set(version, event)
  }
  const kept = new Set<Record<string, unknown>>()
  for (const [version, event] of last) {
    if (await ctx.files.head(diagnosticKey(id, version))) kept.add(event)
  }
  return events.map((event) => {
    const { hasDiagnosticFile: _, ...rest } = event
    return kept.has(event) ? event : rest
  })
}

/** What is told of a draft that nobody cancelled by hand. */
export const automatic = 'annulation automatique'

/** The condition of the events that are in the journal of a dataset. */
export function inJournal(datasetId: string): SQL | undefined {
  return and(eq(tables.journal.datasetId, datasetId), eq(tables.journal.logOnly, false))
}

/** An event as it is told (contract datasets §3.4). */
export function presentEvent(
  row: StoredEvent,
  reader: { language: Language; baseUrl: string; datasetId: string },
): Record<string, unknown> {
  // Written by journalEntry from a StoredProblem.
  const stored = row.problem ? (JSON.parse(row.problem) as StoredProblem) : undefined
  const told = stored ? describe(stored, reader.language) : row.data
  const data = stored && row.type === 'draft-cancelled' ? `${automatic} : ${told}` : told
  return {
    type: row.type,
    date: row.date,
    ...(data !== null ? { data } : {}),
    ...(stored ? { code: stored.code } : {}),
    ...(row.draft ? { draft: true } : {}),
    ...(stored && hasDiagnostic(stored) ? diagnosticOf(stored) : {}),
    ...(row.type === 'dataset-created' ? { href: `${reader.baseUrl}/dataset/${reader.datasetId}` } : {}),
  }
}

/** Whether the lines that are at fault are told in a file. */
export const hasDiagnostic = ({ code }: Pick<StoredProblem, 'code'>): boolean =>
  code === 'lines-invalid' || code === 'lines-duplicated'

/** What a validation says of its diagnostic (contract editable-accounts F.5). */
function diagnosticOf({ code, params }: StoredProblem): Record<string, unknown> {
  return {
    hasDiagnosticFile: true,
    diagnosticErrorCount: Number(params.diagnosticErrorCount),
    diagnosticCapped: params.diagnosticCapped === 1,
    ...(code === 'lines-duplicated'
      ? { unicityErrorCount: Number(params.unicityErrorCount) }
      : { validationErrorCount: Number(params.validationErrorCount), extensionErrorCount: 0 }),
  }
}
