import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { referenceOf } from '../../identity'
import { updateSearchText } from '../update-search-text'

/**
 * Writes the new name of an account and of its departments to the rows that it owns and to the permissions that name
 * it.
 */
export async function renameOwner(
  ctx: Context,
  { type, id }: { type: 'user' | 'organization'; id: string },
  names: { name: string; departments?: { id: string; name: string }[] },
): Promise<void> {
  const { apiKeys, quotas, settings } = tables
  const { name, departments = [] } = names
  await ctx.db.batch([
    ctx.db
      .update(apiKeys)
      .set({ ownerName: name })
      .where(and(eq(apiKeys.ownerType, type), eq(apiKeys.ownerId, id))),
    ctx.db
      .update(quotas)
      .set({ ownerName: name })
      .where(and(eq(quotas.ownerType, type), eq(quotas.ownerId, id))),
    ctx.db
      .update(settings)
      .set({ body: sql`json_set(${settings.body}, '$.name', ${name})` })
      .where(and(eq(settings.ownerType, type), eq(settings.ownerId, id), eq(settings.department, ''))),
    ctx.db
      .update(tables.remoteServices)
      .set({ accountName: name })
      .where(eq(tables.remoteServices.account, referenceOf({ type, id }))),
    ...[tables.datasets, tables.applications].flatMap((table) => {
      const owned = and(eq(table.ownerType, type), eq(table.ownerId, id))
      return [
        ctx.db
          .update(table)
          .set({ ownerName: name, version: sql`${table.version} + 1` })
          .where(and(owned, sql`${table.ownerName} <> ${name}`)),
        ctx.db
          .update(table)
          .set({
            permissions: sql`(select json_group_array(json(case
                when value->>'type' = ${type} and value->>'id' = ${id} then json_set(value, '$.name', ${name}) else value end))
              from json_each(${table.permissions}))`,
            version: sql`${table.version} + 1`,
          })
          .where(
            sql`exists (select 1 from json_each(${table.permissions}) where value->>'type' = ${type}
              and value->>'id' = ${id} and value->>'name' <> ${name})`,
          ),
        ...departments.map((department) =>
          ctx.db
            .update(table)
            .set({ ownerDepartmentName: department.name, version: sql`${table.version} + 1` })
            .where(and(owned, eq(table.ownerDepartment, department.id))),
        ),
      ]
    }),
  ])
  await updateSearchText(ctx, { type, id })
}
