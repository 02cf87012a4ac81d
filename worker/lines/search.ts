import { isSearchedInFiles } from '../schema/attached'
import { capabilityOn, capable } from '../schema/capabilities'
import { type Column, columnOf, conceptIdOf } from './query/columns'
import type { Predicate, Ranking } from './query/predicate'
import type { SearchRequest } from './query/request'
import { parseSearch, type SearchNode } from './search-syntax'
import type { LineSource } from './source'
import { elided, isStopWord, stem, surface, tokens } from './words'

/** Compiles what a reader typed (contract lines §4) to a predicate and, where asked, a ranking. Safe for any input. */

/** Where words are looked for. */
type Scope = {
  /** Columns of the index that are searched by stem, and those searched by exact word. */
  stemmed: string[]
  exact: string[]
  /** The two together are all columns of the index. */
  everywhere: boolean
  numbers: Column[]
  dates: Column[]
}

/** A word that can be matched: in the index, by values of other types, or both. */
type Leaf = { match?: string; tests: Predicate[] }
type Tree = Leaf | { is: 'and' | 'or'; of: Tree[] } | { is: 'not'; of: Tree }

/** Relevance of what a field is about (contract lines §4.4). */
const conceptWeights: ReadonlyMap<string, number> = new Map([
  ['label', 3],
  ['description', 2],
  ['tag', 2],
])

/** The lines that a search keeps, and how it ranks them. A search without any word to look for keeps none. */
export function compileSearch(search: SearchRequest, source: LineSource): { where: Predicate; ranking: Ranking } {
  const scope = scopeOf(search, source)
  const required = search.mode === 'and' || search.mode === 'complete'
  const parsed = parseSearch(search.text, required ? 'and' : 'or')
  const growing = search.mode === 'complete' && parsed !== undefined && !hasPrefix(parsed)
  const tree = parsed && treeOf(parsed, { scope, join: required ? 'and' : 'or', growing })
  const weights = weightsOf(source)
  if (!tree) return { where: { is: 'never' }, ranking: { weights, boosts: [], complete: false } }
  const bonus = growing && parsed ? phraseBonus(parsed, scope) : undefined
  const matched = matchOf(tree)
  if (matched !== undefined) {
    const expression = bonus === undefined ? matched : `(${matched}) OR ${bonus}`
    return { where: { is: 'match', expression }, ranking: { expression, weights, boosts: [], complete: true } }
  }
  const leaves = scoredLeaves(tree)
  const scored = leaves.flatMap((leaf) => (leaf.match === undefined ? [] : [leaf.match]))
  const ranking: Ranking = { weights, boosts: leaves.flatMap((leaf) => leaf.tests), complete: false }
  if (scored.length > 0) ranking.expression = [...scored, ...(bonus === undefined ? [] : [bonus])].join(' OR ')
  return { where: predicateOf(tree), ranking }
}

function scopeOf(search: SearchRequest, { pointer, fields }: LineSource): Scope {
  const scope: Scope = { stemmed: [], exact: [], everywhere: true, numbers: [], dates: [] }
  const source: LineSource = { pointer, fields, defaultOrder: 'file' }
  const { searchable } = pointer.layout
  for (const field of fields) {
    const isOwn = !field['x-calculated'] || field.key === '_updatedAt' || isSearchedInFiles(field.key)
    const column = isOwn ? columnOf(source, field.key) : undefined
    if (!column || (search.fields && !search.fields.includes(field.key))) continue
    const physical = pointer.layout.places.find((place) => place.key === field.key)?.column
    if (physical !== undefined && searchable.includes(physical)) {
      ;(capable(field, 'text') ? scope.stemmed : scope.exact).push(physical)
    } else if (capabilityOn(field, 'textStandard') && !column.multiple) {
      if (column.kind === 'number' && capable(field, 'index')) scope.numbers.push(column)
      if (column.kind === 'day' || column.kind === 'moment') scope.dates.push(column)
    }
  }
  scope.everywhere = scope.stemmed.length + scope.exact.length === searchable.length
  return scope
}

function weightsOf({ pointer, fields }: LineSource): number[] {
  return pointer.layout.searchable.map((column) => {
    const key = pointer.layout.places.find((place) => place.column === column)?.key
    const field = fields.find((candidate) => candidate.key === key)
    return conceptWeights.get((field && conceptIdOf(field)) ?? '') ?? 1
  })
}

type Reading = { scope: Scope; join: 'and' | 'or'; growing: boolean }

function treeOf(node: SearchNode, reading: Reading): Tree | undefined {
  if (node.is === 'word') return wordTree(node, reading)
  if (node.is === 'phrase') {
    const phrase = quoted(tokens(node.text))
    return phrase === undefined ? undefined : leafOf(everywhere(phrase, reading.scope), [])
  }
  if (node.is === 'not') {
    const of = treeOf(node.of, reading)
    return of && { is: 'not', of }
  }
  const of = node.of.flatMap((child) => treeOf(child, reading) ?? [])
  return of.length > 1 ? { is: node.is, of } : of[0]
}

