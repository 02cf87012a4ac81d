/** When failed runs switch a collector off. */
import { limits } from '../../limits'
import type { Collector } from '../load'

/** The count of failures once a run has ended. Pure. */
export function countFailures(
  before: Pick<Collector, 'failures' | 'failingSince' | 'active'>,
  ending: { status: 'finished' | 'killed' | 'error' },
  now: Date,
): { failures: number; failingSince: string | null; isOff: boolean } {
  if (ending.status === 'finished') return { failures: 0, failingSince: null, isOff: false }
  if (ending.status === 'killed') {
    return { failures: before.failures, failingSince: before.failingSince ?? null, isOff: false }
  }
  const failures = before.failures + 1
  const failingSince = before.failingSince ?? now.toISOString()
  const { maxFailures, failingMs } = limits.collectors
  const isLong = now.getTime() - new Date(failingSince).getTime() >= failingMs
  return { failures, failingSince, isOff: before.active && failures >= maxFailures && isLong }
}
