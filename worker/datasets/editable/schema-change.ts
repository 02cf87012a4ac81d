/** The effect of a PATCH on an editable dataset. Pure except for the constraints. */

import type { Context } from '../../context'
import { problem } from '../../errors'
import { locationFields } from '../../geometry'
import { changeConstraints, raiseRevision } from '../../lines/write'
import type { Field } from '../../schema/field'
import { markedExtensions } from '../extensions/needs-update'
import type { Dataset } from '../metadata/dataset'
import type { DatasetPatch, Metadata, Version } from '../metadata/document'
import { compareSchemas } from '../metadata/schema-changes'
import { withObservations } from '../runs/with-observations'
import { checkKeys, constraintKeys, editableLayout } from './description'

export type EditableChange = {
  metadata: Metadata
  schema: Field[]
  /** The stage from which processing starts again, and the status until it ends. */
  stage?: 'index' | 'finalize'
  status?: Extract<Version['status'], 'analyzed' | 'indexed'>
  /** The change affects writers of lines. */
  concernsWriters: boolean
  /** A field is removed or changes its type. */
  breaking: boolean
}

/**
 * @param fields the fields of the patch with those of the extensions; undefined when it changes neither
 * @throws `body-invalid`, `key-mode-fixed`, `constraint-refused`
 */
export function editableChange(
  dataset: Dataset,
  patch: DatasetPatch,
  { metadata, fields }: { metadata: Metadata; fields: readonly Field[] | undefined },
): EditableChange {
  const { published } = dataset
  const before = dataset.metadata
  const merged: Metadata = { ...metadata, rest: mergedRest(before.rest, patch.rest) }
  if (patch.constraints !== undefined) merged.constraints = patch.constraints ?? []
  const schema = fields ? withObservations(fields, published.schema) : published.schema
  checkKeys(merged, schema)
  const compared = fields
    ? compareSchemas(withoutTransforms(published.schema), withoutTransforms(schema))
    : { status: undefined, breaking: false }
  // Existing lines are not validated against new rules.
  const comparison = compared.status === 'validation-updated' ? { ...compared, status: undefined } : compared
  const change: EditableChange = {
    metadata: merged,
    schema,
    concernsWriters: differs([published.schema, writersKeys(before)], [schema, writersKeys(merged)]),
    breaking: comparison.breaking,
  }
  const [was, is] = [before.rest ?? {}, merged.rest ?? {}]
  if (needsTable(dataset, merged, schema)) {
    const isRemoval = published.schema.some(({ key }) => !schema.some((field) => field.key === key))
    const isMoved = differs(before.projection?.code, merged.projection?.code)
    const isOnlyIndexed =
      !isRemoval &&
      !isMoved &&
      (comparison.status ?? 'indexed') === 'indexed' &&
      was.storeUpdatedBy === is.storeUpdatedBy
    return { ...change, stage: 'index', status: isOnlyIndexed ? 'indexed' : 'analyzed' }
  }
  const updated = markedExtensions(before.extensions, merged.extensions)
  const inPlace = updated ? { ...change, metadata: { ...merged, extensions: updated } } : change
  if (comparison.status && comparison.status !== 'indexed') return { ...inPlace, stage: 'finalize', status: 'analyzed' }
  if (comparison.status || differs(withoutCheck(was), withoutCheck(is)))
    return { ...inPlace, stage: 'finalize', status: 'indexed' }
  return inPlace
}

/**
 * Whether lines must move to a table with another structure: other fields or positions, authors added or removed, or
 * revisions started.
 */
function needsTable({ metadata, published }: Dataset, merged: Metadata, schema: readonly Field[]): boolean {
  const [was, is] = [metadata.rest ?? {}, merged.rest ?? {}]
  if (differs(structureOf(published.schema, published.schema), structureOf(schema, published.schema))) return true
  if (locationFields(schema)?.projected !== undefined && differs(metadata.projection?.code, merged.projection?.code))
    return true
  return Boolean(was.storeUpdatedBy) !== Boolean(is.storeUpdatedBy) || (!was.history && Boolean(is.history))
}

/** Transforms apply to the cells of files. */
const withoutTransforms = (fields: readonly Field[]): Field[] => fields.map(({ 'x-transform': _, ...field }) => field)

