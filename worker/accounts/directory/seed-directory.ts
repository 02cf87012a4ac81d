import { z } from '@hono/zod-openapi'
import { eq, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import { roles } from '../../identity'
import { limits } from '../../limits'
import { sentName } from '../../schema/name-text'
import { audit } from '../audit'
import { newPassword } from '../passwords'
import { checkSetupToken } from '../setup'
import { asEmailTaken } from './email-taken'
import { checkEmbedded, departmentRows, identitySchema } from './organizations'
import { forgetSessions } from './session-cache'

const { maxEmailChars, maxDepartments, maxSeeded } = limits.accounts
const email = z.email().max(maxEmailChars).toLowerCase()

/** Users, organizations, departments and memberships, as an operator writes them in a file. */
export const seedSchema = z
  .strictObject({
    users: z
      .array(
        z.strictObject({
          id: identitySchema,
          email,
          name: sentName,
          /** Set when the user is created. Later seeds do not change it. */
          password: newPassword.optional(),
          isAdmin: z.boolean().optional(),
        }),
      )
      .max(maxSeeded)
      .default([]),
    organizations: z
      .array(
        z.strictObject({
          id: identitySchema,
          name: sentName,
          departments: z
            .array(z.strictObject({ id: identitySchema, name: sentName }))
            .max(maxDepartments)
            .default([]),
          members: z
            .array(z.strictObject({ user: identitySchema, role: z.enum(roles), department: identitySchema.optional() }))
            .max(maxSeeded)
            .default([]),
        }),
      )
      .max(maxSeeded)
      .default([]),
  })
  .openapi('Seed')
type Seed = z.infer<typeof seedSchema>

/**
 * Applies a seed file to the directory: missing entries are created, names and roles are updated, nothing is removed.
 * Applying the same file twice changes nothing.
 *
 * @throws `sign-in-required` when the token is wrong, `email-taken`, `seed-refers-to-nothing`
 */
export async function seedDirectory(
  ctx: Context,
  input: { seed: Seed; token: string },
): Promise<{ users: number; organizations: number }> {
  checkEmbedded(ctx)
  await checkSetupToken(ctx, input.token)
  const { users, organizations } = input.seed
  for (const user of users) await seedUser(ctx, user)
  for (const organization of organizations) await seedOrganization(ctx, organization)
  forgetSessions()
  return { users: users.length, organizations: organizations.length }
}

async function seedUser(ctx: Context, user: Seed['users'][number]): Promise<void> {
  const { users, authAccounts } = tables
  const date = ctx.now().toISOString()
  const { id, email, name, isAdmin = false } = user
  const [credential] = await ctx.db
    .select({ id: authAccounts.id })
    .from(authAccounts)
    .where(eq(authAccounts.userId, id))
    .limit(1)
  const { hashPassword } = await import('better-auth/crypto')
  const password = user.password && !credential ? await hashPassword(user.password) : undefined
  const writes = ctx.db.batch([
    ctx.db
      .insert(users)
      // The operator has verified the addresses of a seed.
      .values({ id, email, name, isAdmin, emailVerified: true, createdAt: date, updatedAt: date })
      .onConflictDoUpdate({ target: users.id, set: { email, name, isAdmin } }),
    ...(password
      ? [
          ctx.db.insert(authAccounts).values({
            id: ctx.newId(),
            accountId: id,
            providerId: 'credential',
            userId: id,
            password,
            createdAt: date,
            updatedAt: date,
          }),
        ]
      : []),
    audit(ctx, 'seedUser', `users/${id}`),
  ])
  await writes.catch((error: unknown) => {
    throw asEmailTaken(error, email)
  })
}

async function seedOrganization(ctx: Context, organization: Seed['organizations'][number]): Promise<void> {
  const { organizations, members } = tables
  const { id, name, departments } = organization
  const createdAt = ctx.now().toISOString()
  const ids = new Set(departments.map((department) => department.id))
  for (const { department } of organization.members) {
    if (department && !ids.has(department)) throw problem('department-unknown', { department })
  }
  const rows = organization.members.map(({ user, role, department = '' }) =>
    ctx.db
      .insert(members)
      .values({ id: ctx.newId(), organizationId: id, userId: user, role, department, createdAt })
      .onConflictDoUpdate({
        target: [members.organizationId, members.userId, members.department],
        set: { role: sql`excluded.role` },
      }),
  )
  const writes = ctx.db.batch([
    ctx.db
      .insert(organizations)
      .values({ id, name, createdAt })
      .onConflictDoUpdate({ target: organizations.id, set: { name } }),
    ...departmentRows(ctx, id, departments),
    ...rows,
    audit(ctx, 'seedOrganization', `organizations/${id}`),
  ])
  await writes.catch((error: unknown) => {
    const text = error instanceof Error ? `${error.message} ${String(error.cause ?? '')}` : ''
    throw text.includes('FOREIGN KEY') ? problem('seed-refers-to-nothing', { organization: id }) : error
  })
}
