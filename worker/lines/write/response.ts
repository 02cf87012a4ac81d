/** A written line as its sender sees it (contract editable-accounts A.5). Pure. */
import { problem } from '../../errors'
import { displayedLine, type Outcome } from './apply'
import type { Action, LineFault, Operation, StoredLine } from './line'

/** What is answered to the one who wrote one line. @throws the fault of the line */
export function lineAnswer(
  outcome: Outcome,
  operation: Operation | undefined,
  numberOf: (offset: number) => number,
): { status: 200 | 201 | 204 | 304; body?: Record<string, unknown> } {
  if ('error' in outcome) throw faultProblem(outcome)
  if (outcome.is === 'deleted') return { status: 204 }
  const action: Action = operation?.action ?? 'createOrUpdate'
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

/** What was sent of the values that the line has. */
function sentValues(sent: Operation['sent'] | undefined, values: StoredLine['values']): Record<string, unknown> {
  return Object.fromEntries(Object.entries(sent ?? {}).filter(([key]) => values[key] !== undefined))
}

/** The line as it is stored, alone: lists as lists. */
export function storedLine(line: StoredLine): Record<string, unknown> {
  return { _id: line.id, ...displayedLine(line), _updatedAt: line.updatedAt, _i: line.i }
}

/** A fault of one line as the error of a request. */
export function faultProblem({ status, error }: LineFault) {
  const code = status === 404 ? 'line-missing' : status === 409 ? 'line-conflict' : 'line-invalid'
  return problem(code, { message: error })
}
