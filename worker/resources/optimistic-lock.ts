/** Optimistic locking: a batch is rolled back when the resource has changed since it was read. */
import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../context'
import { isFailed, requireThat } from '../db/precondition'
import { problem } from '../errors'
import { limits } from '../limits'
import type { Resource, ResourceKind } from './kind'

/**
 * The first statement of a batch: it fails, and rolls the batch back, when the version of the resource has changed.
 *
 * @param and a condition that must hold as well
 */
export function requireVersion(
  ctx: Context,
  { table }: ResourceKind,
  { id, version }: Pick<Resource, 'id' | 'version'>,
  and: SQL = sql`true`,
) {
  const isCurrent = sql`exists (select 1 from ${table} where ${table.id} = ${id} and ${table.version} = ${version})`
  return requireCondition(ctx, sql`${isCurrent} and (${and})`)
}

/** The statement that rolls its batch back when a condition does not hold. */
export const requireCondition = (ctx: Context, condition: SQL) => requireThat(ctx.db, 'resource_unchanged', condition)

/** Runs a batch that begins with `requireVersion`. @throws `dataset-changed`, `application-changed` */
export async function commitBatch<Result>(
  { problems }: ResourceKind,
  id: string,
  batch: Promise<Result>,
): Promise<Result> {
  try {
    return await batch
  } catch (error) {
    if (isChanged(error)) throw problem(problems.changed, { id })
    throw error
  }
}

/**
 * Repeats a change whose batch failed at its `requireVersion`. The change reads the resource each time, and throws a problem of
 * its own when the new state rules it out.
 *
 * @throws `dataset-changed`, `application-changed` when each attempt has met another change
 */
export async function retryChange<Result>(
  kind: ResourceKind,
  id: string,
  change: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; attempt < limits.datasets.maxChangeAttempts; attempt++) {
    try {
      return await change()
    } catch (error) {
      if (!isChanged(error)) throw error
    }
  }
  return commitBatch(kind, id, change())
}

/** Whether a batch failed at its `requireVersion` or `requireCondition`. */
export const isChanged = (error: unknown): boolean => isFailed(error, 'resource_unchanged')
