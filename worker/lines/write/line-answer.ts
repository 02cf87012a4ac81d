/** The responses of writes. Pure. */
import { problem } from '../../errors'
import type { WriteAction } from './action-names'
import { displayedLine, type LineResult } from './apply-operations'
import { type LineFault, type LineOperation, newRecord, type StoredLine } from './line'

/** The response of the write of one line. @throws the error of the line */
export function lineAnswer(
  outcome: LineResult,
  operation: LineOperation | undefined,
  numberOf: (offset: number) => number,
): { status: 200 | 201 | 204 | 304; body?: Record<string, unknown> } {
  if ('error' in outcome) throw faultProblem(outcome)
  if (outcome.is === 'deleted') return { status: 204 }
  const action: WriteAction = operation?.action ?? 'createOrUpdate'
  if (outcome.is === 'unchanged' && action !== 'patch') return { status: 304 }
  const { line } = outcome
  const status = outcome.is === 'created' && (action === 'create' || operation?.isNew) ? 201 : 200
  const body: Record<string, unknown> = {
    _id: line.id,
    ...displayedLine(line),
    ...(action === 'patch' ? sentValues(operation?.sent, line.values) : operation?.sent),
    _updatedAt: line.updatedAt,
    _i: 'offset' in line ? numberOf(line.offset) : line.i,
  }
  if (action === 'create' || action === 'update') body._status = outcome.is === 'created' ? 201 : 200
  if (outcome.is === 'unchanged') body._status = 304
  if (outcome.warning !== undefined) body._warning = outcome.warning
  return { status, body }
}

/** The values as sent, of the fields that have a value in the stored line. */
function sentValues(sent: LineOperation['sent'] | undefined, values: StoredLine['values']): Record<string, unknown> {
  return Object.fromEntries(Object.entries(sent ?? {}).filter(([key]) => values[key] !== undefined))
}

/**
 * The response of the read of one line: multi-valued fields are arrays, and the columns of one extension are an object.
 *
 * @param extended keys of the fields of extensions
 */
export function storedLine(line: StoredLine, extended: ReadonlySet<string>): Record<string, unknown> {
  return { _id: line.id, ...nested(displayedLine(line), extended), _updatedAt: line.updatedAt, _i: line.i }
}

/** The error of one line as the problem of a request. */
export function faultProblem({ status, error }: LineFault) {
  const code = status === 404 ? 'line-missing' : status === 409 ? 'line-conflict' : 'line-invalid'
  return problem(code, { message: error })
}

/** The values of a line, those of extensions grouped by the parts of their keys: `_town.name` of lists is `{"_town":{"name":"Lyon"}}`. */
function nested(values: Readonly<Record<string, unknown>>, extended: ReadonlySet<string>): Record<string, unknown> {
  const groups = newRecord<unknown>()
  for (const [key, value] of Object.entries(values)) {
    const path = extended.has(key) ? key.split('.') : [key]
    const name = path.pop() ?? key
    path.reduce(groupIn, groups)[name] = value
  }
  return groups
}

function groupIn(within: Record<string, unknown>, name: string): Record<string, unknown> {
  within[name] ??= newRecord<unknown>()
  // Extensions have prefixes of their own: what stands here is a group.
  return within[name] as Record<string, unknown>
}
