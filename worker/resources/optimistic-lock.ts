/** Optimistic locking: a batch is rolled back when the resource has changed since it was read. */
import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../context'
import { isFailed, requireThat } from '../db/precondition'
import { problem } from '../errors'
import type { Kind, Resource } from './kind'

/**
 * The first statement of a batch: it fails, and rolls the batch back, when the version of the resource has changed.
 *
 * @param and a condition that must hold as well
 */
export function onlyAsRead(
  ctx: Context,
  { table }: Kind,
  { id, version }: Pick<Resource, 'id' | 'version'>,
  and: SQL = sql`true`,
) {
  const asRead = sql`exists (select 1 from ${table} where ${table.id} = ${id} and ${table.version} = ${version})`
  return onlyWhere(ctx, sql`${asRead} and (${and})`)
}

/** The statement that rolls its batch back when a condition does not hold. */
export const onlyWhere = (ctx: Context, condition: SQL) => requireThat(ctx.db, 'resource_unchanged', condition)

/** Runs a batch that begins with `onlyAsRead`. @throws `dataset-changed`, `application-changed` */
export async function asRead<Result>({ problems }: Kind, id: string, batch: Promise<Result>): Promise<Result> {
  try {
    return await batch
  } catch (error) {
    if (isChanged(error)) throw problem(problems.changed, { id })
    throw error
  }
}

/** Whether a batch failed at its `onlyAsRead` or `onlyWhere`. */
export const isChanged = (error: unknown): boolean => isFailed(error, 'resource_unchanged')
