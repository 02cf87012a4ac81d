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
  const { maxLooks } = limits.lines
  if (cost <= maxLooks) return
  const millions = (looks: number): number => Math.ceil(looks / 1_000_000)
  throw problem('query-too-costly', {
    cost: millions(cost),
    max: millions(maxLooks),
    lines: source.pointer.count,
    fields: helpfulFields(source).join(', ') || '_i',
  })
}
