/** `LineMatcher`: the lines that actions without an `_id` are about, by the values of some columns (`matchBy`). */
import type { Context } from '../../../context'
import { problem } from '../../../errors'
import { limits } from '../../../limits'
import { columnExpression } from '../../../lines/storage/editable-columns'
import { tableName } from '../../../lines/storage/table-names'
import { ruleSentence } from '../../../schema/line-error-texts'
import { ownValue } from '../../../schema/own-value'
import type { WritableTable } from '../write/open-writable-table'

/** `refusal`: why no line can be determined. */
export type MatchedAction = { body: Record<string, unknown>; refusal?: string }

/** A value as its column stores it. */
type Cell = string | number

/** The keys of `matchBy`. @throws `parameter-invalid` for a column that lines cannot be matched by */
export function matchedKeys(text: string | undefined, { writeSchema }: WritableTable): string[] | undefined {
  const keys = text?.split(',').map((key) => key.trim())
  if (!keys || keys.join('') === '') return undefined
  const isScalar = (key: string) => {
    const field = writeSchema.fields.find((one) => one.key === key)
    return field !== undefined && !field['x-extension'] && !field.separator && field.type !== 'object'
  }
  const unfit = keys.find((key) => !isScalar(key))
  const reason =
    writeSchema.primaryKey.length > 0
      ? { en: 'the dataset has a primary key', fr: 'le jeu de données a une clé primaire' }
      : { en: `${unfit} is no column of single values`, fr: `${unfit} n’est pas une colonne de valeurs simples` }
  if (unfit !== undefined || writeSchema.primaryKey.length > 0)
    throw problem('parameter-invalid', { parameter: 'matchBy', reason })
  return keys
}

export class LineMatcher {
  readonly #keys: readonly string[]
  /** Ids of the lines that this request adds, by their cells: a later action of the same cells changes them. */
  readonly #added = new Map<string, string>()

  constructor(keys: readonly string[]) {
    this.#keys = keys
  }

  /** Gives each action without an `_id` that of the line it patches, or of a new one. @param owner only lines of this owner match */
  async identify(
    ctx: Context,
    { table, owner }: { table: WritableTable; owner: string | undefined },
    actions: readonly MatchedAction[],
  ): Promise<void> {
    const sought = actions.flatMap((action) => {
      if (action.body._id !== undefined) return []
      const cells = this.#cellsOf(table, action.body)
      if (Array.isArray(cells)) return [{ action, cells }]
      action.refusal = ruleSentence('required', { column: cells.missing })
      return []
    })
    if (sought.length === 0) return
    const stored = await this.#stored(
      table,
      owner,
      sought.map(({ cells }) => cells),
    )
    for (const { action, cells } of sought) {
      const name = JSON.stringify(cells)
      const [id = this.#added.get(name), other] = stored.get(name) ?? []
      if (other !== undefined) action.refusal = ruleSentence('severalLines', { columns: this.#keys.join(', ') })
      else if (id !== undefined) Object.assign(action.body, { _id: id, _action: action.body._action ?? 'patch' })
      else {
        const added = ctx.newId().slice(0, limits.lines.generatedIdChars)
        action.body._id = added
        if (this.#added.size < limits.lines.dryRunIds) this.#added.set(name, added)
      }
    }
  }

  #cellsOf({ writeSchema }: WritableTable, body: Readonly<Record<string, unknown>>): Cell[] | { missing: string } {
    const cells: Cell[] = []
    for (const key of this.#keys) {
      const value = writeSchema.readers.get(key)?.(ownValue(body, key))
      if (value === undefined || value === null || value === '') return { missing: key }
      cells.push(typeof value === 'boolean' ? Number(value) : typeof value === 'number' ? value : String(value))
    }
    return cells
  }

  /** Ids of the stored lines, by their cells. */
  async #stored(
    { database, writeSchema: { pointer } }: WritableTable,
    owner: string | undefined,
    sought: readonly Cell[][],
  ): Promise<Map<string, string[]>> {
    const columns = this.#keys.map((key) => columnExpression(pointer.layout, key))
    const sql =
      `SELECT _id,${columns.map((column, at) => `${column} AS k${at}`).join(',')} FROM ${tableName(pointer.run)} ` +
      `WHERE ${columns[0]} IN (SELECT value FROM json_each(?1)) AND (?2 IS NULL OR _owner=?2)`
    const firsts = JSON.stringify([...new Set(sought.map(([first]) => first))])
    const { results } = await database
      .prepare(sql)
      .bind(firsts, owner ?? null)
      .all<Record<string, Cell>>()
    const ids = new Map<string, string[]>()
    for (const row of results) {
      const name = JSON.stringify(this.#keys.map((_, at) => row[`k${at}`]))
      ids.set(name, [...(ids.get(name) ?? []), String(row._id)])
    }
    return ids
  }
}
