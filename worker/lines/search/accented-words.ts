import type { Column } from '../query/column'
import type { Predicate } from '../query/predicate'
import { inColumns } from './fts-expression'
import type { Scope } from './searched-columns'

/**
 * Words with their accents, in the columns that are searched by exact word: the full-text index has no accents.
 *
 * @param match the FTS5 expression that finds the words without their accents; undefined without words
 */
export function accentedTests(words: readonly string[], match: string | undefined, { accented }: Scope): Predicate[] {
  if (match === undefined) return []
  return accented.map(({ indexed, column }) => ({
    is: 'all',
    of: [
      { is: 'match', expression: inColumns([indexed], match) },
      ...words.map((word): Predicate => ({ is: 'any', of: writtenIn(column, word) })),
    ],
  }))
}

/**
 * SQLite changes the case of ASCII letters only: words with others are compared in lower case, in upper case, and
 * capitalized.
 */
function writtenIn(column: Column, word: string): Predicate[] {
  const lower = word.normalize('NFC').toLowerCase()
  const lowered: Column = { ...column, sql: `lower(${column.sql})` }
  const others = /^[ -~]*$/.test(lower) ? [] : [lower.toUpperCase(), lower.charAt(0).toUpperCase() + lower.slice(1)]
  return [
    { is: 'test', column: lowered, test: { op: 'contains', text: lower } },
    ...others.map((text): Predicate => ({ is: 'test', column, test: { op: 'contains', text } })),
  ]
}
