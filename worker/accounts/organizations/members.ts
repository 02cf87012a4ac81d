import { z } from '@hono/zod-openapi'
import { and, eq, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { isFailed, requireThat } from '../../db/precondition'
import { problem } from '../../errors'
import { roles } from '../../identity'
import { limits } from '../../limits'
import { roleOver } from '../../permissions'
import { accountAdmin, accountMember, sessionUser } from '../actor'
import { audit } from '../audit'
import type { AuditedAction } from '../audited-actions'
import { departmentJoin, membershipColumns } from '../directory/membership-columns'
import { checkEmbedded, organizationOf } from '../directory/organizations'
import { forgetSessions } from '../directory/session-cache'

export const memberPatchSchema = z.strictObject({ role: z.enum(roles) }).openapi('MemberPatch')

type MemberKey = { organization: string; user: string; department: string }

/** The members of an organization, for its members; addresses for its administrators only. */
export async function listMembers(ctx: Context, organization: string): Promise<Record<string, unknown>[]> {
  checkEmbedded(ctx)
  const user = accountMember(ctx, { type: 'organization', id: organization })
  const withEmail = roleOver(user, { type: 'organization', id: organization, name: '' }) === 'admin'
  const { members, users, departments } = tables
  const rows = await ctx.db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      ...membershipColumns,
    })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .leftJoin(departments, departmentJoin)
    .where(eq(members.organizationId, organization))
    .orderBy(users.name, members.department)
    .limit(limits.accounts.listSize)
  return rows.map(({ email, department, departmentName, ...member }) => ({
    ...member,
    ...(withEmail ? { email } : {}),
    ...(department ? { department, departmentName: departmentName ?? department } : {}),
  }))
}

/**
 * Changes the role of a member.
 *
 * @throws `directory-elsewhere`, `account-refused`, `organization-not-found`, `member-not-found`, `last-administrator`
 */
export async function patchMember(ctx: Context, key: MemberKey & { role: (typeof roles)[number] }): Promise<void> {
  checkEmbedded(ctx)
  accountAdmin(ctx, { type: 'organization', id: key.organization })
  const change = ctx.db.update(tables.members).set({ role: key.role }).where(memberAt(key))
  await changeMember(ctx, key, change, 'patchMember')
}

/**
 * Removes a member from an organization. Members may remove themselves.
 *
 * @throws `directory-elsewhere`, `account-refused`, `organization-not-found`, `member-not-found`, `last-administrator`
 */
export async function removeMember(ctx: Context, key: MemberKey): Promise<void> {
  checkEmbedded(ctx)
  if (sessionUser(ctx).id !== key.user) accountAdmin(ctx, { type: 'organization', id: key.organization })
  await changeMember(ctx, key, ctx.db.delete(tables.members).where(memberAt(key)), 'removeMember')
}

/** Runs a change of a member, and rolls it back if the organization would have no administrator left. */
async function changeMember(
  ctx: Context,
  key: MemberKey,
  change: BatchItem<'sqlite'>,
  action: AuditedAction,
): Promise<void> {
  const { members } = tables
  const { organization, user } = key
  await organizationOf(ctx, organization)
  const [member] = await ctx.db.select({ id: members.id }).from(members).where(memberAt(key))
  if (!member) throw problem('member-not-found')
  const writes = ctx.db.batch([
    change,
    requireAdministrator(ctx, organization),
    audit(ctx, action, `organizations/${organization}/members/${user}`),
  ])
  await writes.catch(refuseLastAdministrator)
  forgetSessions()
}

/** For the end of a batch that changes members: rolls it back when the organization has no administrator left. */
export function requireAdministrator(ctx: Context, organization: string) {
  const { members } = tables
  return requireThat(
    ctx.db,
    'administrator_left',
    sql`exists (select 1 from ${members}
      where ${members.organizationId} = ${organization} and ${members.role} = 'admin' and ${members.department} = '')`,
  )
}

/** The error of such a batch. @throws `last-administrator`, or the error itself */
export function refuseLastAdministrator(error: unknown): never {
  throw isFailed(error, 'administrator_left') ? problem('last-administrator') : error
}

function memberAt({ organization, user, department }: MemberKey) {
  const { members } = tables
  return and(eq(members.organizationId, organization), eq(members.userId, user), eq(members.department, department))
}