function wordTree(node: SearchNode & { is: 'word' }, { scope, join, growing }: Reading): Tree | undefined {
  const written = elided(node.text)
  const found = tokens(written)
  const tests = typedTests(node.text, scope)
  if (tests.length > 0) {
    const phrase = quoted(found)
    return leafOf(phrase === undefined ? undefined : everywhere(phrase, scope), tests)
  }
  const grows = growing && node.last
  const kept = found.filter((word) => !isStopWord(word) || node.prefix || grows)
  const leaves = kept.map((word, at) => {
    const isLast = at === kept.length - 1
    if (isLast && node.prefix) return leafOf(everywhere(`${quote(surface(word))} *`, scope), [])
    return leafOf(wordMatch(word, isLast && grows, scope), [])
  })
  return leaves.length > 1 ? { is: join, of: leaves } : leaves[0]
}

const leafOf = (match: string | undefined, tests: Predicate[]): Leaf =>
  match === undefined ? { tests } : { match, tests }

/** The word by its stem, with a bonus for the very word; as it is being typed, also as a prefix. */
function wordMatch(word: string, grows: boolean, scope: Scope): string | undefined {
  const exact = quote(surface(word))
  const written = grows ? [exact, `${exact} *`] : [exact]
  const reduced = stem(word)
  const stems = 'prefix' in reduced ? [`${quote(reduced.prefix)} *`] : reduced.forms.map(quote)
  if (scope.everywhere && scope.exact.length === 0 && scope.stemmed.length > 0) return anyOf([...stems, ...written])
  const parts: string[] = []
  if (scope.stemmed.length > 0) parts.push(within(scope.stemmed, anyOf([...stems, ...written])))
  if (scope.exact.length > 0) parts.push(within(scope.exact, anyOf(written)))
  return parts.length === 0 ? undefined : anyOf(parts)
}

const anyOf = (parts: readonly string[]): string => `(${[...new Set(parts)].join(' OR ')})`
const within = (columns: readonly string[], expression: string): string => `({${columns.join(' ')}} : ${expression})`
const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`
const quoted = (words: readonly string[]): string | undefined =>
  words.length === 0 ? undefined : quote(words.map(surface).join(' '))

function everywhere(expression: string, scope: Scope): string | undefined {
  const columns = [...scope.stemmed, ...scope.exact]
  if (columns.length === 0) return undefined
  return scope.everywhere ? `(${expression})` : within(columns, `(${expression})`)
}

const numberForm = /^\d+(?:[.,]\d+)?$/
const dateForm = /^\d{4}(?:-\d{2}(?:-\d{2})?)?$/

/** A number is looked for whole in numeric fields, a year, month or day at the start of dates. */
function typedTests(text: string, scope: Scope): Predicate[] {
  const tests: Predicate[] = []
  if (numberForm.test(text)) {
    const value = Number(text.replace(',', '.'))
    for (const column of scope.numbers) tests.push({ is: 'test', column, test: { op: 'eq', value } })
  }
  if (dateForm.test(text)) {
    for (const column of scope.dates) {
      tests.push({ is: 'test', column, test: { op: 'starts', text } })
    }
  }
  return tests
}

/** While typing several plain words, lines where they follow each other come first. */
function phraseBonus(parsed: SearchNode, scope: Scope): string | undefined {
  if (parsed.is !== 'and' || !parsed.of.every((child) => child.is === 'word')) return undefined
  const phrase = quoted(parsed.of.flatMap((child) => (child.is === 'word' ? tokens(elided(child.text)) : [])))
  return phrase === undefined ? undefined : everywhere(`${phrase} *`, scope)
}

function hasPrefix(node: SearchNode): boolean {
  if (node.is === 'word') return node.prefix
  if (node.is === 'phrase') return false
  return node.is === 'not' ? hasPrefix(node.of) : node.of.some(hasPrefix)
}

/** The tree as one FTS5 expression, or undefined when the index alone cannot decide. */
function matchOf(tree: Tree): string | undefined {
  if (!('is' in tree)) return tree.tests.length === 0 ? tree.match : undefined
  if (tree.is === 'not') return undefined
  const kept: string[] = []
  const left: string[] = []
  for (const child of tree.of) {
    const negative = 'is' in child && child.is === 'not'
    const match = matchOf(negative ? child.of : child)
    if (match === undefined) return undefined
    ;(negative ? left : kept).push(match)
  }
  if (kept.length === 0) return undefined
  const positive = `(${kept.join(tree.is === 'and' ? ' AND ' : ' OR ')})`
  return left.length === 0 ? positive : `(${positive} NOT (${left.join(' OR ')}))`
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

/** What gives a line its score. Every line that matches has at least one of these. */
function scoredLeaves(tree: Tree): Leaf[] {
  if (!('is' in tree)) return [tree]
  if (tree.is === 'or') return tree.of.flatMap(scoredLeaves)
  const kept = tree.is === 'and' ? tree.of.filter((child) => !('is' in child && child.is === 'not')) : []
  return kept.length > 0 ? kept.flatMap(scoredLeaves) : [{ tests: [predicateOf(tree)] }]
}
