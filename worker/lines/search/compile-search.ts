/** Compiles the text of a search to a predicate and, if requested, a ranking. Any input is valid. */
import { conceptIdOf } from '../../schema/concepts'
import type { Predicate, Ranking } from '../query/predicate'
import type { SearchRequest } from '../query/request'
import type { LineSource } from '../query/source'
import { accentedTests } from './accented-words'
import {
  beginning,
  inAllColumns,
  nearby,
  phraseOf,
  quote,
  quoted,
  similarMatch,
  wordMatch,
  wordScore,
} from './fts-expression'
import { rankTiers } from './rank-tiers'
import { exactValueTests, partTests, type Scope, scopeOf, typedTests } from './searched-columns'
import { foldWord } from './spellings'
import { inflections } from './stemming'
import { isStopWord } from './stop-words'
import { parseSearch, type SearchNode } from './syntax'
import { elided, tokens } from './tokens'
import { typedWords, wordMatches } from './words'

/**
 * A word that can be matched: in the index, by values of other types, or both. `exact` is the part of `match` that finds
 * the words as they were typed, and no others; `scored` matches all that `match` does, and is scored in its place.
 */
type Leaf = { match?: string; scored?: string | undefined; exact?: string | undefined; tests: Predicate[] }
type Tree = Leaf | { is: 'and' | 'or'; of: Tree[] } | { is: 'not'; of: Tree }

/** Weight of a field in the ranking, by its concept. */
const conceptWeights: ReadonlyMap<string, number> = new Map([
  ['label', 3],
  ['description', 2],
  ['tag', 2],
])

/** The predicate and the ranking of a search. A search without words matches nothing. */
export function compileSearch(asked: SearchRequest, source: LineSource): { where: Predicate; ranking: Ranking } {
  const tiered = tieredRanking(asked, source)
  if (tiered) return { where: { is: 'match', expression: tiered.expression }, ranking: tiered }
  const search = withoutIgnored(asked)
  const scope = scopeOf(search, source)
  const required = search.mode === 'and' || search.mode === 'complete'
  const parsed = parseSearch(search.text, required ? 'and' : 'or', search.fuzzy)
  const growing = search.mode === 'complete' && parsed !== undefined && !hasPrefix(parsed)
  const tree = parsed && treeOf(parsed, { scope, join: required ? 'and' : 'or', growing, absent: search.absentForms })
  const weights = weightsOf(source)
  if (!tree) return { where: { is: 'never' }, ranking: { weights, boosts: [], complete: false } }
  const bonus = growing && parsed ? phraseBonus(parsed, scope) : undefined
  const typed = scoredLeaves(tree).flatMap(({ exact }) =>
    exact === undefined ? [] : (inAllColumns(exact, scope) ?? []),
  )
  const exactly = typed.length > 0 ? { exact: typed.join(' OR ') } : {}
  const withBonus = (match: string): string => (bonus === undefined ? match : `(${match}) OR ${bonus}`)
  const matched = matchOf(tree)
  const scoredMatch = matchOf(tree, 'scored')
  if (matched !== undefined && scoredMatch !== undefined) {
    const expression = withBonus(matched)
    const ranking: Ranking = { expression, weights, boosts: [], complete: true, ...exactly }
    if (scoredMatch !== matched) ranking.scored = withBonus(scoredMatch)
    return { where: { is: 'match', expression }, ranking }
  }
  const leaves = scoredLeaves(tree)
  const scored = leaves.flatMap((leaf) => (leaf.match === undefined ? [] : [leaf.match]))
  const boosts = leaves.flatMap((leaf) => leaf.tests)
  const ranking: Ranking = { weights, boosts, complete: false, covers: isAny(tree), ...exactly }
  if (scored.length > 0) ranking.expression = [...scored, ...(bonus === undefined ? [] : [bonus])].join(' OR ')
  return { where: predicateOf(tree), ranking }
}

/** The ranking of plain words over a large table, when their lines are counted: without the words that are ignored. */
function tieredRanking(search: SearchRequest, source: LineSource): (Ranking & { expression: string }) | undefined {
  const { ignored = [], formLines } = search
  const words = formLines && wordMatches(search, source, formLines)
  if (!words) return undefined
  const required = search.mode === 'and'
  const selected = words.filter(({ typed }) => !ignored.includes(typed))
  const expression = selected.map(({ match }) => `(${match})`).join(required ? ' AND ' : ' OR ')
  const ranking = { expression, weights: weightsOf(source), boosts: [], complete: true }
  const tiers = rankTiers(words, { selecting: selected, expression, required, tableLines: source.pointer.count })
  return tiers ? { ...ranking, tiers } : ranking
}

function withoutIgnored({ ignored = [], ...search }: SearchRequest): SearchRequest {
  if (ignored.length === 0) return search
  return {
    ...search,
    text: typedWords(search.text)
      .filter((word) => !ignored.includes(word))
      .join(' '),
  }
}

/** Whether a match of one word is sufficient. */
const isAny = (tree: Tree): boolean => !('is' in tree) || (tree.is === 'or' && tree.of.every(isAny))

function weightsOf({ pointer, fields }: LineSource): number[] {
  return pointer.layout.searchable.map((column) => {
    const key = pointer.layout.places.find((place) => place.column === column)?.key
    const field = fields.find((candidate) => candidate.key === key)
    return conceptWeights.get((field && conceptIdOf(field)) ?? '') ?? 1
  })
}

/** `absent`: forms that need not be looked for. */
type Reading = { scope: Scope; join: 'and' | 'or'; growing: boolean; absent: ReadonlySet<string> | undefined }

