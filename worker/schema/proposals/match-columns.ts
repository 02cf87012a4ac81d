/** `columnMatches`: the new columns of a file that resemble columns it lacks. Pure. */
import { foldAccents } from '../fold-accents'
import { differInDigits } from '../keys/renamed-columns'
import type { ObservedColumn } from './propose-concepts'

export type MatchReason =
  | { key: 'name' }
  /** Values that both columns have, of those that were compared. */
  | { key: 'values'; shared: number; of: number; sample: string }

/** The column `key` that a file lacks, and the new column `fileKey` that resembles it. */
export type ColumnMatch = { key: string; fileKey: string; reason: MatchReason }

/** Names less alike than this are different: the share of their pairs of letters that both have. */
const minNameLikeness = 0.6
/** Letters of words that both names have; shorter words are in many names. */
const minSharedChars = 4
/** The least share of common values, of the column with fewer ones. */
const minValueShare = 0.5
/** Small numbers are values of many columns. */
const minShared = { text: 2, number: 5 }

/** Pairs of columns, most alike first; a column is in one pair at most. */
export function columnMatches(gone: readonly ObservedColumn[], added: readonly ObservedColumn[]): ColumnMatch[] {
  const pairs = gone.flatMap((before) => added.flatMap((after) => likeness(before, after) ?? []))
  const taken = new Set<ObservedColumn>()
  return pairs
    .sort((a, b) => b.score - a.score)
    .flatMap(({ before, after, reason }) => {
      if (taken.has(before) || taken.has(after)) return []
      taken.add(before).add(after)
      return { key: before.field.key, fileKey: after.field.key, reason }
    })
}

function likeness(before: ObservedColumn, after: ObservedColumn) {
  // Another year or number is another column, even with some values of the former one.
  if (differInDigits(headerOf(before), headerOf(after))) return undefined
  const values = sharedValues(before, after)
  const name = nameLikeness(before, after)
  const isAlike = name >= minNameLikeness
  if (!values && !isAlike) return undefined
  const reason: MatchReason = values && values.share >= name ? { key: 'values', ...values } : { key: 'name' }
  return { before, after, reason, score: (values?.share ?? 0) + name }
}

const headerOf = ({ field: { key, 'x-originalName': name } }: ObservedColumn) => name ?? key

function sharedValues(before: ObservedColumn, after: ObservedColumn) {
  const kind = kindOf(before)
  if (kind === undefined || kind !== kindOf(after)) return undefined
  const earlier = new Set(before.values)
  const later = new Set(after.values)
  const shared = [...earlier].filter((value) => later.has(value))
  const of = Math.min(earlier.size, later.size)
  const share = of === 0 ? 0 : shared.length / of
  if (share < minValueShare || shared.length < minShared[kind]) return undefined
  return { shared: shared.length, of, share, sample: shared[0] ?? '' }
}

/** The same two values are in every column of booleans. */
const kindOf = ({ field: { type } }: ObservedColumn): keyof typeof minShared | undefined =>
  type === 'string' ? 'text' : type === 'integer' || type === 'number' ? 'number' : undefined

function nameLikeness(before: ObservedColumn, after: ObservedColumn): number {
  const names = ({ field: { key, title, 'x-originalName': name } }: ObservedColumn) =>
    [key, title, name].flatMap((text) => (text ? [wordsIn(text)] : []))
  const later = names(after)
  return Math.max(
    0,
    ...names(before).flatMap((one) =>
      later.map((other) =>
        Math.max(letterLikeness(one.join(''), other.join('')), sharesWords(one, other) ? minNameLikeness : 0),
      ),
    ),
  )
}

const wordsIn = (text: string): string[] =>
  foldAccents(text)
    .split(/[^a-z0-9]+/)
    .filter(Boolean)

/** Whether one name has all words of the other, which are long enough: “Espèce” and “Espèce de l'arbre”. */
function sharesWords(one: readonly string[], other: readonly string[]): boolean {
  const [fewer, more] = one.length <= other.length ? [one, other] : [other, one]
  return fewer.join('').length >= minSharedChars && fewer.every((word) => more.includes(word))
}

/** The Dice coefficient of the pairs of adjacent letters. */
function letterLikeness(one: string, other: string): number {
  if (one === other) return one === '' ? 0 : 1
  const [ofOne, ofOther] = [pairsOf(one), pairsOf(other)]
  const all = ofOne.size + ofOther.size
  return all === 0 ? 0 : (2 * [...ofOne].filter((pair) => ofOther.has(pair)).length) / all
}

const pairsOf = (text: string): Set<string> =>
  new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2)))
