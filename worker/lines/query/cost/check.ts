import { problem } from '../../../errors'
import { limits } from '../../../limits'
import type { LineSource } from '../source'
import { helpfulFields } from './estimate'

/**
 * Refuses what would take longer than a statement may run, before it is run.
 *
 * @param cost looks, as `estimate` counts them
 * @throws `query-too-costly` naming the fields that a filter on would help
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