function treeOf(node: SearchNode, reading: Reading): Tree | undefined {
  if (node.is === 'word') return wordTree(node, reading)
  if (node.is === 'phrase') {
    const words = tokens(node.text)
    const phrase = node.slop > 0 ? nearby(words, node.slop) : phraseOf(words)
    const significant = words.filter((word) => !isStopWord(word))
    const written = accentedTests(significant, phrase && `(${phrase})`, reading.scope)
    const tests = [...exactValueTests(node.text, reading.scope), ...written]
    if (phrase === undefined) return tests.length === 0 ? undefined : { tests }
    return leafOf(inAllColumns(phrase, reading.scope), tests, quoted(words))
  }
  if (node.is === 'not') {
    const of = treeOf(node.of, reading)
    return of && { is: 'not', of }
  }
  const of = node.of.flatMap((child) => treeOf(child, reading) ?? [])
  return of.length > 1 ? { is: node.is, of } : of[0]
}

function wordTree(node: SearchNode & { is: 'word' }, { scope, join, growing, absent }: Reading): Tree | undefined {
  const { fuzzy = false } = node
  const written = elided(node.text)
  const allWords = tokens(written)
  const tests = typedTests(node.text, scope)
  if (tests.length > 0) {
    const phrase = quoted(allWords)
    const wholes = exactValueTests(node.text, scope)
    const written = accentedTests(allWords, phrase, scope)
    return leafOf(phrase === undefined ? undefined : inAllColumns(phrase, scope), [...tests, ...wholes, ...written])
  }
  const grows = growing && node.last
  const significant = allWords.filter((word) => !isStopWord(word) || node.prefix || grows)
  const leaves = significant.map((word, at) => {
    const isLast = at === significant.length - 1
    const exact = quote(foldWord(word))
    const isPrefix = isLast && node.prefix
    const written = accentedTests([word], isPrefix || (isLast && grows) ? `${exact} *` : exact, scope)
    if (isPrefix) return leafOf(inAllColumns(beginning(word), scope), written)
    const forms = inflections(word).filter((form) => !absent?.has(form))
    const match = anyMatch(
      wordMatch(word, isLast && grows, scope, forms),
      fuzzy ? similarMatch(word, scope) : undefined,
    )
    const leaf = leafOf(match, [...partTests(word, scope), ...written], exact)
    return fuzzy ? leaf : { ...leaf, scored: wordScore(word, isLast && grows, scope) }
  })
  const words: Tree | undefined = leaves.length > 1 ? { is: join, of: leaves } : leaves[0]
  const wholes = words ? exactValueTests(node.text, scope) : []
  return words && wholes.length > 0 ? { is: 'or', of: [words, { tests: wholes }] } : words
}

const anyMatch = (match: string | undefined, other: string | undefined): string | undefined =>
  match === undefined || other === undefined ? match : `(${match} OR ${other})`

const leafOf = (match: string | undefined, tests: Predicate[], exact?: string): Leaf =>
  match === undefined ? { tests } : { match, tests, exact }

/** With several plain words, a bonus for the lines that contain them as a phrase. */
function phraseBonus(parsed: SearchNode, scope: Scope): string | undefined {
  if (parsed.is !== 'and' || !parsed.of.every((child) => child.is === 'word')) return undefined
  const phrase = quoted(parsed.of.flatMap((child) => (child.is === 'word' ? tokens(elided(child.text)) : [])))
  return phrase === undefined ? undefined : inAllColumns(`${phrase} *`, scope)
}

function hasPrefix(node: SearchNode): boolean {
  if (node.is === 'word') return node.prefix
  if (node.is === 'phrase') return false
  return node.is === 'not' ? hasPrefix(node.of) : node.of.some(hasPrefix)
}

/** The tree as one FTS5 expression, or undefined when the index alone cannot decide. */
function matchOf(tree: Tree, by: 'match' | 'scored' = 'match'): string | undefined {
  if (!('is' in tree))
    return tree.tests.length === 0 ? ((by === 'scored' ? tree.scored : undefined) ?? tree.match) : undefined
  if (tree.is === 'not') return undefined
  const positives: string[] = []
  const negatives: string[] = []
  for (const child of tree.of) {
    const negative = 'is' in child && child.is === 'not'
    const match = negative ? matchOf(child.of) : matchOf(child, by)
    if (match === undefined) return undefined
    ;(negative ? negatives : positives).push(match)
  }
  if (positives.length === 0) return undefined
  const positive = `(${positives.join(tree.is === 'and' ? ' AND ' : ' OR ')})`
  return negatives.length === 0 ? positive : `(${positive} NOT (${negatives.join(' OR ')}))`
}

function predicateOf(tree: Tree): Predicate {
  const match = matchOf(tree)
  if (match !== undefined) return { is: 'match', expression: match }
  if (!('is' in tree)) {
    const of: Predicate[] =
      tree.match === undefined ? tree.tests : [{ is: 'match', expression: tree.match }, ...tree.tests]
    return of.length === 0 ? { is: 'never' } : { is: 'any', of }
  }
  if (tree.is === 'not') return { is: 'not', of: predicateOf(tree.of) }
  return { is: tree.is === 'and' ? 'all' : 'any', of: tree.of.map(predicateOf) }
}

/** The scored parts of a search. Every matching line has at least one of them. */
function scoredLeaves(tree: Tree): Leaf[] {
  if (!('is' in tree)) return [tree]
  if (tree.is === 'or') return tree.of.flatMap(scoredLeaves)
  const scored = tree.is === 'and' ? tree.of.filter((child) => !('is' in child && child.is === 'not')) : []
  return scored.length > 0 ? scored.flatMap(scoredLeaves) : [{ tests: [predicateOf(tree)] }]
}
