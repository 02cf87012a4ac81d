import { columnExpression } from '../../../lines/storage/editable-columns'
import type { TablePointer } from '../../../lines/storage/layout'
import { tableName } from '../../../lines/storage/table-names'
import { withStoredPath } from '../../../lines/write/apply-operations'
import type { LineFault, LineOperation } from '../../../lines/write/line'
import { isFault } from '../../../lines/write/prepare-operation'
import { ruleSentence } from '../../../schema/line-error-texts'
import type { WritableTable } from './open-writable-table'

/**
 * Adapts operations to the lines that are replaced: operations on lines of others become errors, and the stored paths of attachments of
 * the owner are preserved. The table that is being filled has none of these lines.
 */
export async function adaptToReplacedLines(
  { database, writeSchema }: WritableTable,
  { pointer, owner }: { pointer: TablePointer; owner: string },
  prepared: readonly (LineOperation | LineFault)[],
): Promise<(LineOperation | LineFault)[]> {
  const ids = prepared.flatMap((one) => (isFault(one) || one.isNew ? [] : one.id))
  if (ids.length === 0) return [...prepared]
  const path = writeSchema.attachment === undefined ? 'NULL' : columnExpression(pointer.layout, writeSchema.attachment)
  const { results } = await database
    .prepare(
      `SELECT _id AS id,_owner IS NOT ?2 AS isForeign,${path} AS path FROM ${tableName(pointer.run)} ` +
        'WHERE _id IN (SELECT value FROM json_each(?1))',
    )
    .bind(JSON.stringify(ids), owner)
    .all<{ id: string; isForeign: number; path: string | null }>()
  const replaced = new Map(results.map((one) => [one.id, one]))
  return prepared.map((one) => {
    const line = isFault(one) ? undefined : replaced.get(one.id)
    if (isFault(one) || !line) return one
    return line.isForeign
      ? { at: one.at, status: 404, error: ruleSentence('missing') }
      : withStoredPath(writeSchema, one, line.path)
  })
}
