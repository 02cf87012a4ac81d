/** `syncAttachments`: creates a line for each stored file, and deletes the lines of missing files. */
import { attachmentsAfter, bundleOfLines } from '../../../attachments'
import type { Context } from '../../../context'
import { problem } from '../../../errors'
import { limits } from '../../../limits'
import { columnExpression } from '../../../lines/storage/editable-columns'
import { tableName } from '../../../lines/storage/table-names'
import { attachmentAddress } from '../../../schema/attachment-fields'
import type { WritableTable } from '../write/open-writable-table'
import { type BulkStep, writeActions } from './write-actions'

/**
 * Synchronizes the lines with the files: existing lines keep their other values.
 *
 * @throws `attachments-unplanned`; `attachment-key-missing` when the primary key is not the field of the attachment
 */
export function syncAttachments(ctx: Context, table: WritableTable): AsyncGenerator<BulkStep> {
  const { attachment: field, primaryKey } = table.writeSchema
  if (field === undefined) throw problem('attachments-unplanned')
  if (primaryKey.length !== 1 || primaryKey[0] !== field) throw problem('attachment-key-missing', { field })
  const source = {
    bytes: actionsOf(ctx, table, field),
    format: 'ndjson' as const,
    maxBytes: Number.POSITIVE_INFINITY,
  }
  return writeActions(ctx, { table, operation: 'bulkLines', source })
}

/** The actions as NDJSON: a merge of files and lines, both in the order of their paths, read in pages. */
async function* actionsOf(ctx: Context, table: WritableTable, field: string): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  const files = storedPaths(ctx, table.dataset.id)
  const lines = namedPaths(table, field)
  let file = await files.next()
  let line = await lines.next()
  while (!file.done || !line.done) {
    const path = file.done ? undefined : file.value
    const named = line.done ? undefined : line.value
    const isBefore = path !== undefined && (named === undefined || isLess(path, named.path))
    if (isBefore) {
      yield encoder.encode(`${JSON.stringify({ _action: 'create', [field]: path })}\n`)
      file = await files.next()
      continue
    }
    if (!named) break
    if (named.path === path) {
      yield encoder.encode(`${JSON.stringify({ _action: 'patch', _id: named.id, [field]: path })}\n`)
      file = await files.next()
    } else if (attachmentAddress(named.path) !== undefined) {
      // A line with an external URL is not deleted: its file is not stored here.
      yield encoder.encode(`${JSON.stringify({ _action: 'delete', _id: named.id })}\n`)
    }
    line = await lines.next()
  }
}

/** Compares the UTF-8 bytes, like D1 and R2. */
const isLess = (one: string, other: string): boolean => Buffer.compare(Buffer.from(one), Buffer.from(other)) < 0

async function* storedPaths(ctx: Context, dataset: string): AsyncGenerator<string> {
  const limit = limits.lines.copyRows
  for (let after = ''; ; ) {
    const files = await attachmentsAfter(ctx, bundleOfLines(dataset), { after, limit })
    // A path that starts with ':' is an incomplete upload.
    for (const { path } of files) if (!path.startsWith(':')) yield path
    const last = files.at(-1)
    if (!last || files.length < limit) return
    after = last.path
  }
}

async function* namedPaths(
  { database, writeSchema }: WritableTable,
  field: string,
): AsyncGenerator<{ id: string; path: string }> {
  const limit = limits.lines.copyRows
  const path = columnExpression(writeSchema.pointer.layout, field)
  const select = `SELECT _id AS id,${path} AS path FROM ${tableName(writeSchema.pointer.run)} WHERE ${path}>?1 ORDER BY ${path} LIMIT ?2`
  for (let after = ''; ; ) {
    const { results } = await database.prepare(select).bind(after, limit).all<{ id: string; path: string }>()
    yield* results
    const last = results.at(-1)
    if (!last || results.length < limit) return
    after = last.path
  }
}
