/** `definitionOf`: the columns of a table, from the CREATE TABLE that made it (sqlite.org/lang_createtable.html). */
import { limits } from '../../limits'
import { invalid } from './header'
import type { SqlValue } from './record'
import { sqlTokens, type Token } from './sql-tokens'

export type DefinedColumn = {
  name: string
  /** The declared type in upper case, without its size: `VARYING CHARACTER`. */
  type: string
  /** The value in rows that are older than the column. */
  initial: SqlValue
  /** Whether it is another name of the row identifier; the record then has NULL in its place. */
  isRowId: boolean
  /** Whether records have it: those that are computed when they are read have no place in them. */
  isStored: boolean
}

type TableDefinition = { columns: DefinedColumn[]; isWithoutRowId: boolean }

/** @throws `geopackage-invalid` */
export function definitionOf(sql: string): TableDefinition {
  if (sql.length > limits.geopackages.maxDefinitionChars) throw invalid()
  const tokens = sqlTokens(sql)
  const open = tokens.findIndex(isSign('('))
  if (open < 0) throw invalid()
  const { items, end } = itemsAt(tokens, open)
  const isConstraint = (item: Token[]) => isWord(item[0], tableConstraints)
  const columns = items.filter((item) => !isConstraint(item)).map(columnOf)
  const key = items
    .filter(isConstraint)
    .map(keyOf)
    .find((name) => name !== undefined)
  const keyed = columns.find(({ name }) => name.toLowerCase() === key?.toLowerCase())
  if (keyed?.type === 'INTEGER') keyed.isRowId = true
  return { columns, isWithoutRowId: tokens.slice(end).some((token) => isWord(token, ['WITHOUT'])) }
}

const tableConstraints = ['CONSTRAINT', 'PRIMARY', 'UNIQUE', 'CHECK', 'FOREIGN']
const columnConstraints = [
  ...['CONSTRAINT', 'PRIMARY', 'NOT', 'NULL', 'UNIQUE', 'CHECK', 'DEFAULT', 'COLLATE', 'REFERENCES', 'GENERATED', 'AS'],
]

const isSign = (sign: string) => (token: Token | undefined) => token?.kind === 'sign' && token.text === sign

function isWord(token: Token | undefined, words: readonly string[]): boolean {
  return token?.kind === 'word' && words.includes(token.text.toUpperCase())
}

/** The tokens between the commas of a list that opens at `open`, and where the list ends. */
function itemsAt(tokens: readonly Token[], open: number): { items: Token[][]; end: number } {
  const items: Token[][] = [[]]
  let depth = 0
  for (let at = open; at < tokens.length; at++) {
    const token = tokens[at]
    if (!token) break
    if (isSign(')')(token) && --depth === 0) return { items, end: at + 1 }
    if (depth === 1 && isSign(',')(token)) items.push([])
    else if (at > open) items.at(-1)?.push(token)
    if (isSign('(')(token)) depth++
  }
  throw invalid()
}

function columnOf(tokens: Token[]): DefinedColumn {
  const [name, ...rest] = tokens
  if (!name || name.kind === 'sign') throw invalid()
  const outer = withoutNested(rest)
  const constraintsFrom = outer.findIndex((token) => isWord(token, columnConstraints))
  const constraints = constraintsFrom < 0 ? [] : outer.slice(constraintsFrom)
  const typeWords = constraintsFrom < 0 ? outer : outer.slice(0, constraintsFrom)
  const type = typeWords.map(({ text }) => text.toUpperCase()).join(' ')
  const key = constraints.findIndex((token) => isWord(token, ['PRIMARY']))
  return {
    name: name.text,
    type,
    initial: initialOf(rest),
    // DESC after the type makes an ordinary column, a bug of SQLite that its format has kept.
    isRowId: type === 'INTEGER' && key >= 0 && !isWord(constraints[key + 2], ['DESC']),
    isStored:
      !constraints.some((token) => isWord(token, ['AS'])) || constraints.some((token) => isWord(token, ['STORED'])),
  }
}

/** The tokens that are not in parentheses. */
function withoutNested(tokens: readonly Token[]): Token[] {
  let depth = 0
  return tokens.filter((token) => {
    if (isSign('(')(token)) depth++
    if (isSign(')')(token)) return depth-- < 0
    return depth === 0
  })
}

/** The literal of DEFAULT; NULL for expressions, which columns that are added to rows cannot have. */
function initialOf(tokens: readonly Token[]): SqlValue {
  // SET DEFAULT is what a foreign key does.
  const at = tokens.findIndex((token, at) => isWord(token, ['DEFAULT']) && !isWord(tokens[at - 1], ['SET']))
  if (at < 0) return null
  const [first, second] = tokens.slice(at + 1).filter((token) => !isSign('(')(token))
  const sign = isSign('-')(first) ? -1 : 1
  const value = isSign('-')(first) || isSign('+')(first) ? second : first
  if (value?.kind === 'number') return sign * Number(value.text)
  if (value?.kind === 'text' || value?.kind === 'quoted') return value.text
  return isWord(value, ['TRUE']) ? 1 : isWord(value, ['FALSE']) ? 0 : null
}

/** The only column of a PRIMARY KEY among the constraints of a table, which need no comma between them. */
function keyOf(tokens: readonly Token[]): string | undefined {
  const at = tokens.findIndex((token) => isWord(token, ['PRIMARY']))
  const open = at + 2
  if (at < 0 || !isSign('(')(tokens[open])) return undefined
  const { items } = itemsAt(tokens, open)
  return items.length === 1 ? items[0]?.[0]?.text : undefined
}
