import { and, desc, eq, type SQL } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import type { DatasetEventType } from '../../db/event-types'
import { describe, type Language, type ProblemCode, type StoredProblem } from '../../errors'
import { type Diagnosed, diagnosticKey } from '../../files/object-keys'
import type { Originator } from '../../identity'
import { limits } from '../../limits'
import { insertEvent, namedOriginator, type ResourceEvent } from '../../resources'
import type { Field } from '../../schema/field'
import { structureDifferences } from '../../schema/merge-schema'
import { datasetKind } from '../metadata/kind'
import { loadDataset } from '../metadata/load'

/**
 * The statement that stores an event of a dataset, for the batch of the change that it describes; call `announceJournal`
 * after the commit.
 *
 * @param condition the event is stored only where this holds
 */
export const addToJournal = (ctx: Context, id: string, event: JournalEvent, condition?: SQL) =>
  insertEvent(ctx, datasetKind, { id, event, condition })

export type JournalEvent = ResourceEvent<DatasetEventType>

/** The event of the log for columns that are removed or change their type, if any. */
export function breakingEvents(before: readonly Field[], after: readonly Field[]): JournalEvent[] {
  const { missing, changed } = structureDifferences(before, after)
  if (missing.length + changed.length === 0) return []
  return [{ type: 'breaking-change', data: JSON.stringify({ missing, changed }), logOnly: true }]
}

/** An event as it is stored. */
export type StoredEvent = Pick<
  typeof tables.journal.$inferSelect,
  'id' | 'type' | 'date' | 'draft' | 'problem' | 'data'
>

type Diagnostic = {
  hasDiagnosticFile?: true
  diagnosticErrorCount?: number
  diagnosticCapped?: boolean
  unicityErrorCount?: number
  validationErrorCount?: number
  extensionErrorCount?: number
}

/** An event in the API. */
export type EventDocument = Diagnostic & {
  type: string
  date: string
  data?: string
  code?: ProblemCode
  draft?: true
  href?: string
  /** The person or the key that caused it, in the journal alone. */
  originator?: Originator
}

/** An event with the error that its text says, for a reader that says it otherwise. */
export type JournalEntry = EventDocument & { problem?: StoredProblem }

/** The journal, newest event first. @param language the language of the problems, that of the request by default */
export async function readJournal(
  ctx: Context,
  id: string,
  language: Language = ctx.language,
): Promise<EventDocument[]> {
  const entries = await readEntries(ctx, id, language)
  return entries.map(({ problem: _, ...event }) => event)
}

/** The same with the errors of the events. */
export async function readEntries(
  ctx: Context,
  id: string,
  language: Language = ctx.language,
): Promise<JournalEntry[]> {
  await loadDataset(ctx, id, 'readJournal')
  const rows = await ctx.db
    .select()
    .from(tables.journal)
    .where(inJournal(id))
    .orderBy(desc(tables.journal.id))
    .limit(limits.datasets.maxJournalEvents)
  const events = rows.map((row): JournalEntry => {
    const problem = problemOf(row)
    const reader = { baseUrl: ctx.baseUrl, language, datasetId: id }
    const event = { ...presentEvent(row, reader), ...namedOriginator(row.originator) }
    return problem ? { ...event, problem } : event
  })
  return withoutLostDiagnostics(ctx, id, events)
}

/** Only the last attempt has a diagnostic file, until it is repaired: removes `hasDiagnosticFile` from other events. */
async function withoutLostDiagnostics(ctx: Context, id: string, events: JournalEntry[]): Promise<JournalEntry[]> {
  const last = new Map<Diagnosed, JournalEntry>()
  for (const event of events) {
    if (!event.hasDiagnosticFile) continue
    const version = event.type === 'draft-cancelled' ? 'cancelled' : event.draft ? 'draft' : 'published'
    if (!last.has(version)) last.set(version, event)
  }
  const current = new Set<JournalEntry>()
  for (const [version, event] of last) {
    if (await ctx.files.head(diagnosticKey(id, version))) current.add(event)
  }
  return events.map((event) => {
    const { hasDiagnosticFile: _, ...rest } = event
    return current.has(event) ? event : rest
  })
}

/** Prefix of the event of a draft that was cancelled automatically. */
export const automaticCancellationPrefix = 'annulation automatique'

/** The condition of the events that are in the journal of a dataset. */
export function inJournal(datasetId: string): SQL | undefined {
  return and(eq(tables.journal.datasetId, datasetId), eq(tables.journal.logOnly, false))
}

/** The error of an event, if it has one. */
const problemOf = ({ problem }: Pick<StoredEvent, 'problem'>): StoredProblem | undefined =>
  // Written by `insertEvent` from a StoredProblem.
  problem ? (JSON.parse(problem) as StoredProblem) : undefined

/** The document of an event in the API. */
export function presentEvent(
  row: StoredEvent,
  reader: { language: Language; baseUrl: string; datasetId: string },
): EventDocument {
  const stored = problemOf(row)
  const text = stored ? describe(stored, reader.language) : row.data
  const data = stored && row.type === 'draft-cancelled' ? `${automaticCancellationPrefix} : ${text}` : text
  return {
    type: row.type,
    date: row.date,
    ...(data !== null ? { data } : {}),
    ...(stored ? { code: stored.code } : {}),
    ...(row.draft ? { draft: true as const } : {}),
    ...(stored && hasDiagnostic(stored) ? diagnosticOf(stored) : {}),
    ...(row.type === 'dataset-created' ? { href: `${reader.baseUrl}/dataset/${reader.datasetId}` } : {}),
  }
}

/** Whether a problem has a diagnostic file, which lists the invalid lines. */
export const hasDiagnostic = ({ code }: Pick<StoredProblem, 'code'>): boolean =>
  code === 'lines-invalid' || code === 'lines-duplicated' || code === 'lines-not-extended'

/** The properties of an event that describe its diagnostic file. */
function diagnosticOf({ code, params }: StoredProblem): Diagnostic {
  return {
    hasDiagnosticFile: true,
    diagnosticErrorCount: Number(params.diagnosticErrorCount),
    diagnosticCapped: params.diagnosticCapped === 1,
    ...(code === 'lines-duplicated'
      ? { unicityErrorCount: Number(params.unicityErrorCount) }
      : {
          validationErrorCount: Number(params.validationErrorCount ?? 0),
          extensionErrorCount: Number(params.extensionErrorCount ?? 0),
        }),
  }
}
