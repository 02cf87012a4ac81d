/** Optimistic concurrency: a batch that is done whole for the dataset as it was read, or not at all. */
import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import type { Dataset } from './load'

/**
 * A statement that makes its batch fail, and be undone, when the dataset is no longer the one that was read. It comes first.
 *
 * @param and a condition that must hold as well
 */
export function onlyAsRead(ctx: Context, { id, version }: Pick<Dataset, 'id' | 'version'>, and: SQL = sql`true`) {
  const { datasets } = tables
  const asRead = sql`exists (select 1 from ${datasets} where ${datasets.id} = ${id} and ${datasets.version} = ${version})`
  return onlyWhere(ctx, sql`${asRead} and (${and})`)
}

/** A statement that makes its batch fail, and be undone, where a condition does not hold. */
export function onlyWhere(ctx: Context, condition: SQL) {
  // A row without a dataset is refused by the table: the one way for a statement to fail on a condition.
  return ctx.db
    .insert(tables.journal)
    .select(sql`select null, null, '', '', 0, null, null, 0, '', '', '', null where not (${condition})`)
}

/** Runs a batch that `onlyAsRead` guards. @throws `dataset-changed` when someone else was faster */
export async function asRead<Result>(id: string, batch: Promise<Result>): Promise<Result> {
  try {
    return await batch
  } catch (error) {
    if (isChanged(error)) throw problem('dataset-changed', { id })
    throw error
  }
}

/** Whether a batch failed at its `onlyAsRead` or `onlyWhere`. */
export function isChanged(error: unknown): boolean {
  const text = error instanceof Error ? `${error.message} ${String(error.cause ?? '')}` : ''
  return /NOT NULL constraint failed: journal\.dataset_id/.test(text)
}
