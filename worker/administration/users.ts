/** The users of the embedded directory. */
import { z } from '@hono/zod-openapi'
import { asc, eq, getTableColumns, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import { audit, checkEmbedded, forgetSessions, setBlocked, superAdmin } from '../accounts'
import type { Context } from '../context'
import { tables } from '../db/client'
import { problem } from '../errors'
import { type Params, pageOf, pageParameters } from '../resources/list'

export const userListParameters = { ...pageParameters, q: 'Words of the name or of the address.' } as const

export const userPatchSchema = z
  .strictObject({
    isAdmin: z
      .boolean()
      .optional()
      .openapi({ description: 'Whether the user may turn on the super-administrator mode.' }),
    blocked: z.boolean().optional().openapi({
      description: 'A blocked user cannot sign in, and the keys of the personal account are refused.',
    }),
  })
  .openapi('UserPatch')

export type UserEntry = {
  id: string
  name: string
  email: string
  emailVerified: boolean
  isAdmin: boolean
  hasTwoFactor: boolean
  /** Absent for users that are not blocked. */
  blockedAt?: string
  createdAt: string
  organizations: { id: string; name: string; role: string; department?: string }[]
}

type Query = Params<keyof typeof userListParameters>

/** Lists the users with their organizations, by name. @throws `super-admin-only`, `directory-elsewhere` */
export async function listUsers(ctx: Context, params: Query): Promise<{ count: number; results: UserEntry[] }> {
  superAdmin(ctx)
  checkEmbedded(ctx)
  const { users } = tables
  const q = params.q?.trim()
  const matches = q ? sql`instr(lower(${users.name} || ' ' || ${users.email}), lower(${q})) > 0` : undefined
  const [results, [total]] = await Promise.all([
    readUsers(ctx, matches, pageOf(params)),
    ctx.db.select({ count: sql<number>`count(*)` }).from(users).where(matches),
  ])
  return { count: total?.count ?? 0, results }
}

/** Reads a user with the organizations. @throws `super-admin-only`, `directory-elsewhere`, `user-not-found` */
export async function readUser(ctx: Context, id: string): Promise<UserEntry> {
  superAdmin(ctx)
  checkEmbedded(ctx)
  const [user] = await readUsers(ctx, eq(tables.users.id, id), { size: 1, skip: 0 })
  if (!user) throw problem('user-not-found')
  return user
}

async function readUsers(
  ctx: Context,
  condition: SQL | undefined,
  { size, skip }: { size: number; skip: number },
): Promise<UserEntry[]> {
  const { users, members, organizations, twoFactors } = tables
  const rows = await ctx.db
    .select({ ...getTableColumns(users), hasTwoFactor: isNotNull(twoFactors.confirmedAt).mapWith(Boolean) })
    .from(users)
    .leftJoin(twoFactors, eq(twoFactors.userId, users.id))
    .where(condition)
    .orderBy(asc(users.name), asc(users.id))
    .limit(size)
    .offset(skip)
  const ids = JSON.stringify(rows.map(({ id }) => id))
  const memberships = await ctx.db
    .select({
      user: members.userId,
      id: organizations.id,
      name: organizations.name,
      role: members.role,
      department: members.department,
    })
    .from(members)
    .innerJoin(organizations, eq(organizations.id, members.organizationId))
    .where(inArray(members.userId, sql`(select value from json_each(${ids}))`))
    .orderBy(asc(organizations.name))
  return rows.map(({ id, name, email, emailVerified, isAdmin, hasTwoFactor, createdAt, blockedAt }) => ({
    ...{ id, name, email, emailVerified, createdAt, isAdmin: Boolean(isAdmin), hasTwoFactor },
    ...(blockedAt ? { blockedAt } : {}),
    organizations: memberships
      .filter(({ user }) => user === id)
      .map(({ user: _, department, ...one }) => ({ ...one, ...(department ? { department } : {}) })),
  }))
}

/**
 * Makes a user a super-administrator, or no longer one; blocks a user, or unblocks one.
 *
 * @throws what `setAdmin` and `setBlocked` throw
 */
export async function patchUser(ctx: Context, id: string, patch: z.infer<typeof userPatchSchema>): Promise<void> {
  const { isAdmin, blocked } = patch
  if (isAdmin !== undefined) await setAdmin(ctx, { id, isAdmin })
  if (blocked !== undefined) await setBlocked(ctx, { id, blocked })
}

/**
 * Nobody changes their own right: one super-administrator remains.
 *
 * @throws `super-admin-only`, `directory-elsewhere`, `user-not-found`, `own-admin-right`
 */
async function setAdmin(ctx: Context, { id, isAdmin }: { id: string; isAdmin: boolean }): Promise<void> {
  const caller = superAdmin(ctx)
  checkEmbedded(ctx)
  if (caller.id === id) throw problem('own-admin-right')
  const { users } = tables
  const [user] = await ctx.db.select({ id: users.id }).from(users).where(eq(users.id, id))
  if (!user) throw problem('user-not-found')
  await ctx.db.batch([
    ctx.db.update(users).set({ isAdmin }).where(eq(users.id, id)),
    audit(ctx, isAdmin ? 'grantAdmin' : 'revokeAdmin', `users/${id}`),
  ])
  forgetSessions()
}
