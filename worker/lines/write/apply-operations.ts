/**
 * `applyOperations`: applies operations to lines, in order: an operation sees the results of the previous ones.
 * Pure.
 */

import { ruleSentence } from '../../schema/line-error-texts'
import {
  type LineAuthor,
  type LineFault,
  type LineOperation,
  type LineValue,
  type LineValues,
  newRecord,
  type StoredLine,
} from './line'
import { refusalText } from './line-validator'
import type { WriteSchema } from './write-schema'

/** A line after an operation. `offset` is the number of its write in the batch, from 1. */
export type WrittenLine = Omit<StoredLine, 'i'> & { offset: number }
export type Revision = {
  offset: number
  id: string
  action: LineOperation['action']
  updatedAt: string
  line: Record<string, unknown>
  owner?: string
  /** The name of its author, where lines have none. */
  revisedBy?: string
}

export type LineResult =
  | LineFault
  | { at: number; is: 'created'; line: WrittenLine; warning?: string }
  | { at: number; is: 'modified'; line: WrittenLine; before: StoredLine | WrittenLine; warning?: string }
  | { at: number; is: 'unchanged'; line: StoredLine | WrittenLine; warning?: string }
  | { at: number; is: 'deleted'; id: string; before: StoredLine | WrittenLine | undefined }

export type Changes = {
  outcomes: LineResult[]
  /** Numbers of the stored lines to delete: they were replaced or deleted. */
  removed: number[]
  added: WrittenLine[]
  revisions: Revision[]
  /** Numbers used: one per write. */
  writes: number
  /** Change of the number of lines. */
  growth: number
}

/**
 * @param existing the stored lines of the ids of the operations
 * @param writer `only`: lines of other owners are treated as missing
 */
export function applyOperations(
  writeSchema: WriteSchema,
  operations: readonly LineOperation[],
  existing: ReadonlyMap<string, StoredLine>,
  writer: { now: string; author: LineAuthor; only?: string | undefined },
): Changes {
  const keepsHistory = writeSchema.rest.history === true
  const current = new Map<string, StoredLine | WrittenLine | undefined>()
  const outcomes: LineResult[] = []
  const revisions: Revision[] = []
  let writes = 0
  let growth = 0
  for (const operation of operations) {
    const { id, at, action } = operation
    if (!current.has(id)) current.set(id, existing.get(id))
    const before = current.get(id)
    const isForeign = before !== undefined && writer.only !== undefined && before.owner !== writer.only
    const fault = refusalOf(operation, before, isForeign)
    if (fault) {
      outcomes.push(fault)
      continue
    }
    if (action === 'delete') {
      current.set(id, undefined)
      growth--
      outcomes.push({ at, is: 'deleted', id, before })
      if (before) writes++
      if (before && keepsHistory) revisions.push(deletion(writeSchema, before, { offset: writes, ...writer }))
      continue
    }
    const storedPath = writeSchema.attachment === undefined ? undefined : before?.values[writeSchema.attachment]
    const after = resultOf(writeSchema, withStoredPath(writeSchema, operation, storedPath), before)
    if ('error' in after) {
      outcomes.push(after)
      continue
    }
    const warned = after.warning === undefined ? {} : { warning: after.warning }
    if (before && isSame(writeSchema, before, after) && operation.updatedAt === undefined) {
      outcomes.push({ at, is: 'unchanged', line: before, ...warned })
      continue
    }
    const { warning: _, ...content } = after
    const line: WrittenLine = { ...content, id, offset: ++writes, updatedAt: operation.updatedAt ?? writer.now }
    const created = before ? creationOrderOf(before) : operation.created
    if (created !== undefined) line.created = created
    if (writeSchema.rest.storeUpdatedBy) {
      line.updatedBy = writer.author.id
      line.updatedByName = writer.author.name
    }
    current.set(id, line)
    if (!before) growth++
    outcomes.push(before ? { at, is: 'modified', line, before, ...warned } : { at, is: 'created', line, ...warned })
    if (!keepsHistory) continue
    revisions.push({
      offset: line.offset,
      id,
      action,
      updatedAt: line.updatedAt,
      line: displayedLine(line),
      ...ownerOf(line),
      ...revisedBy(writeSchema, writer.author),
    })
  }
  const touched = [...current].filter(([id, line]) => (line ? 'offset' in line : existing.has(id)))
  return {
    outcomes,
    removed: touched.flatMap(([id]) => existing.get(id)?.i ?? []),
    added: touched.flatMap(([, line]) => (line && 'offset' in line ? line : [])),
    revisions,
    writes,
    growth,
  }
}

