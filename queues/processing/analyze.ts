import type { Context } from '../../worker/context'
import { tables } from '../../worker/db/client'
import { problem } from '../../worker/errors'
import { kindOf } from '../../worker/files/kinds'
import { limits } from '../../worker/limits'
import type { DetectedField, Field } from '../../worker/schema/field'
import { type ColumnKey, columnKeys } from '../../worker/schema/keys'
import { asRead, mergeSchema } from '../../worker/schema/merge'
import { type Observed, observed } from '../../worker/schema/observed'
import { FieldProfile, type FieldStatistics, type ProfileState } from '../../worker/schema/profile'
import { detectDialect } from '../readers/dialect'
import { detectEncoding, TextReader } from '../readers/encoding'
import type { StageInput } from './process'
import { loadCursor, type Position, Reading, saveCursor } from './reading'
import type { Outcome, RunState, Source } from './state'

/** The memory of a paused analysis. */
type Memory = { position: Position; profiles: ProfileState[]; budgetLeft: number; lines: number; lastIndex: number }

/**
 * Reads the whole file once: how it is written, which fields it has, of what type, and what their values look like
 * (contract datasets §5; types over all values: design §12 row 11).
 */
export async function analyze(ctx: Context, { run, dataset, state, deadline }: StageInput): Promise<Outcome> {
  const version = dataset[run.target]
  const original = version?.originalFile
  if (!version || !original) throw problem('file-lost')
  const source = state.source ?? (await inspect(ctx, state, original))
  const memory = state.cursor ? await loadCursor<Memory>(ctx, state.cursor) : undefined
  const reading = new Reading(source, memory?.position)
  const budget = { left: memory?.budgetLeft ?? limits.schema.maxTrackedValuesInAll }
  const profiles = (memory?.profiles ?? []).map((saved) => FieldProfile.fromJSON(saved, budget))
  let lines = memory?.lines ?? 0
  let lastIndex = memory?.lastIndex ?? 0

  const ended = await reading.run(
    ctx,
    ({ cells, index }) => {
      lines++
      lastIndex = index
      while (profiles.length < cells.length) profiles.push(new FieldProfile(budget))
      for (let i = 0; i < cells.length; i++) profiles[i]?.add(cells[i] ?? '')
    },
    () => deadline.isOver(),
  )
  if (!ended) {
    const saved: Memory = {
      position: reading.position(),
      profiles: profiles.map((profile) => profile.toJSON()),
      budgetLeft: budget.left,
      lines,
      lastIndex,
    }
    const cursor = await saveCursor(ctx, { object: source.object, run: run.id, step: run.step, memory: saved })
    return { done: false, state: { ...state, source, cursor } }
  }

  const { columns } = columnKeys(reading.reader.headers ?? [])
  if (columns.length === 0) throw problem('file-no-column')
  if (lines === 0) throw problem('file-no-line')
  const found = columns.map((column) => describeColumn(column, profiles[column.index], lines))
  const detected = found.flatMap(({ detected }) => detected ?? [])
  if (detected.length === 0) throw problem('file-no-line')
  const warnings = [...state.warnings, ...reading.reader.warnings]
  const empty = found.filter((column) => !column.detected).map((column) => column.originalName)
  if (empty.length > 0)
    warnings.push({ code: 'columns-ignored', params: { columns: empty.join(', ').slice(0, 1_000) } })
  if (reading.replacements > 0) {
    warnings.push({ code: 'characters-replaced', params: { count: reading.replacements, encoding: source.encoding } })
  }

  const fields = state.keepSchema ? version.schema : mergeSchema(version.schema, detected)
  await saveStatistics(ctx, run, found)
  const observations = Object.fromEntries(fields.flatMap((field) => observe(field, found, lines)))
  const facts = Object.fromEntries(
    found.map(({ key, statistics }) => [key, { maxBytes: statistics.maxBytes, nonAscii: statistics.nonAscii }]),
  )
  const { cursor: _, ...rest } = state
  return {
    done: true,
    state: { ...rest, source, columns, detected, fields, facts, observations, lastLine: lastIndex, warnings },
    patch: { file: { ...original, ...fileFacts(source, detected), object: source.object, size: source.size } },
  }
}

/** Decides on the first bytes how a file is written. */
async function inspect(
  ctx: Context,
  state: RunState,
  original: { name: string; explicitEncoding?: string | undefined },
): Promise<Source> {
  const { object, size } = state
  const kind = kindOf(original.name)?.kind
  if (!object || size === undefined || !kind) throw problem('file-lost')
  if (size === 0) throw problem('file-no-column')
  const stored = await ctx.files.get(object, { range: { offset: 0, length: limits.files.sampleBytes } })
  if (!stored) throw problem('file-lost')
  const sample = new Uint8Array(await stored.arrayBuffer())
  const complete = sample.length >= size
  const encoding = original.explicitEncoding ?? detectEncoding(sample, complete)
  const base: Source = { object, size, kind, encoding }
  if (kind !== 'csv') return base
  return { ...base, dialect: detectDialect(new TextReader(encoding).decode(sample, complete), complete) }
}

type FoundColumn = ColumnKey & { detected: DetectedField | undefined; statistics: FieldStatistics }

/** A column that some lines do not reach (JSON kinds) counts as empty there. */
function describeColumn(column: ColumnKey, profile: FieldProfile | undefined, lines: number): FoundColumn {
  const used = profile ?? new FieldProfile({ left: 0 })
  const statistics = used.statistics()
  return {
    ...column,
    detected: used.detected(column.key, column.originalName),
    statistics: { ...statistics, empty: lines - statistics.filled },
  }
}

function observe(field: Field, found: FoundColumn[], lines: number): [string, Observed][] {
  const column = found.find(({ key }) => key === field.key)
  return column?.detected ? [[field.key, observed(asRead(field, column.detected), column.statistics, lines)]] : []
}

/** Statistics are addressed by the run: readers find them once the version that the run builds is theirs. */
async function saveStatistics(
  ctx: Context,
  run: { id: string; datasetId: string },
  found: FoundColumn[],
): Promise<void> {
  const byKey = Object.fromEntries(
    found.map(({ key, statistics }) => [
      key,
      { ...statistics, frequent: statistics.frequent.slice(0, limits.schema.maxFrequent) },
    ]),
  )
  const row = { run: run.id, datasetId: run.datasetId, fields: JSON.stringify(byKey) }
  await ctx.db.insert(tables.statistics).values(row).onConflictDoUpdate({ target: tables.statistics.run, set: row })
}

function fileFacts(source: Source, detected: DetectedField[]) {
  const { dialect, encoding } = source
  return {
    encoding,
    schema: detected,
    ...(dialect
      ? {
          props: {
            linesDelimiter: dialect.linesDelimiter,
            fieldsDelimiter: dialect.delimiter,
            escapeChar: dialect.escapeChar,
            quote: dialect.quote,
          },
        }
      : {}),
  }
}
