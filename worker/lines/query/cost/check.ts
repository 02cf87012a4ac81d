import { problem } from '../../../errors'
import { limits } from '../../../limits'
import type { LineSource } from '../source'
import { helpfulFields } from './estimate'

/**
 * Refuses a query whose estimated time exceeds the time limit of a statement, before it runs.
 *
 * @param cost in the unit of `estimate`
 * @throws `query-too-costly` with the fields to filter on
 */
export function checkCost(cost: number, source: LineSource): void {
  const { maxValueReads } = limits.lines
  if (cost <= maxValueReads) return
  const millions = (reads: number): number => Math.ceil(reads / 1_000_000)
  throw problem('query-too-costly', {
    cost: millions(cost),
    max: millions(maxValueReads),
    lines: source.pointer.count,
    fields: helpfulFields(source).join(', ') || '_i',
  })
}
