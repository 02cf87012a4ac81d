import { limits } from '../../limits'

/** Half of the width of the interval that holds the value in 95 % of cases, in standard errors. */
const errors = 1.96

/**
 * The number of matches of a table, from their numbers in samples of `limits.search.sampledLines` lines.
 *
 * @returns more than `limits.search.maxCounted`, and the margin of error as a percentage of it, from 1 to 100
 */
export function estimateTotal(samples: readonly number[], tableLines: number): { total: number; marginPct: number } {
  const { sampledLines, maxCounted } = limits.search
  const mean = samples.reduce((sum, matches) => sum + matches, 0) / Math.max(1, samples.length)
  const variance = samples.reduce((sum, matches) => sum + (matches - mean) ** 2, 0) / Math.max(1, samples.length - 1)
  const margin = (errors * Math.sqrt(variance / Math.max(1, samples.length))) / mean
  return {
    total: Math.max(maxCounted + 1, Math.round((mean / sampledLines) * tableLines)),
    marginPct: mean > 0 ? Math.min(100, Math.max(1, Math.ceil(margin * 100))) : 100,
  }
}
