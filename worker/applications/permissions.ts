import { eq, sql } from 'drizzle-orm'
import { audit } from '../accounts'
import type { Context } from '../context'
import { tables } from '../db/client'
import { problem } from '../errors'
import { authorOf } from '../identity'
import { type Permission, permissionsSchema, visibilityOf } from '../permissions'
import { applicationActor } from './actor'
import { loadApplication } from './load'

const { applications } = tables

/** Who may do what with an application (contract editable-accounts B.6). */
export async function readPermissions(ctx: Context, id: string): Promise<Permission[]> {
  return (await loadApplication(ctx, id, 'getPermissions')).permissions
}

/** Replaces the permissions of an application, and echoes them. @throws `permissions-invalid` */
export async function setPermissions(ctx: Context, input: { id: string; permissions: unknown }): Promise<Permission[]> {
  const { id } = await loadApplication(ctx, input.id, 'setPermissions')
  const parsed = permissionsSchema.safeParse(input.permissions)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw problem('permissions-invalid', { reason: `/${issue?.path.join('/') ?? ''} ${issue?.message ?? ''}` })
  }
  await ctx.db.batch([
    ctx.db
      .update(applications)
      .set({
        permissions: JSON.stringify(parsed.data),
        visibility: visibilityOf(parsed.data),
        updatedAt: ctx.now().toISOString(),
        updatedBy: JSON.stringify(authorOf(applicationActor(ctx))),
        version: sql`${applications.version} + 1`,
      })
      .where(eq(applications.id, id)),
    audit(ctx, 'setPermissions', `applications/${id}`),
  ])
  return parsed.data
}
