/** Opening the lines of a dataset for writing: the description, the permission, the table. */

import { actorFor } from '../../../accounts'
import type { Context } from '../../../context'
import { problem } from '../../../errors'
import { type Actor, authorOf, classOf, type DatasetOperation, scopesFor } from '../../../identity'
import { limits } from '../../../limits'
import { readState } from '../../../lines/storage/editable-table'
import { type DecodeLine, type EncodeLine, editableLineEncoder, lineDecoder } from '../../../lines/write/encode'
import type { LineAuthor } from '../../../lines/write/line'
import type { WriteSchema } from '../../../lines/write/write-schema'
import type { Dataset } from '../../metadata/dataset'
import { loadEditable } from '../../metadata/load'
import { writeSchemaOf } from './write-schema'

export type WritableTable = {
  dataset: Dataset
  writeSchema: WriteSchema
  database: D1Database
  encode: EncodeLine
  decode: DecodeLine
  author: LineAuthor
  actor: Actor
}

/**
 * @param fresh read the current description, not the one cached by the isolate
 * @throws `dataset-not-found`, `not-editable` (501), `status-incompatible` (409), `permission-missing`
 */
export async function openWritableTable(
  ctx: Context,
  id: string,
  operation: DatasetOperation,
  fresh = false,
): Promise<WritableTable> {
  return writableTableOf(ctx, await whenWritable(ctx, id, operation, fresh), operation)
}

/** The same for a loaded dataset, whatever its status. @throws `status-incompatible` when it has no table */
export function writableTableOf(ctx: Context, dataset: Dataset, operation: DatasetOperation): WritableTable {
  const { lines, status } = dataset.published
  const database = lines && ctx.lines[lines.shard]
  if (!lines || !database) throw problem('status-incompatible', { status })
  const writeSchema = writeSchemaOf(dataset, lines)
  const actor = actorFor(ctx, scopesFor(classOf(operation)))
  const codec = codecOf(writeSchema)
  return { dataset, writeSchema, database, ...codec, author: authorOf(actor), actor }
}

/** The table of lines, and the dataset that it belongs to. */
export const tableAddressOf = ({ dataset, database, writeSchema }: WritableTable) => ({
  dataset: dataset.id,
  database,
  pointer: writeSchema.pointer,
})

/** Waits for a copy to another table, during which writes are refused, up to a short delay. */
async function whenWritable(ctx: Context, id: string, operation: DatasetOperation, fresh: boolean): Promise<Dataset> {
  const until = ctx.now().getTime() + limits.lines.rebuildWaitMs
  for (let dataset = await loadEditable(ctx, id, operation, fresh); ; ) {
    const { status, servedSchema } = dataset.published
    const isMoving = servedSchema !== undefined && status !== 'error'
    // Reads need no table that can be written.
    if (operation.startsWith('read') || (writable.has(status) && !isMoving)) return dataset
    if (ctx.now().getTime() >= until) throw problem('status-incompatible', { status })
    await scheduler.wait(limits.lines.rebuildPollMs)
    dataset = await loadEditable(ctx, id, operation, true)
  }
}

/** Statuses in which lines can be written. */
const writable: ReadonlySet<string> = new Set(['finalized', 'indexed', 'error'])

const codecs = new WeakMap<WriteSchema, { encode: EncodeLine; decode: DecodeLine }>()

function codecOf(writeSchema: WriteSchema): { encode: EncodeLine; decode: DecodeLine } {
  const cached = codecs.get(writeSchema)
  if (cached) return cached
  const { layout } = writeSchema.pointer
  const codec = {
    encode: editableLineEncoder(layout, writeSchema.fields, writeSchema.projection),
    decode: lineDecoder(layout, writeSchema.fields),
  }
  codecs.set(writeSchema, codec)
  return codec
}

/**
 * Opens a table again after it refused a write: the description has changed, or another table replaces it. This takes a
 * moment, so the function retries for a short delay.
 *
 * @throws `status-incompatible`
 */
export async function reloadWritableTable(
  ctx: Context,
  before: WritableTable,
  operation: DatasetOperation,
  until: number,
): Promise<WritableTable> {
  for (;;) {
    const table = await openWritableTable(ctx, before.dataset.id, operation, true)
    const { pointer, revision } = table.writeSchema
    const state = await readState(table.database, pointer.run)
    if (state && !state.closed && state.revision <= revision) return table
    if (ctx.now().getTime() >= until) throw problem('status-incompatible', { status: table.dataset.published.status })
    await scheduler.wait(limits.lines.rebuildPollMs)
  }
}
