/** `openDatabase`: the tables of an SQLite database, read by ranges (sqlite.org/fileformat2.html). */
import { limits } from '../../limits'
import type { ByteSource } from '../archive/zip'
import { HEADER_BYTES, invalid, readHeader } from './header'
import { Pages } from './pages'
import { type SqlValue, valuesOf } from './record'
import { type DefinedColumn, definitionOf } from './table-definition'
import { hasRows, type StoredRow, tableRows } from './table-rows'

/** The values of a row, in the order of the columns. */
export type SqlRow = { id: number | bigint; values: SqlValue[] }

export type Table = {
  name: string
  columns: readonly DefinedColumn[]
  isEmpty: () => Promise<boolean>
  rows: () => AsyncIterable<SqlRow[]>
}

type Database = {
  /** Whether the latest changes may be in another file, the write-ahead log. */
  isLogged: boolean
  /**
   * Finds a table by its name, in any case of ASCII letters. Undefined if there is none; null if it cannot be read: a view, a virtual
   * table, or a table WITHOUT ROWID. @throws `geopackage-invalid`
   */
  table: (name: string) => Table | null | undefined
}

/** @throws `geopackage-invalid` */
export async function openDatabase(source: ByteSource): Promise<Database> {
  const header = readHeader(await source.read(0, HEADER_BYTES), source.size)
  const pages = new Pages(source, header)
  const decoder = new TextDecoder(header.encoding, { fatal: false, ignoreBOM: true })
  const stored = new Map<string, StoredTable>()
  let chars = 0
  for await (const rows of tableRows(pages, 1)) {
    for (const row of rows) {
      const [type, name, , root, sql] = valuesOf(row.record, 5, decoder)
      if (typeof name !== 'string' || typeof sql !== 'string' || (type !== 'table' && type !== 'view')) continue
      stored.set(folded(name), { name, root: typeof root === 'number' ? root : 0, sql })
      chars += sql.length
      if (stored.size > limits.geopackages.maxTables || chars > limits.geopackages.maxSchemaChars) throw invalid()
    }
  }
  return {
    isLogged: header.isLogged,
    table: (name) => {
      const found = stored.get(folded(name))
      return found && openTable(pages, decoder, found)
    },
  }
}

/** Views and virtual tables have no root. */
type StoredTable = { name: string; root: number; sql: string }

const folded = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

function openTable(pages: Pages, decoder: TextDecoder, { name, root, sql }: StoredTable): Table | null {
  if (root < 1) return null
  const { columns, isWithoutRowId } = definitionOf(sql)
  if (isWithoutRowId) return null
  const stored = columns.filter(({ isStored }) => isStored)
  const valuesIn = ({ id, record }: StoredRow): SqlRow => {
    const values = valuesOf(record, stored.length, decoder)
    return {
      id,
      values: stored.map(({ isRowId, initial }, at) =>
        isRowId ? id : values[at] === undefined ? initial : values[at],
      ),
    }
  }
  return {
    name,
    columns: stored,
    isEmpty: async () => !(await hasRows(pages, root)),
    rows: async function* () {
      for await (const rows of tableRows(pages, root)) yield rows.map(valuesIn)
    },
  }
}
