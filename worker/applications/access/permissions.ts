import { eq, sql } from 'drizzle-orm'
import { audit } from '../../accounts'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import type { Permission } from '../../permissions'
import {
  checkCurrent,
  commitBatch,
  isSameAccess,
  type PermissionChange,
  parsePermissions,
  permissionColumns,
  requireVersion,
  updateColumns,
} from '../../resources'
import { applicationActor } from '../actor'
import { applicationKind } from '../kind'
import { loadApplication } from '../load'

const { applications } = tables

/** The permissions of an application. */
export async function readPermissions(ctx: Context, id: string): Promise<Permission[]> {
  return (await loadApplication(ctx, id, 'getPermissions')).permissions
}

/** Replaces the permissions of an application, and echoes them. @throws `permissions-invalid`, `permissions-changed`, `application-changed` */
export async function setPermissions(ctx: Context, input: PermissionChange): Promise<Permission[]> {
  const application = await loadApplication(ctx, input.id, 'setPermissions')
  const { id } = application
  const permissions = parsePermissions(input.permissions)
  checkCurrent(application.permissions, input)
  const update = ctx.db
    .update(applications)
    .set({
      ...permissionColumns(permissions),
      ...updateColumns(ctx, applicationActor(ctx)),
      version: sql`${applications.version} + 1`,
    })
    .where(eq(applications.id, id))
  const isSame = isSameAccess(application.permissions, permissions)
  const recorded = isSame ? [] : [audit(ctx, 'setPermissions', `applications/${id}`)]
  const changes = ctx.db.batch(
    input.isCurrent ? [requireVersion(ctx, applicationKind, application), update, ...recorded] : [update, ...recorded],
  )
  await commitBatch(applicationKind, id, changes)
  await ctx.realtime.rightsChanged(`applications/${id}`)
  return permissions
}
