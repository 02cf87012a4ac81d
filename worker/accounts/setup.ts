import { z } from '@hono/zod-openapi'
import { eq } from 'drizzle-orm'
import type { Context } from '../context'
import { tables } from '../db/client'
import { problem } from '../errors'
import { sentName } from '../schema/name-text'
import { audit } from './audit'
import { asEmailTaken } from './directory/email-taken'
import { createKey } from './keys/api-key'
import { newPassword } from './passwords'
import { timingSafeEqual } from './timing-safe-equal'

export const setupSchema = z
  .strictObject({
    email: z.email(),
    password: newPassword,
    organization: sentName,
  })
  .openapi('Setup')

/**
 * Creates the first administrator, an organization and an API key of that organization. A repeated call with the same
 * password creates another key, because the first response may have been lost. A call with another password or another
 * administrator is refused.
 *
 * @throws `setup-done`, `email-taken`, `sign-in-required` when the token is wrong
 */
export async function setUp(
  ctx: Context,
  input: z.infer<typeof setupSchema> & { token: string },
): Promise<{ email: string; organization: { id: string; name: string }; apiKey: string }> {
  await checkSetupToken(ctx, input.token)
  const byInstaller: Context = { ...ctx, identity: { actor: { type: 'system', job: 'setup' } } }
  const { hashPassword, verifyPassword } = await import('better-auth/crypto')
  const email = input.email.toLowerCase()

  const [existing] = await ctx.db
    .select({ id: tables.users.id, email: tables.users.email, hash: tables.authAccounts.password })
    .from(tables.users)
    .innerJoin(tables.authAccounts, eq(tables.authAccounts.userId, tables.users.id))
    .where(eq(tables.users.isAdmin, true))
  if (existing) {
    const sameAdministrator =
      existing.email === email &&
      existing.hash &&
      (await verifyPassword({ hash: existing.hash, password: input.password }))
    if (!sameAdministrator) throw problem('setup-done')
  }

  const organization = existing
    ? await organizationOf(ctx, existing.id)
    : await insertAdministrator(byInstaller, {
        email,
        hash: await hashPassword(input.password),
        organization: input.organization,
      })
  const key = await createKey(byInstaller, {
    owner: { type: 'organization', ...organization },
    title: 'setup',
    email,
    scopes: ['datasets', 'applications', 'stats'],
  })
  return { email, organization, apiKey: key.clearKey }
}

/** Checks the SETUP_TOKEN of a request. @throws `sign-in-required` */
export async function checkSetupToken(ctx: Context, token: string): Promise<void> {
  const { SETUP_TOKEN } = ctx.config
  if (!SETUP_TOKEN || !(await timingSafeEqual(token, SETUP_TOKEN))) throw problem('sign-in-required')
}

async function insertAdministrator(ctx: Context, input: { email: string; hash: string; organization: string }) {
  const date = ctx.now().toISOString()
  const userId = ctx.newId()
  const organization = { id: ctx.newId(), name: input.organization }
  const stamps = { createdAt: date, updatedAt: date }
  const writes = ctx.db.batch([
    ctx.db
      .insert(tables.users)
      .values({ id: userId, name: 'Administrator', email: input.email, emailVerified: true, isAdmin: true, ...stamps }),
    ctx.db.insert(tables.authAccounts).values({
      id: ctx.newId(),
      accountId: userId,
      providerId: 'credential',
      userId,
      password: input.hash,
      ...stamps,
    }),
    ctx.db.insert(tables.organizations).values({ ...organization, createdAt: date }),
    ctx.db
      .insert(tables.members)
      .values({ id: ctx.newId(), organizationId: organization.id, userId, role: 'admin', createdAt: date }),
    audit(ctx, 'setUp', `users/${userId}`),
  ])
  await writes.catch((error: unknown) => {
    throw asEmailTaken(error, input.email)
  })
  return organization
}

async function organizationOf(ctx: Context, userId: string): Promise<{ id: string; name: string }> {
  const [row] = await ctx.db
    .select({ id: tables.organizations.id, name: tables.organizations.name })
    .from(tables.members)
    .innerJoin(tables.organizations, eq(tables.organizations.id, tables.members.organizationId))
    .where(eq(tables.members.userId, userId))
  if (!row) throw problem('setup-done')
  return row
}
