import { limits } from '../../limits'
import type { FormLines, SearchRequest } from '../query/request'
import type { LineSource } from '../query/source'
import { wordMatch } from './fts-expression'
import { exactValueTests, type Scope, scopeOf, typedTests } from './searched-columns'
import { inflections } from './stemming'
import { isStopWord } from './stop-words'
import { elided, tokens } from './tokens'

/** The plain words of a search over a large table, and how many lines have each. */

/** A word of the index; `typed` is the text between spaces that contains it. */
type IndexedWord = { typed: string; word: string }
/** A word with its FTS5 expression, and the estimated number of lines that match it. */
export type WordMatch = { typed: string; match: string; lines: number }

const operators = /[+|"()*~]|(?:^|\s)-/

/**
 * The words of a search that consists of plain words of the full-text index, over a large table whose lines do not change.
 * Undefined for other searches.
 */
function plainWords(search: SearchRequest, source: LineSource): IndexedWord[] | undefined {
  if (!isLarge(source)) return undefined
  if (!search.ranked || search.mode === 'complete' || operators.test(search.text)) return undefined
  const typed = typedWords(search.text)
  if (typed.length > limits.search.maxTierWords) return undefined
  const scope = scopeOf(search, source)
  if (
    scope.accented.length > 0 ||
    scope.stemmed.length + scope.exact.length === 0 ||
    typed.some((text) => isCompared(text, scope))
  )
    return undefined
  const words = typed.flatMap((text) =>
    tokens(elided(text)).flatMap((word) => (isStopWord(word) ? [] : { typed: text, word })),
  )
  return words.length > 0 && words.length <= limits.search.maxTierWords ? words : undefined
}

/** Whether the forms of words are counted in a table: a large one, whose lines do not change. */
const isLarge = ({ pointer, parts }: LineSource): boolean =>
  !parts && !pointer.layout.editable && pointer.count >= limits.search.tiersFromLines

/**
 * The forms of the words of any search over a large table: those that no line has need not be looked for. Undefined when they are
 * too many to be counted, or not counted.
 */
export function formsOf({ text }: SearchRequest, source: LineSource): string[] | undefined {
  if (!isLarge(source) || source.pointer.layout.searchable.length === 0) return undefined
  const words = new Set(typedWords(text).flatMap((typed) => tokens(elided(typed))))
  if (words.size > limits.search.maxTierWords) return undefined
  return [...new Set([...words].flatMap((word) => (isStopWord(word) ? [] : inflections(word))))]
}

/** The texts between the spaces of a search. */
export const typedWords = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')

/** Whether a text is also compared with values that are not in the index. */
const isCompared = (text: string, scope: Scope): boolean =>
  typedTests(text, scope).length > 0 || exactValueTests(text, scope).length > 0

/** The word forms to count before the search is planned; undefined when its plan needs no counts. */
export function formsToCount(search: SearchRequest, source: LineSource): string[] | undefined {
  const words = plainWords(search, source)
  return words && [...new Set(words.flatMap(({ word }) => inflections(word)))]
}

/** The words of a search with their lines, from the lines of each form. */
export function wordMatches(search: SearchRequest, source: LineSource, formLines: FormLines): WordMatch[] | undefined {
  const words = plainWords(search, source)
  if (!words) return undefined
  const scope = scopeOf(search, source)
  return words.flatMap(({ typed, word }) => {
    const forms = inflections(word).filter((form) => (formLines.get(form) ?? 0) > 0)
    const match = wordMatch(word, false, scope, forms)
    return match === undefined
      ? []
      : {
          typed,
          match,
          lines: Math.min(
            source.pointer.count,
            forms.reduce((sum, form) => sum + (formLines.get(form) ?? 0), 0),
          ),
        }
  })
}

/** Lines that match any of the words, when words are independent. */
const anyLines = (words: readonly WordMatch[], tableLines: number): number =>
  tableLines * (1 - words.reduce((none, { lines }) => none * Math.max(0, 1 - lines / tableLines), 1))

/**
 * The words of an adaptive search that need not be matched: the most frequent ones, as long as the others match enough lines
 * and a noticeable part of the lines is left out.
 */
export function wordsToIgnore(words: readonly WordMatch[], tableLines: number): string[] {
  const { adaptFromMatches, adaptKeepsLines, adaptLeavesOut } = limits.search
  const total = anyLines(words, tableLines)
  if (total < adaptFromMatches) return []
  const typed = [...new Set(words.map((word) => word.typed))]
  // A typed word may be several words of the index: it is as frequent as the rarest of them.
  const linesOf = (text: string): number =>
    Math.min(...words.flatMap((word) => (word.typed === text ? [word.lines] : [])))
  const ignored: string[] = []
  let left = total
  for (const text of typed.toSorted((one, other) => linesOf(other) - linesOf(one))) {
    const others = words.filter((word) => word.typed !== text && !ignored.includes(word.typed))
    const lines = anyLines(others, tableLines)
    if (others.length === 0 || lines < adaptKeepsLines) break
    ignored.push(text)
    left = lines
  }
  return total - left >= total * adaptLeavesOut ? ignored : []
}
