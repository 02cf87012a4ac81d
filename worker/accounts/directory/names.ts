import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import type { Account, Names } from '../settings/account'

/** How the directory calls an account; nothing where it does not know it. */
export async function namesOf(ctx: Pick<Context, 'db'>, { type, id, department }: Account): Promise<Names> {
  const { users, organizations, departments } = tables
  if (type === 'user') {
    const [user] = await ctx.db.select({ name: users.name }).from(users).where(eq(users.id, id))
    return user ?? {}
  }
  const [organization] = await ctx.db
    .select({ name: organizations.name, departmentName: departments.name })
    .from(organizations)
    .leftJoin(departments, and(eq(departments.organizationId, organizations.id), eq(departments.id, department ?? '')))
    .where(eq(organizations.id, id))
  return { name: organization?.name, departmentName: organization?.departmentName ?? undefined }
}
