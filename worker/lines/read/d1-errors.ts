import { problem } from '../../errors'
import { helpfulFields } from '../query/cost/estimate'
import type { LineSource } from '../query/source'

/** What D1 says when a statement has had its time (30 s, d1/platform/limits). */
const outOfTime = /exceeded timeout|exceeded its CPU time limit|query (?:timed out|exceeded)/i

/** A fault of D1 as its reader can understand it: a query that takes too long can be asked otherwise. */
export function faultOf(error: unknown, source: LineSource): unknown {
  if (!(error instanceof Error && outOfTime.test(error.message))) return error
  return problem('query-too-long', { lines: source.pointer.count, fields: helpfulFields(source).join(', ') || '_i' })
}

/** Whether the table of a query is gone: its version was replaced. */
export const isTableGone = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('no such table')
