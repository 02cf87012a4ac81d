import type { Scope } from './searched-columns'
import { similarWords } from './similar'
import { foldWord, spellings } from './spellings'
import { inflections } from './stemming'
import { isStopWord } from './stop-words'

/** FTS5 expressions over the columns of a scope. */

/**
 * Matches the inflections of a word.
 *
 * @param grows the user is still typing it, so it is also a prefix
 * @param forms the forms that the index has
 */
export function wordMatch(
  word: string,
  grows: boolean,
  scope: Scope,
  forms: readonly string[] = inflections(word),
): string | undefined {
  return inScope(word, forms.map(quote), { grows, scope })
}

/** A stem that is shorter begins too many other words. */
const minPrefix = 4

/**
 * Matches all that `wordMatch` does, and more: one phrase for all inflections, which is as frequent as all of them, and one
 * for the very word, which is the bonus of a literal match. Undefined when the inflections have no common stem.
 */
export function wordScore(word: string, grows: boolean, scope: Scope): string | undefined {
  const [first = '', ...others] = inflections(word)
  let length = first.length
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length--
  if (others.length === 0 || length < minPrefix) return undefined
  return inScope(word, [`${quote(first.slice(0, length))} *`], { grows, scope })
}

function inScope(
  word: string,
  stems: readonly string[],
  { grows, scope }: { grows: boolean; scope: Scope },
): string | undefined {
  const exact = spellings(word).map(quote)
  const written = grows ? exact.flatMap((one) => [one, `${one} *`]) : exact
  if (scope.everywhere && scope.exact.length === 0 && scope.stemmed.length > 0) return anyOf([...stems, ...written])
  const parts: string[] = []
  if (scope.stemmed.length > 0) parts.push(inColumns(scope.stemmed, anyOf([...stems, ...written])))
  if (scope.exact.length > 0) parts.push(inColumns(scope.exact, anyOf(written)))
  return parts.length === 0 ? undefined : anyOf(parts)
}

const anyOf = (parts: readonly string[]): string => `(${[...new Set(parts)].join(' OR ')})`
export const inColumns = (columns: readonly string[], expression: string): string =>
  `({${columns.join(' ')}} : ${expression})`
/** Quotes one or more words as an FTS5 string. */
export const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`
/** Consecutive words as an FTS5 phrase. */
export const quoted = (words: readonly string[]): string | undefined =>
  words.length === 0 ? undefined : quote(words.map(foldWord).join(' '))

/** A phrase in which a stop word matches any word. */
export function phraseOf(words: readonly string[]): string | undefined {
  const written = quoted(words)
  const runs: string[][] = [[]]
  for (const word of words) {
    if (isStopWord(word)) runs.push([])
    else runs.at(-1)?.push(word)
  }
  const [first = [], ...others] = runs.filter((run) => run.length > 0)
  const significant = [first, ...others].flat()
  if (others.length === 0) return written
  const start = words.findIndex((word) => !isStopWord(word))
  const between = words.slice(start, words.findLastIndex((word) => !isStopWord(word)) + 1).length
  const room = between - first.length - (others.at(-1)?.length ?? 0)
  const near = `NEAR(${[first, ...others].map((run) => quoted(run)).join(' ')}, ${room})`
  // NEAR takes a maximum distance, in any order: the alternatives exclude adjacent runs.
  const closer = [significant, [...others, first].flat()].map((run) => quoted(run)).join(' OR ')
  return `${written} OR (${near} NOT (${closer}))`
}

/** The words that begin with a text. */
export const beginning = (word: string): string => anyOf(spellings(word).map((written) => `${quote(written)} *`))

/** The words that differ from a word in one letter; undefined for a long one, which has too many. */
export function similarMatch(word: string, scope: Scope): string | undefined {
  const similar = similarWords(foldWord(word))
  return similar.length === 0 ? undefined : inAllColumns(similar.map(quote).join(' OR '), scope)
}

/** The words of a phrase with at most that many other words between them. */
export function nearby(words: readonly string[], slop: number): string | undefined {
  const significant = words.filter((word) => !isStopWord(word)).map((word) => quote(foldWord(word)))
  if (significant.length < 2) return significant[0]
  // NEAR counts all the words between the first and the last one, those of the phrase too.
  return `NEAR(${significant.join(' ')}, ${slop + words.length - 2})`
}

/** An expression over all searched columns; undefined when there are none. */
export function inAllColumns(expression: string, scope: Scope): string | undefined {
  const columns = [...scope.stemmed, ...scope.exact]
  if (columns.length === 0) return undefined
  return scope.everywhere ? `(${expression})` : inColumns(columns, `(${expression})`)
}
