import { eq, sql } from 'drizzle-orm'
import { audit } from '../../accounts'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import type { Permission } from '../../permissions'
import { parsePermissions, permissionColumns, updateColumns } from '../../resources'
import { applicationActor } from '../actor'
import { loadApplication } from '../load'

const { applications } = tables

/** The permissions of an application. */
export async function readPermissions(ctx: Context, id: string): Promise<Permission[]> {
  return (await loadApplication(ctx, id, 'getPermissions')).permissions
}

/** Replaces the permissions of an application, and echoes them. @throws `permissions-invalid` */
export async function setPermissions(ctx: Context, input: { id: string; permissions: unknown }): Promise<Permission[]> {
  const { id } = await loadApplication(ctx, input.id, 'setPermissions')
  const permissions = parsePermissions(input.permissions)
  await ctx.db.batch([
    ctx.db
      .update(applications)
      .set({
        ...permissionColumns(permissions),
        ...updateColumns(ctx, applicationActor(ctx)),
        version: sql`${applications.version} + 1`,
      })
      .where(eq(applications.id, id)),
    audit(ctx, 'setPermissions', `applications/${id}`),
  ])
  return permissions
}
