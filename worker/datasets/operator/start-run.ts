import { eq } from 'drizzle-orm'
import { type AuditedAction, audit } from '../../accounts'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { commitBatch, requireVersion } from '../../resources'
import type { Dataset } from '../metadata/dataset'
import type { Version } from '../metadata/document'
import { datasetKind } from '../metadata/kind'
import { forgetDataset, readDataset } from '../metadata/load'
import type { newRun } from '../runs/runs'
import { sendRun } from '../runs/send-run'

/**
 * Stores the published version as it is while an operator has it processed, with the run, and sends the run to the queue.
 *
 * @param input.operation its name in the audit
 * @throws `dataset-changed`
 */
export async function startRun(
  ctx: Context,
  { id, version, ...dataset }: Dataset,
  input: { next: Version; run: ReturnType<typeof newRun>; operation: AuditedAction },
): Promise<Dataset> {
  const { next, run, operation } = input
  const writes = ctx.db.batch([
    requireVersion(ctx, datasetKind, { ...dataset, id, version }),
    ctx.db
      .update(tables.datasets)
      .set({ published: JSON.stringify(next), status: next.status, version: version + 1 })
      .where(eq(tables.datasets.id, id)),
    ...run.statements,
    audit(ctx, operation, `datasets/${id}`),
  ])
  await commitBatch(datasetKind, id, writes)
  forgetDataset(id)
  await sendRun(ctx, run.id)
  return readDataset(ctx, id)
}