/** The structure of the table for a list of fields, compared without their order: the columns of a table are read by key. */
function structureOf(fields: readonly Field[], current: readonly Field[]) {
  const places = new Map(current.map(({ key }, at) => [key, at]))
  const placeOf = ({ key }: Field): number => places.get(key) ?? current.length
  const ordered = fields.toSorted((one, other) => placeOf(one) - placeOf(other))
  const { maxLineBytes: _, ...layout } = editableLayout(ordered)
  const located = JSON.stringify(locationFields(fields), (_name, value: unknown) =>
    typeof value === 'number' ? fields[value]?.key : value,
  )
  return [layout, located, ordered.map(({ key, type, format, separator }) => [key, type, format, separator])]
}

const writersKeys = ({ rest, primaryKey, constraints, nonBlockingValidation, projection, extensions }: Metadata) => [
  withoutCheck(rest ?? {}),
  primaryKey ?? [],
  constraints ?? [],
  nonBlockingValidation === true,
  projection?.code,
  extensions ?? [],
]

/** The options without the time of the last check, which the service sets. */
function withoutCheck({ ttl, historyTTL, ...rest }: NonNullable<Metadata['rest']>) {
  const { checkedAt: _, ...lines } = ttl ?? { active: false }
  const { checkedAt: __, ...revisions } = historyTTL ?? { active: false }
  return { ...rest, ttl: lines, historyTTL: revisions }
}

export const differs = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other)

/** Options that are not sent are kept; null removes an option. @throws `key-mode-fixed` */
function mergedRest(before: Metadata['rest'], sent: DatasetPatch['rest']): NonNullable<Metadata['rest']> {
  const current = before ?? {}
  if (sent?.primaryKeyMode !== undefined && sent.primaryKeyMode !== (current.primaryKeyMode ?? 'sha256')) {
    throw problem('key-mode-fixed')
  }
  const merged = { ...current, ...sent }
  // An option that is sent unchanged keeps the time of its last check.
  const [requested, unchecked] = [withoutCheck(merged), withoutCheck(current)]
  if (merged.ttl) merged.ttl = current.ttl && !differs(requested.ttl, unchecked.ttl) ? current.ttl : requested.ttl
  if (merged.historyTTL) {
    const isSame = current.historyTTL && !differs(requested.historyTTL, unchecked.historyTTL)
    merged.historyTTL = isSame ? current.historyTTL : requested.historyTTL
  }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null))
}

/**
 * Applies the changed constraints to the existing lines.
 *
 * @throws `constraint-violated`: some lines violate a constraint, and nothing is changed
 */
export const enforceConstraints = (ctx: Context, dataset: Dataset, change: EditableChange): Promise<void> =>
  moveConstraints(ctx, dataset, change, { before: dataset.metadata, after: change.metadata })

/** Undoes `enforceConstraints` for a change that could not be stored. */
export const restoreConstraints = (ctx: Context, dataset: Dataset, change: EditableChange): Promise<void> =>
  moveConstraints(ctx, dataset, change, { before: change.metadata, after: dataset.metadata })

async function moveConstraints(
  ctx: Context,
  { published }: Dataset,
  { stage, schema }: EditableChange,
  { before, after }: { before: Metadata; after: Metadata },
): Promise<void> {
  const pointer = published.lines
  const database = pointer && ctx.lines[pointer.shard]
  const keys = { before: constraintKeys(before), after: constraintKeys(after) }
  // A table that is built again is created with its constraints.
  if (!pointer || !database || stage === 'index' || !differs(keys.before, keys.after)) return
  const violated = await changeConstraints(database, pointer, keys)
  if (!violated) return
  const titles = violated.map((key) => schema.find((field) => field.key === key)?.title || key)
  throw problem('constraint-violated', { fields: titles.join(', ') })
}

/** Makes the table reject writes based on an older description. */
export async function invalidateWriters(ctx: Context, dataset: Dataset, revision: number): Promise<void> {
  const pointer = dataset.published.lines
  const database = pointer && ctx.lines[pointer.shard]
  if (pointer && database) await raiseRevision(database, pointer.run, revision)
}
