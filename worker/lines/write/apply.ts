/**
 * `applyOperations`: what operations make of the lines they concern, in their order: the later see what the earlier did
 * (contract editable-accounts A.5, A.6.2). Pure.
 */

import {
  type LineAuthor,
  type LineFault,
  type LineValue,
  type LineValues,
  newRecord,
  type Operation,
  type StoredLine,
} from './line'
import { faults } from './prepare'
import { told } from './validate'
import type { Form } from './write-schema'

/** A line after an operation. `offset` is the number of its write among those of the batch, from 1. */
export type Written = Omit<StoredLine, 'i'> & { offset: number }
export type Revision = {
  offset: number
  id: string
  action: Operation['action']
  updatedAt: string
  line: Record<string, unknown>
  owner?: string
}

export type Outcome =
  | LineFault
  | { at: number; is: 'created'; line: Written; warning?: string }
  | { at: number; is: 'modified'; line: Written; before: StoredLine | Written; warning?: string }
  | { at: number; is: 'unchanged'; line: StoredLine | Written; warning?: string }
  | { at: number; is: 'deleted'; id: string; before: StoredLine | Written | undefined }

export type Changes = {
  outcomes: Outcome[]
  /** Lines to take away, as they were read: replaced or deleted. */
  removed: number[]
  added: Written[]
  revisions: Revision[]
  /** Numbers used: one per write. */
  writes: number
  /** By how much the number of lines grows. */
  growth: number
}

/**
 * @param existing the lines that are stored under the ids of the operations
 * @param foreign whether a line belongs to someone else, for whom it is as if it were not there
 */
