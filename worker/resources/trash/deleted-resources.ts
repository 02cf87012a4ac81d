/** The trash: resources that were deleted, can be restored for `TRASH_DAYS`, and are purged after it. */
import { z } from '@hono/zod-openapi'
import { and, desc, eq, gt, lte, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { authorOf, type Owner } from '../../identity'
import { limits } from '../../limits'
import { DAY_MS } from '../../limits/units'

const { deletedApplications, deletedDatasets } = tables
export type TrashTable = typeof deletedDatasets | typeof deletedApplications

/** Until when a resource that is deleted now can be restored; undefined: not at all. */
export function trashUntil(ctx: Pick<Context, 'config' | 'now'>): Date | undefined {
  const days = ctx.config.TRASH_DAYS
  return days > 0 ? new Date(ctx.now().getTime() + days * DAY_MS) : undefined
}

/** Values of the columns `deleted_at`, `deleted_by` and `restorable_until`, in this order. */
export function deletionValues(ctx: Context, until: Date): SQL {
  const { actor } = 'actor' in ctx.identity ? ctx.identity : { actor: { type: 'anonymous' as const } }
  return sql`${ctx.now().toISOString()}, ${JSON.stringify(authorOf(actor))}, ${until.getTime()}`
}

/** The condition that a deleted resource can still be restored. */
export const isRestorable = (ctx: Context, table: TrashTable, id: string): SQL =>
  sql`exists (select 1 from ${table} where ${table.id} = ${id} and ${table.restorableUntil} > ${ctx.now().getTime()})`

/** The ids of the resources of an account that can be restored, the last one first. */
export async function restorableIds(ctx: Context, table: TrashTable, { type, id }: Owner): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.ownerType, type), eq(table.ownerId, id), gt(table.restorableUntil, ctx.now().getTime())))
    .orderBy(desc(table.deletedAt))
    .limit(limits.trash.maxResources)
  return rows.map((row) => row.id)
}

/** Of an account with a department, the resources of the department alone. */
export const isOfAccount = ({ owner }: { owner: Owner }, { department }: Owner): boolean =>
  department === undefined || owner.department === department

type DeletedRow = Pick<
  (typeof deletedDatasets)['$inferSelect'],
  'id' | 'bytes' | 'deletedAt' | 'deletedBy' | 'restorableUntil'
>

/** The schema of `presentDeletion`. */
export const deletedSchema = z.object({
  id: z.string(),
  title: z.string(),
  owner: z.looseObject({ type: z.string(), id: z.string() }),
  bytes: z.number().int(),
  deletedAt: z.iso.datetime(),
  deletedBy: z.object({ id: z.string(), name: z.string() }),
  restorableUntil: z.iso.datetime(),
})

/** A deleted resource in the API. */
export function presentDeletion(row: DeletedRow, { owner, title }: { owner: Owner; title: string }) {
  const { id, bytes, deletedAt } = row
  return {
    id,
    title,
    owner,
    bytes,
    deletedAt,
    // The author of `deletionValues`.
    deletedBy: JSON.parse(row.deletedBy) as { id: string; name: string },
    restorableUntil: new Date(row.restorableUntil).toISOString(),
  }
}

/** Purges what can no longer be restored, a limited number at a time. */
export async function purgeExpiredOf(
  ctx: Context,
  table: TrashTable,
  purge: (ctx: Context, id: string) => Promise<void>,
): Promise<void> {
  const rows = await ctx.db
    .select({ id: table.id })
    .from(table)
    .where(lte(table.restorableUntil, ctx.now().getTime()))
    .limit(limits.trash.purgeBatch)
  for (const { id } of rows) {
    try {
      await purge(ctx, id)
    } catch (error) {
      // An error of one resource must not block the others; the next tick retries.
      ctx.log('error', 'the data of a deleted resource could not be deleted', { id, error: String(error) })
    }
  }
}

/**
 * Purges the oldest resources of an account while there are more than the limits allow: what they store is not counted in
 * the quotas of the account. The last one stays, whatever its size: its page says until when it can be restored.
 */
export async function purgeOldestOf(
  ctx: Context,
  table: TrashTable,
  { owner, purge }: { owner: Owner; purge: (ctx: Context, id: string) => Promise<void> },
): Promise<void> {
  const { maxBytes, maxResources, purgeBatch } = limits.trash
  const isOwn = and(eq(table.ownerType, owner.type), eq(table.ownerId, owner.id))
  const newer = sql`partition by owner_type, owner_id order by deleted_at desc, id`
  const ranked = sql`select id, sum(bytes) over (${newer}) as bytes, row_number() over (${newer}) as place
    from ${table} where ${isOwn}`
  const rows = await ctx.db
    .select({ id: table.id })
    .from(table)
    .where(
      sql`${table.id} in (select id from (${ranked}) where place > 1 and (bytes > ${maxBytes} or place > ${maxResources}))`,
    )
    .limit(purgeBatch)
  for (const { id } of rows) await purge(ctx, id)
}