function refusalOf(
  { at, action, ifUpdatedAt }: LineOperation,
  before: StoredLine | WrittenLine | undefined,
  isForeign: boolean,
): LineFault | undefined {
  if (isForeign || (!before && action !== 'create' && action !== 'createOrUpdate')) {
    return { at, status: 404, error: ruleSentence('missing') }
  }
  if (before && action === 'create') return { at, status: 409, error: ruleSentence('idTaken') }
  return before && ifUpdatedAt !== undefined && ifUpdatedAt !== before.updatedAt
    ? { at, status: 409, error: ruleSentence('changed') }
    : undefined
}

/** An attachment path that is sent back as stored is unchanged, even where a new path would have to be in the folder of the owner. */
export function withStoredPath(writeSchema: WriteSchema, operation: LineOperation, storedPath: unknown): LineOperation {
  const { attachment } = writeSchema
  const { sentPath, values } = operation
  if (attachment === undefined || sentPath === undefined || sentPath !== storedPath) return operation
  return { ...operation, values: Object.assign(newRecord<LineValue | null>(), values, { [attachment]: sentPath }) }
}

type Result = Pick<StoredLine, 'values' | 'owner' | 'ownerName'> & { warning?: string }

/** The values after an operation; a patch is validated after the merge. */
function resultOf(
  writeSchema: WriteSchema,
  operation: LineOperation,
  before: StoredLine | WrittenLine | undefined,
): Result | LineFault {
  const { at, action, values, owner, ownerName } = operation
  const warnings = operation.warning === undefined ? {} : { warning: operation.warning }
  if (action !== 'patch' || !before) {
    return { values: present(values), ...(owner ? { owner } : {}), ...(ownerName ? { ownerName } : {}), ...warnings }
  }
  const merged = present(Object.assign(newRecord<LineValue | null>(), sentValues(writeSchema, before), values))
  const ownership = { owner: owner ?? before.owner, ownerName: ownerName ?? before.ownerName }
  const result: Result = {
    values: merged,
    ...(ownership.owner ? { owner: ownership.owner } : {}),
    ...(ownership.ownerName ? { ownerName: ownership.ownerName } : {}),
  }
  const checked = ownership.owner ? Object.assign(newRecord<LineValue>(), merged, { _owner: ownership.owner }) : merged
  const refused = refusalText(writeSchema.refusals(checked))
  if (refused && !writeSchema.lenient) return { at, status: 400, error: refused }
  if (writeSchema.primaryKey.length > 0 && writeSchema.keyId(checked) !== operation.id)
    return { at, status: 400, error: ruleSentence('primaryKey') }
  return refused ? { ...result, warning: refused } : result
}

function present(values: Readonly<Record<string, LineValue | null>>): LineValues {
  const keys = Object.keys(values)
  // There is nothing to remove: no copy is needed.
  if (keys.every((key) => values[key] !== null)) return values as LineValues // none of them is null
  const merged = newRecord<LineValue>()
  for (const key of keys) {
    const value = values[key]
    if (value !== null && value !== undefined) merged[key] = value
  }
  return merged
}

/** The values of a line without those of extensions. */
function sentValues({ extended }: WriteSchema, { values }: StoredLine | WrittenLine): LineValues {
  if (extended.size === 0) return values
  const sent = newRecord<LineValue>()
  for (const key of Object.keys(values)) {
    const value = values[key]
    if (value !== undefined && !extended.has(key)) sent[key] = value
  }
  return sent
}

