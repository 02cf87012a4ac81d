/** Finalizes virtual datasets again, after a change of their children or of who may read these. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { isNoBroaderThan } from '../../permissions'
import type { Dataset } from '../metadata/dataset'
import { forgetDataset, readDataset } from '../metadata/load'
import { newRun } from '../runs/runs'
import { sendRun } from '../runs/send-run'

/**
 * Finalizes the virtual parents of a dataset again, after a change of its lines, fields or readers.
 *
 * @param statuses restricts this to parents with one of these statuses; one that is being finalized may have read the
 *   previous state
 */
export async function refinalizeParents(
  ctx: Context,
  id: string,
  statuses: ('finalized' | 'error' | 'indexed')[] = ['finalized', 'error', 'indexed'],
): Promise<void> {
  const { datasets } = tables
  const child = sql`select 1 from json_each(${datasets.metadata}, '$.virtual.children') where value = ${id}`
  const parents = await ctx.db
    .select({ id: datasets.id })
    .from(datasets)
    .where(and(eq(datasets.nature, 'virtual'), inArray(datasets.status, statuses), sql`exists (${child})`))
  for (const parent of parents) await refinalize(ctx, parent.id)
}

/** Finalizes a virtual dataset again. */
async function refinalize(ctx: Context, id: string): Promise<void> {
  const { datasets } = tables
  const run = newRun(ctx, { datasetId: id, target: 'published', stage: 'finalize' })
  await ctx.db.batch([
    ctx.db
      .update(datasets)
      .set({
        published: sql`json_set(${datasets.published}, '$.status', 'indexed')`,
        status: 'indexed',
        version: sql`${datasets.version} + 1`,
      })
      .where(eq(datasets.id, id)),
    ...run.statements,
  ])
  forgetDataset(id)
  await sendRun(ctx, run.id)
}

/**
 * Call this after a change of permissions. Virtual datasets that show the dataset to readers who have lost access to it
 * fail, and record that in their journal; those that had failed are retried.
 */
export async function recheckVirtualReaders(ctx: Context, before: Dataset): Promise<void> {
  const after = await readDataset(ctx, before.id)
  if (after.nature === 'virtual' && after.published.status === 'error') await refinalize(ctx, after.id)
  const isLoss =
    JSON.stringify(before.owner) !== JSON.stringify(after.owner) || !isNoBroaderThan(before.permissions, after)
  await refinalizeParents(ctx, after.id, isLoss ? ['finalized', 'error'] : ['error'])
}
