import { z } from '@hono/zod-openapi'
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { isFailed, requireThat } from '../../db/precondition'
import { problem } from '../../errors'
import { limits } from '../../limits'
import { isSuperAdmin } from '../../permissions'
import { sentName } from '../../schema/name-text'
import { accountAdmin, accountMember, sessionUser } from '../actor'
import { audit } from '../audit'
import { forgetKeysOf } from '../keys/api-key'
import { renameOwner } from './rename-owner'
import { forgetSessions } from './session-cache'

/** Ids are used in paths and in account references (`id:department`). */
export const identitySchema = z
  .string()
  .max(80)
  .regex(/^[A-Za-z0-9_-]+$/, 'letters, digits, _ and - only')

const departmentsSchema = z
  .array(z.strictObject({ id: identitySchema, name: sentName }))
  .max(limits.accounts.maxDepartments)
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'two departments have the same id')

export const organizationSchema = z
  .strictObject({ name: sentName, departments: departmentsSchema.optional() })
  .openapi('OrganizationCreation')
export const organizationPatchSchema = organizationSchema.partial().openapi('OrganizationPatch')

type Organization = { id: string; name: string; departments: { id: string; name: string }[] }

/**
 * Creates an organization with the caller as its administrator.
 *
 * @throws `organizations-too-many`, `directory-elsewhere`
 */
export async function createOrganization(
  ctx: Context,
  input: z.infer<typeof organizationSchema>,
): Promise<Organization> {
  checkEmbedded(ctx)
  const user = sessionUser(ctx)
  const { maxOrganizations } = limits.accounts
  const count = user.memberships.filter(({ role, department }) => role === 'admin' && !department).length
  if (count >= maxOrganizations && !isSuperAdmin(user))
    throw problem('organizations-too-many', { max: maxOrganizations })
  const organization = { id: ctx.newId(), name: input.name }
  const createdAt = ctx.now().toISOString()
  const { members } = tables
  const owned = sql`(select count(*) from ${members}
    where ${members.userId} = ${user.id} and ${members.role} = 'admin' and ${members.department} = '')`
  const writes = ctx.db.batch([
    // Counted again: a request at the same time may have created one.
    requireThat(ctx.db, 'within_quotas', isSuperAdmin(user) ? sql`true` : sql`${owned} < ${maxOrganizations}`),
    ctx.db.insert(tables.organizations).values({ ...organization, createdAt }),
    ctx.db
      .insert(members)
      .values({ id: ctx.newId(), organizationId: organization.id, userId: user.id, role: 'admin', createdAt }),
    ...departmentRows(ctx, organization.id, input.departments ?? []),
    audit(ctx, 'createOrganization', `organizations/${organization.id}`),
  ])
  await writes.catch((error: unknown) => {
    throw isFailed(error, 'within_quotas') ? problem('organizations-too-many', { max: maxOrganizations }) : error
  })
  forgetSessions()
  return { ...organization, departments: input.departments ?? [] }
}

/** An organization and its departments, for its members. @throws `account-refused`, `organization-not-found` */
export async function readOrganization(ctx: Context, id: string): Promise<Organization> {
  checkEmbedded(ctx)
  accountMember(ctx, { type: 'organization', id })
  return organizationOf(ctx, id)
}

/** Changes the name or the departments. The memberships of removed departments end, and their API keys are revoked. */
export async function patchOrganization(
  ctx: Context,
  input: { id: string; patch: z.infer<typeof organizationPatchSchema> },
): Promise<Organization> {
  checkEmbedded(ctx)
  const { id, patch } = input
  accountAdmin(ctx, { type: 'organization', id })
  const current = await organizationOf(ctx, id)
  const { apiKeys, organizations, departments, members } = tables
  const remaining = new Set(patch.departments?.map((department) => department.id))
  const removed = patch.departments ? current.departments.filter((department) => !remaining.has(department.id)) : []
  await ctx.db.batch([
    ctx.db
      .update(organizations)
      .set({ name: patch.name ?? current.name })
      .where(eq(organizations.id, id)),
    ...removed.flatMap((department) => [
      ctx.db.delete(members).where(and(eq(members.organizationId, id), eq(members.department, department.id))),
      ctx.db
        .delete(apiKeys)
        .where(
          and(
            eq(apiKeys.ownerType, 'organization'),
            eq(apiKeys.ownerId, id),
            eq(apiKeys.ownerDepartment, department.id),
          ),
        ),
      ctx.db.delete(departments).where(and(eq(departments.organizationId, id), eq(departments.id, department.id))),
    ]),
    ...departmentRows(ctx, id, patch.departments ?? []),
    audit(ctx, 'patchOrganization', `organizations/${id}`),
  ])
  const changed = { name: patch.name ?? current.name, departments: patch.departments ?? current.departments }
  await renameOwner(ctx, { type: 'organization', id }, changed)
  forgetSessions()
  forgetKeysOf({ type: 'organization', id })
  return { id, ...changed }
}

/** The statements that add or rename departments. */
export function departmentRows(ctx: Context, organizationId: string, departments: Organization['departments']) {
  return departments.map((department) =>
    ctx.db
      .insert(tables.departments)
      .values({ organizationId, ...department })
      .onConflictDoUpdate({
        target: [tables.departments.organizationId, tables.departments.id],
        set: { name: sql`excluded.name` },
      }),
  )
}

/** An organization and its departments, without a permission check. @throws `organization-not-found` */
export async function organizationOf(ctx: Context, id: string): Promise<Organization> {
  const { organizations, departments } = tables
  const [rows, own] = await ctx.db.batch([
    ctx.db
      .select({ id: organizations.id, name: organizations.name })
      .from(organizations)
      .where(eq(organizations.id, id)),
    ctx.db
      .select({ id: departments.id, name: departments.name })
      .from(departments)
      .where(eq(departments.organizationId, id))
      .orderBy(departments.name),
  ])
  const [organization] = rows
  if (!organization) throw problem('organization-not-found')
  return { ...organization, departments: own }
}

/** An external directory manages its own organizations. @throws `directory-elsewhere` */
export function checkEmbedded(ctx: Context): void {
  const { DIRECTORY_URL } = ctx.config
  if (DIRECTORY_URL) throw problem('directory-elsewhere', { directory: DIRECTORY_URL })
}
