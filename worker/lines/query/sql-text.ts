/** Pieces of SQL text: literals, balanced chains, bindings. */
import { limits } from '../../limits'

/** Text as an SQL string literal: for keys and separators, which are too many to bind. SQL text cannot contain a NUL. */
export function literal(text: string): string {
  const parts = text.split('\0').map((part) => `'${part.replaceAll("'", "''")}'`)
  return parts.length === 1 ? (parts[0] ?? "''") : `(${parts.join('||char(0)||')})`
}

/** Joins conditions as a balanced tree: a chain of n is n deep, and D1 allows 100. */
export function balanced(parts: readonly string[], operator: 'AND' | 'OR'): string {
  if (parts.length <= 2) return parts.map((part) => `(${part})`).join(` ${operator} `)
  const half = parts.length >> 1
  return `(${balanced(parts.slice(0, half), operator)}) ${operator} (${balanced(parts.slice(half), operator)})`
}

/** Concatenates texts, NULL as empty, in nested calls within the limits of depth and of arguments. */
export function concat(parts: readonly string[]): string {
  if (parts.length <= limits.sql.maxArguments) return `concat(${parts.join(',') || "''"})`
  const groups: string[] = []
  for (let at = 0; at < parts.length; at += limits.sql.maxArguments)
    groups.push(concat(parts.slice(at, at + limits.sql.maxArguments)))
  return concat(groups)
}

/** The rows of all selects, of which there must be one. Wrap a select that has ORDER BY or LIMIT in a subquery. */
export function unionAll(selects: readonly string[]): string {
  if (selects.length <= limits.sql.maxCompoundTerms) return selects.join(' UNION ALL ')
  const groups: string[] = []
  for (let at = 0; at < selects.length; at += limits.sql.maxCompoundTerms) {
    groups.push(`SELECT * FROM (${selects.slice(at, at + limits.sql.maxCompoundTerms).join(' UNION ALL ')})`)
  }
  return unionAll(groups)
}

/** A pattern of `*`, `?` and `\` escapes as SQLite's GLOB writes it. */
export function globOf(pattern: string): string {
  return pattern.replace(/\\(.)|\[/gsu, (match, escaped: string | undefined) => {
    const sign = escaped ?? match
    return /[*?[]/.test(sign) ? `[${sign}]` : sign
  })
}

/**
 * LIMIT and OFFSET, as literals: SQLite compiles a statement again each time a limit is bound,
 * since the query plan depends on the value.
 */
export function limitSql(limit: number, offset = 0): string {
  return `LIMIT ${limit}${offset > 0 ? ` OFFSET ${offset}` : ''}`
}

/** What D1 binds. */
export type Scalar = string | number | null

/**
 * Text and bindings of one statement. `exchanges`: the selects that other databases answer; the statement reads their rows
 * from parameters.
 */
export type Statement = { text: string; values: Scalar[]; exchanges?: readonly Exchange[] }

/** A select over tables of another database, and the names of its columns. `placeholder` stands for it in a statement. */
export type Exchange = {
  shard: number
  select: { text: string; values: Scalar[] }
  columns: readonly string[]
  placeholder: string
}

/** Assigns placeholders (`?1`, `?2` …) to the values of one statement; equal values share one. */
export class Bindings {
  readonly #positions = new Map<string, string>()
  readonly #direct: Scalar[] = []
  readonly #others: Scalar[] = []
  readonly #exchanges: Exchange[] = []

  /** SQL that stands for the value. */
  bind(value: Scalar): string {
    const identity = JSON.stringify(value)
    const existing = this.#positions.get(identity)
    if (existing) return existing
    const position =
      this.#direct.length < limits.sql.maxDirectParameters
        ? `?${this.#direct.push(value)}`
        : `(?${limits.sql.maxDirectParameters + 1}->>${this.#others.push(value) - 1})`
    this.#positions.set(identity, position)
    return position
  }

  /**
   * SQL that stands for the rows of a select over a table of another database.
   *
   * @param write writes the select, with bindings of its own
   */
  exchange(shard: number, columns: readonly string[], write: (bindings: Bindings) => string): string {
    const bindings = new Bindings()
    const text = write(bindings)
    // No literal has a NUL.
    const placeholder = `\0${this.#exchanges.length}\0`
    this.#exchanges.push({ shard, select: { text, values: bindings.values }, columns, placeholder })
    return `SELECT ${columns.join(',')} FROM (${placeholder})`
  }

  /** A statement of SQL text whose placeholders are those of `bind()` and `exchange()` of this object. */
  statement(text: string): Statement {
    const { values } = this
    return this.#exchanges.length === 0 ? { text, values } : { text, values, exchanges: this.#exchanges }
  }

  get values(): Scalar[] {
    return this.#others.length === 0 ? [...this.#direct] : [...this.#direct, JSON.stringify(this.#others)]
  }
}