/** Whether the values are the same, whatever the author and the date. */
function isSame(writeSchema: WriteSchema, before: StoredLine | WrittenLine, after: Result): boolean {
  if (before.owner !== after.owner || before.ownerName !== after.ownerName) return false
  const values = sentValues(writeSchema, before)
  const keys = Object.keys(values)
  if (keys.length !== Object.keys(after.values).length) return false
  return keys.every((key) => isSameValue(values[key], after.values[key]))
}

const isSameValue = (one: LineValue | undefined, other: LineValue | undefined): boolean =>
  one === other ||
  (typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other))

/** The place of a line in the order of creation; undefined for one that is being created. */
const creationOrderOf = (line: StoredLine | WrittenLine): number | undefined =>
  line.created ?? ('i' in line ? line.i : undefined)

const ownerOf = ({ owner }: StoredLine | WrittenLine) => (owner === undefined ? {} : { owner })

/**
 * The revision of a deletion has the values that identify the line only, its place in the order of creation, and its author where the
 * dataset stores authors.
 */
export function deletion(
  writeSchema: WriteSchema,
  line: StoredLine | WrittenLine,
  { offset, now, author }: { offset: number; now: string; author?: LineAuthor },
): Revision {
  const identity = writeSchema.primaryKey.flatMap((key) =>
    line.values[key] === undefined ? [] : [[key, line.values[key]] as const],
  )
  const place = creationOrderOf(line)
  const deletedBy =
    author && writeSchema.rest.storeUpdatedBy ? { _updatedBy: author.id, _updatedByName: author.name } : {}
  const revised = author ? revisedBy(writeSchema, author) : {}
  const revision = {
    ...Object.fromEntries(identity),
    _deleted: true,
    ...(place === undefined ? {} : { _created: place }),
    ...deletedBy,
    ...(line.owner ? { _owner: line.owner } : {}),
  }
  return { offset, id: line.id, action: 'delete', updatedAt: now, line: revision, ...ownerOf(line), ...revised }
}

/** The author of a revision of a dataset whose lines do not have theirs, for those who may edit the dataset. */
export const revisedBy = ({ rest }: WriteSchema, { name }: LineAuthor): Pick<Revision, 'revisedBy'> =>
  rest.storeUpdatedBy ? {} : { revisedBy: name }

/** The JSON of a revision. Readers of its author and of its line are not the same: `readRevisions` separates them. */
export const revisionText = ({ line, revisedBy }: Pick<Revision, 'line' | 'revisedBy'>): string =>
  JSON.stringify(revisedBy === undefined ? line : { ...line, _revisedBy: revisedBy })

/** The line in a response, without its id, number and date. */
export function displayedLine(line: StoredLine | WrittenLine): Record<string, unknown> {
  return {
    ...line.values,
    ...(line.updatedBy === undefined ? {} : { _updatedBy: line.updatedBy }),
    ...(line.updatedByName === undefined ? {} : { _updatedByName: line.updatedByName }),
    ...(line.owner === undefined ? {} : { _owner: line.owner }),
    ...(line.ownerName === undefined ? {} : { _ownerName: line.ownerName }),
  }
}

/** Adds values to the lines that operations have written, and to their revisions. */
export function addValues(changes: Changes, valuesOf: (line: WrittenLine) => LineValues | undefined): void {
  const lines = new Map<number, WrittenLine>()
  for (const line of writtenLines(changes)) {
    const added = valuesOf(line)
    if (added) line.values = Object.assign(newRecord<LineValue>(), line.values, added)
    lines.set(line.offset, line)
  }
  for (const revision of changes.revisions) {
    const line = lines.get(revision.offset)
    if (line) revision.line = displayedLine(line)
  }
}

/** The lines that operations have created or modified, with intermediate ones. */
export const writtenLines = ({ outcomes }: Changes): WrittenLine[] =>
  outcomes.flatMap((outcome) =>
    'is' in outcome && (outcome.is === 'created' || outcome.is === 'modified') ? outcome.line : [],
  )