export function applyOperations(
  form: Form,
  operations: readonly Operation[],
  existing: ReadonlyMap<string, StoredLine>,
  who: { now: string; author: LineAuthor; only?: string | undefined },
): Changes {
  const keepsHistory = form.rest.history === true
  const current = new Map<string, StoredLine | Written | undefined>()
  const outcomes: Outcome[] = []
  const revisions: Revision[] = []
  let writes = 0
  let growth = 0
  for (const operation of operations) {
    const { id, at, action } = operation
    if (!current.has(id)) current.set(id, existing.get(id))
    const before = current.get(id)
    const isForeign = before !== undefined && who.only !== undefined && before.owner !== who.only
    const fault = refusalOf(operation, before !== undefined, isForeign)
    if (fault) {
      outcomes.push(fault)
      continue
    }
    if (action === 'delete') {
      current.set(id, undefined)
      growth--
      outcomes.push({ at, is: 'deleted', id, before })
      if (before) writes++
      if (before && keepsHistory) revisions.push(deletion(form, before, { offset: writes, now: who.now }))
      continue
    }
    const stored = form.attachment === undefined ? undefined : before?.values[form.attachment]
    const after = resultOf(form, withStoredPath(form, operation, stored), before)
    if ('error' in after) {
      outcomes.push(after)
      continue
    }
    const warned = after.warning === undefined ? {} : { warning: after.warning }
    if (before && isSame(before, after) && operation.updatedAt === undefined) {
      outcomes.push({ at, is: 'unchanged', line: before, ...warned })
      continue
    }
    const { warning: _, ...kept } = after
    const line: Written = { ...kept, id, offset: ++writes, updatedAt: operation.updatedAt ?? who.now }
    if (form.rest.storeUpdatedBy) {
      line.updatedBy = who.author.id
      line.updatedByName = who.author.name
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
      line: shownLine(line),
      ...ownerOf(line),
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

function refusalOf({ at, action }: Operation, exists: boolean, isForeign: boolean): LineFault | undefined {
  if (isForeign || (!exists && action !== 'create' && action !== 'createOrUpdate')) {
    return { at, status: 404, error: faults.missing }
  }
  return exists && action === 'create' ? { at, status: 409, error: faults.taken } : undefined
}

/** A path that an own line has already stays as it is, also outside of the folder of its owner. */
export function withStoredPath(form: Form, operation: Operation, stored: unknown): Operation {
  const { attachment } = form
  const { sentPath, values } = operation
  if (attachment === undefined || sentPath === undefined || sentPath !== stored) return operation
  return { ...operation, values: Object.assign(newRecord<LineValue | null>(), values, { [attachment]: sentPath }) }
}

type Result = Pick<StoredLine, 'values' | 'owner' | 'ownerName'> & { warning?: string }

/** The values after an operation; a patch is checked once it is merged. */
function resultOf(form: Form, operation: Operation, before: StoredLine | Written | undefined): Result | LineFault {
  const { at, action, values, owner, ownerName } = operation
  const said = operation.warning === undefined ? {} : { warning: operation.warning }
  if (action !== 'patch' || !before) {
    return { values: present(values), ...(owner ? { owner } : {}), ...(ownerName ? { ownerName } : {}), ...said }
  }
  const merged = present(Object.assign(newRecord<LineValue | null>(), before.values, values))
  const kept = { owner: owner ?? before.owner, ownerName: ownerName ?? before.ownerName }
  const result: Result = {
    values: merged,
    ...(kept.owner ? { owner: kept.owner } : {}),
    ...(kept.ownerName ? { ownerName: kept.ownerName } : {}),
  }
  const checked = kept.owner ? Object.assign(newRecord<LineValue>(), merged, { _owner: kept.owner }) : merged
  const refused = told(form.refusals(checked))
  if (refused && !form.lenient) return { at, status: 400, error: refused }
  if (form.primaryKey.length > 0 && form.keyId(checked) !== operation.id) return { at, status: 400, error: faults.key }
  return refused ? { ...result, warning: refused } : result
}

function present(values: Readonly<Record<string, LineValue | null>>): LineValues {
  const keys = Object.keys(values)
  // Nothing to leave out: it is taken as it is.
  if (keys.every((key) => values[key] !== null)) return values as LineValues // none of them is null
  const kept = newRecord<LineValue>()
  for (const key of keys) {
    const value = values[key]
    if (value !== null && value !== undefined) kept[key] = value
  }
  return kept
}

/** Same values of the same keys, whoever wrote them and when. */
function isSame(before: StoredLine | Written, after: Result): boolean {
  if (before.owner !== after.owner || before.ownerName !== after.ownerName) return false
  const keys = Object.keys(before.values)
  if (keys.length !== Object.keys(after.values).length) return false
  return keys.every((key) => isSameValue(before.values[key], after.values[key]))
}

const isSameValue = (one: LineValue | undefined, other: LineValue | undefined): boolean =>
  one === other ||
  (typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other))

const ownerOf = ({ owner }: StoredLine | Written) => (owner === undefined ? {} : { owner })

/** The revision of a deletion keeps what identifies the line only (contract A.8). */
export function deletion(
  form: Form,
  line: StoredLine | Written,
  { offset, now }: { offset: number; now: string },
): Revision {
  const kept = form.primaryKey.flatMap((key) =>
    line.values[key] === undefined ? [] : [[key, line.values[key]] as const],
  )
  const shown = { ...Object.fromEntries(kept), _deleted: true, ...(line.owner ? { _owner: line.owner } : {}) }
  return { offset, id: line.id, action: 'delete', updatedAt: now, line: shown, ...ownerOf(line) }
}

/** The line as it is shown alone, but for its id, number and date. */
export function shownLine(line: StoredLine | Written): Record<string, unknown> {
  return {
    ...line.values,
    ...(line.updatedBy === undefined ? {} : { _updatedBy: line.updatedBy }),
    ...(line.updatedByName === undefined ? {} : { _updatedByName: line.updatedByName }),
    ...(line.owner === undefined ? {} : { _owner: line.owner }),
    ...(line.ownerName === undefined ? {} : { _ownerName: line.ownerName }),
  }
}
