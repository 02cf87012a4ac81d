import type { Context } from '../../context'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import type { Owner } from '../../identity'
import type { TablePointer } from '../../lines/storage'
import { createEditableTable } from '../../lines/storage'
import { withTimeZone } from '../../schema/dates/zone'
import { checkKeys, constraintKeys, editableFields, editableLayout } from '../editable/description'
import { addToJournal } from '../journal/journal'
import type { Metadata } from '../metadata/document'
import { discardOfLines, reserveTable } from '../runs/discards'
import { newRun } from '../runs/runs'
import { databaseForTable } from '../sharding'
import type { CreationInput, InitialState } from './initial-state'

/**
 * Creates an editable dataset: its empty table is created immediately and the dataset is finalized, unless the queue
 * has to fill it first. The table stays in the list of discards until the dataset refers to it.
 *
 * @throws `title-missing`, `body-invalid`, `constraint-refused`, `databases-full`
 */
export async function beginEditable(
  ctx: Context,
  input: CreationInput & { id: string; owner: Owner },
): Promise<InitialState> {
  const { id, owner, description } = input
  if (!description.title) throw problem('title-missing')
  const schema = editableFields(input.schema.map((field) => withTimeZone(field, ctx.config.TIME_ZONE)))
  const rest = { primaryKeyMode: 'sha256' as const, indiceMode: 'timestamp3' as const, ...description.rest }
  const metadata: Metadata = { ...description, title: description.title, rest }
  checkKeys(metadata, schema)
  const shard = await databaseForTable(ctx, { owner, home: undefined, bytes: 0 })
  const pointer: TablePointer = { shard, run: ctx.newId(), layout: editableLayout(schema), count: 0 }
  if (rest.history) pointer.history = ctx.newId()
  const database = ctx.lines[pointer.shard]
  if (!database) throw new Error(`no lines database ${pointer.shard}`)
  const names = [pointer.run, ...(pointer.history ? [pointer.history] : [])]
  for (const run of names) await reserveTable(ctx, { shard: pointer.shard, run })
  await createEditableTable(database, pointer, { revision: 1, constraints: constraintKeys(metadata) })
  const releases = names.map((run) =>
    ctx.db.delete(tables.discards).where(discardOfLines({ shard: pointer.shard, run })),
  )
  const { filling } = input
  if (filling) {
    const run = newRun(ctx, { datasetId: id, target: 'published', stage: 'index', state: { filling } })
    const published = { status: 'created' as const, schema, lines: pointer, revision: 1 }
    return { nature: 'rest', metadata, published, statements: [...run.statements, ...releases], run: run.id }
  }
  const now = ctx.now().toISOString()
  return {
    nature: 'rest',
    metadata,
    published: { status: 'finalized', schema, lines: pointer, revision: 1, finalizedAt: now },
    statements: [addToJournal(ctx, id, { type: 'finalize-end' }), ...releases],
  }
}
