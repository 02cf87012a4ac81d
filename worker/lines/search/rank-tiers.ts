import { limits } from '../../limits'
import type { RankTier } from '../query/predicate'
import type { WordMatch } from './words'

/**
 * The order of the lines of a large table by relevance, in tiers: lines with all words, lines with a rare word, the others.
 * Scoring all lines that match would read each of them.
 */

const anyOf = (words: readonly WordMatch[]): string => words.map(({ match }) => `(${match})`).join(' OR ')
const allOf = (words: readonly WordMatch[]): string => words.map(({ match }) => `(${match})`).join(' AND ')
const linesOf = (words: readonly WordMatch[]): number => words.reduce((sum, { lines }) => sum + lines, 0)

/** The base score of each tier, larger than any score in the tier below. */
const tierScores = { all: 2_000, rare: 1_000, others: 1 } as const

/**
 * @param words words of the search, with the number of lines that have each
 * @param selecting a line must match at least one of these words
 * @param expression the matching lines
 * @param required a line must match every word
 * @param tableLines lines of the table
 * @returns undefined when all matches can be scored
 */
export function rankTiers(
  words: readonly WordMatch[],
  {
    selecting,
    expression,
    required,
    tableLines,
  }: { selecting: readonly WordMatch[]; expression: string; required: boolean; tableLines: number },
): RankTier[] | undefined {
  const { maxScored, maxRankedLines, commonShare } = limits.search
  if (linesOf(words) <= maxScored) return undefined
  const rarestFirst = words.filter(({ lines }) => lines > 0).toSorted((one, other) => one.lines - other.lines)
  const isRankable = (some: readonly WordMatch[]): boolean => linesOf(some) <= maxRankedLines
  if (required) return [{ expression, score: tierScores.all, scored: isRankable(words) }]
  const selective = rarestFirst.filter(({ lines }) => lines <= tableLines * commonShare)
  const ranked = selective.some((word) => selecting.includes(word)) ? selective : [...selective, ...selecting]
  const all = allOf(ranked)
  const tiers: RankTier[] = [{ expression: all, score: tierScores.all, scored: isRankable(ranked) }]
  const done = [`(${all})`]
  const rare = ranked.filter((word, at) => selecting.includes(word) && linesOf(ranked.slice(0, at + 1)) <= maxScored)
  if (rare.length > 0 && ranked.length > 1) {
    tiers.push({ expression: anyOf(rare), except: all, score: tierScores.rare, scored: true })
    done.push(`(${anyOf(rare)})`)
  }
  return [
    ...tiers,
    { expression: `(${expression}) NOT (${done.join(' OR ')})`, score: tierScores.others, scored: false },
  ]
}
