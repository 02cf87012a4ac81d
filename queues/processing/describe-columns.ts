/** The result of the analysis for each column of a file. Pure except `saveStatistics`. */
import { eq, sql } from 'drizzle-orm'
import type { Context } from '../../worker/context'
import type { Dataset, Version } from '../../worker/datasets'
import { tables } from '../../worker/db/client'
import { problem } from '../../worker/errors'
import { limits } from '../../worker/limits'
import type { DetectedField, Field } from '../../worker/schema/field'
import { type ColumnKey, columnKeys } from '../../worker/schema/keys/column-keys'
import { type KeyRules, withKeptKeys } from '../../worker/schema/keys/renamed-columns'
import { withDetectedNotation } from '../../worker/schema/merge-schema'
import { type FieldObservations, observed } from '../../worker/schema/profile/field-observations'
import { FieldProfile } from '../../worker/schema/profile/field-profile'
import type { FieldStatistics } from '../../worker/schema/profile/field-statistics'

export type AnalyzedColumn = ColumnKey & { detected: DetectedField | undefined; statistics: FieldStatistics }

/**
 * Describes the columns of the lines read so far. A column that is missing in some lines (JSON kinds) counts as empty there.
 *
 * @throws `file-no-column`, `file-no-line`, `file-column-repeated`
 */
export function describeColumns(
  headers: readonly string[] | undefined,
  profiles: readonly FieldProfile[],
  lines: number,
  rules: KeyRules = {},
): AnalyzedColumn[] {
  const columns = keysOf(headers ?? [], rules)
  if (columns.length === 0) throw problem('file-no-column')
  const analyzed = columns.map((column) => {
    const profile = profiles[column.index] ?? new FieldProfile({ left: 0 })
    const statistics = profile.statistics()
    return {
      ...column,
      detected: profile.detected(column.key, column.originalName),
      statistics: { ...statistics, empty: lines - statistics.filled },
    }
  })
  if (!analyzed.some((column) => column.detected)) throw problem('file-no-line')
  return analyzed
}

/** The positions, from 1, of the columns that have values and whose header gives no key. */
export function unnamedColumns(
  headers: readonly string[] | undefined,
  profiles: readonly FieldProfile[],
  { algorithm }: KeyRules,
): number[] {
  const named = new Set(keysOf(headers ?? [], { algorithm }).map(({ index }) => index))
  return profiles.flatMap((profile, index) => (profile.isEmpty || named.has(index) ? [] : [index + 1]))
}

/** The columns of a header row that are published. @throws `file-column-repeated` */
export function keysOf(headers: readonly string[], { algorithm, renamed, leftOut }: KeyRules): ColumnKey[] {
  const excluded = new Set(leftOut)
  const columns = columnKeys(headers, algorithm).columns.filter(({ originalName }) => !excluded.has(originalName))
  return withKeptKeys(columns, renamed)
}

/** How the keys of a version are made; calendars always use the algorithm `legacy`. */
export function keyRulesOf({ metadata }: Dataset, version: Version | null | undefined): KeyRules {
  const algorithm = version?.calendar ? 'legacy' : metadata.analysis?.escapeKeyAlgorithm
  const leftOut = version?.originalFile?.normalizeOptions?.leftOutColumns
  return { algorithm, renamed: version?.renamedColumns, leftOut }
}

/** Observed values and cardinalities, by key. */
export function observationsOf(
  fields: readonly Field[],
  columns: readonly AnalyzedColumn[],
  lines: number,
): Record<string, FieldObservations> {
  const byKey = new Map(columns.map((column) => [column.key, column]))
  return Object.fromEntries(
    fields.flatMap((field) => {
      const column = byKey.get(field.key)
      if (!column?.detected) return []
      return [[field.key, observed(withDetectedNotation(field, column.detected), column.statistics, lines)]]
    }),
  )
}

/** Stores the statistics of a run: they are served once its version is published. */
export async function saveStatistics(
  ctx: Context,
  run: { id: string; datasetId: string },
  columns: readonly AnalyzedColumn[],
): Promise<void> {
  const fields = Object.fromEntries(columns.map(({ key, statistics }) => [key, withFewer(statistics)]))
  const row = { run: run.id, datasetId: run.datasetId, fields: JSON.stringify(fields) }
  await ctx.db.insert(tables.statistics).values(row).onConflictDoUpdate({ target: tables.statistics.run, set: row })
}

/** Adds statistics to those of the columns of the file, of which they replace those of the same column. */
export async function addStatistics(
  ctx: Context,
  run: string,
  statistics: Readonly<Record<string, FieldStatistics>>,
): Promise<void> {
  const fields = JSON.stringify(
    Object.fromEntries(Object.entries(statistics).map(([key, ofField]) => [key, withFewer(ofField)])),
  )
  // A merge would keep the figures that the new statistics do not have.
  const without = JSON.stringify(Object.fromEntries(Object.keys(statistics).map((key) => [key, null])))
  const merged = sql`json_patch(json_patch(${tables.statistics.fields}, ${without}), ${fields})`
  await ctx.db.update(tables.statistics).set({ fields: merged }).where(eq(tables.statistics.run, run))
}

const withFewer = (statistics: FieldStatistics): FieldStatistics => ({
  ...statistics,
  frequent: statistics.frequent.slice(0, limits.schema.maxFrequent),
})
