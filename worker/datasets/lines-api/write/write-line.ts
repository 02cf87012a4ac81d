/** Writes, reads and deletes one line. */

import type { Context } from '../../../context'
import { problem } from '../../../errors'
import type { DatasetOperation } from '../../../identity'
import { limits } from '../../../limits'
import type { WriteAction } from '../../../lines/write/action-names'
import type { WrittenLine } from '../../../lines/write/apply-operations'
import { readRowsById } from '../../../lines/write/commit-changes'
import type { StoredLine } from '../../../lines/write/line'
import { lineAnswer, storedLine } from '../../../lines/write/line-answer'
import { isFault, prepareOperation } from '../../../lines/write/prepare-operation'
import { isSuperAdmin } from '../../../permissions'
import { optionalKeys } from '../../extensions'
import { openWritableTable, type WritableTable } from './open-writable-table'
import { writeOperations } from './write-operations'

/** The owner of own lines, and the name of the owner in responses. */
export type LineOwnership = { owner: string; ownerName: string }

export type WriteOne = {
  dataset: string
  operation: DatasetOperation
  /** Default: `_action` of the body. */
  action?: WriteAction
  lineId?: string | undefined
  body: Readonly<Record<string, unknown>>
  /** The `_id` of the line if it needs a new one. */
  newId?: string
  owner?: LineOwnership | undefined
}

/**
 * Writes one line. `before` is the line that it replaced or deleted.
 *
 * @throws the error of the line (400, 404, 409), and what `openWritableTable` throws
 */
export async function writeLine(
  ctx: Context,
  table: WritableTable,
  input: Omit<WriteOne, 'dataset'>,
): Promise<ReturnType<typeof lineAnswer> & { before?: StoredLine | WrittenLine | undefined }> {
  const id = input.newId ?? ctx.newId().slice(0, limits.lines.generatedIdChars)
  let prepared: ReturnType<typeof prepareOperation> | undefined
  const result = await writeOperations(ctx, {
    table,
    operation: input.operation,
    prepare: (writeSchema) => {
      const { action, lineId, body, owner } = input
      prepared = prepareOperation(writeSchema, {
        at: 0,
        body,
        id: lineId,
        owner,
        mayDate: isSuperAdmin(table.actor),
        echo: true,
        newId: () => id,
        ...(action === undefined ? {} : { action }),
      })
      return [prepared]
    },
    only: input.owner?.owner,
  })
  const [outcome] = result.outcomes
  if (!outcome) throw new Error('a line was written without outcome')
  const answer = lineAnswer(outcome, prepared && !isFault(prepared) ? prepared : undefined, result.numberOf)
  const optional = optionalKeys(table.dataset.metadata.extensions ?? [], table.dataset.published.schema)
  for (const key of optional) delete answer.body?.[key]
  return 'before' in outcome ? { ...answer, before: outcome.before } : answer
}

/** One stored line. @throws `line-unknown` */
export async function readLine(
  ctx: Context,
  input: { dataset: string; operation: DatasetOperation; lineId: string; only?: string | undefined },
): Promise<{ line: Record<string, unknown>; updatedAt: string; table: WritableTable }> {
  const table = await openWritableTable(ctx, input.dataset, input.operation)
  const [row] = await readRowsById(table.database, table.writeSchema.pointer, [input.lineId])
  const line = row && table.decode(row)
  if (!line || (input.only !== undefined && line.owner !== input.only)) throw problem('line-unknown')
  return { line: storedLine(line, table.writeSchema.extended), updatedAt: line.updatedAt, table }
}
