import { problem } from '../../errors'
import { helpfulFields } from '../query/cost/estimate'
import type { LineSource } from '../query/source'

/** Errors of D1 at the time limit of a statement (30 s, d1/platform/limits). */
const outOfTime = /exceeded timeout|exceeded its CPU time limit|query (?:timed out|exceeded)/i

/** Converts an error of D1 to a problem when the caller can change the query: it takes too long. */
export function queryProblem(error: unknown, source: LineSource): unknown {
  if (!(error instanceof Error && outOfTime.test(error.message))) return error
  return problem('query-too-long', { lines: source.pointer.count, fields: helpfulFields(source).join(', ') || '_i' })
}

/** Whether the table of a query was dropped, since its version was replaced. */
export const isTableGone = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('no such table')
