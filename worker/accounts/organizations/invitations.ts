import { z } from '@hono/zod-openapi'
import { and, eq, exists, gt, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { isFailed, requireThat } from '../../db/precondition'
import { problem } from '../../errors'
import { roles } from '../../identity'
import { limits } from '../../limits'
import { DAY_MS } from '../../limits/units'
import { type MailText, withoutLinks } from '../../mail'
import { accountAdmin, sessionUser } from '../actor'
import { audit } from '../audit'
import { checkEmbedded, identitySchema, organizationOf } from '../directory/organizations'
import { forgetSessions } from '../directory/session-cache'
import { mailPerson } from '../mail-person'
import { mayMail } from '../mail-throttle'
import { refuseLastAdministrator, requireAdministrator } from './members'

export const invitationSchema = z
  .strictObject({
    email: z.email().max(limits.accounts.maxEmailChars).toLowerCase(),
    role: z.enum(roles),
    department: identitySchema.optional(),
  })
  .openapi('InvitationCreation')

const invitationMail: MailText = {
  subject: { en: '{inviter} invites you to {organization}', fr: '{inviter} vous invite à rejoindre {organization}' },
  paragraphs: [
    {
      en: '{inviter} invites you to the organization {organization} at {site}. To join it, open this link, and sign in or create an account with this address:',
      fr: '{inviter} vous invite à rejoindre l’organisation {organization} sur {site}. Pour la rejoindre, ouvrez ce lien, puis connectez-vous ou créez un compte avec cette adresse :',
    },
    {
      en: 'If you do not know them, ignore this message.',
      fr: 'Si vous ne connaissez pas cette personne, ignorez ce message.',
    },
  ],
}

type Row = typeof tables.invitations.$inferSelect

/**
 * Invites a user to an organization. The invitation is mailed where mail can be sent; the administrator can also pass on
 * its address, which only works for the invited email address.
 *
 * @returns the invitation, and whether it is mailed
 * @throws `department-unknown`, `account-refused`
 */
export async function invite(ctx: Context, input: { organization: string } & z.infer<typeof invitationSchema>) {
  checkEmbedded(ctx)
  const { organization, email, role, department = '' } = input
  const user = accountAdmin(ctx, { type: 'organization', id: organization })
  const { name, departments } = await organizationOf(ctx, organization)
  if (department && !departments.some(({ id }) => id === department))
    throw problem('department-unknown', { department })
  const row: Row = {
    id: ctx.newId(),
    organizationId: organization,
    email,
    role,
    department,
    status: 'pending',
    expiresAt: new Date(ctx.now().getTime() + limits.accounts.invitationDays * DAY_MS).toISOString(),
    createdAt: ctx.now().toISOString(),
    inviterId: user.id,
  }
  await ctx.db.batch([
    ctx.db.insert(tables.invitations).values(row),
    audit(ctx, 'invite', `organizations/${organization}`),
  ])
  const isMailed = await mayMail(ctx, { email, userId: user.id })
  if (isMailed) {
    const values = { inviter: withoutLinks(user.name), organization: withoutLinks(name) }
    ctx.later(() => mailPerson(ctx, invitationMail, { to: email, values, path: `/invitation/${row.id}` }))
  }
  // A message in the log of a local instance reaches nobody.
  return { ...present(ctx, row), isMailed: isMailed && !ctx.mail.isLogged }
}

/** Pending invitations, for the administrators of the organization. */
export async function listInvitations(ctx: Context, organization: string) {
  checkEmbedded(ctx)
  accountAdmin(ctx, { type: 'organization', id: organization })
  const { invitations } = tables
  const rows = await ctx.db
    .select()
    .from(invitations)
    .where(and(eq(invitations.organizationId, organization), isWaiting(ctx)))
    .orderBy(invitations.createdAt)
    .limit(limits.accounts.listSize)
  return rows.map((row) => present(ctx, row))
}

/** Revokes an invitation. */
export async function removeInvitation(ctx: Context, input: { organization: string; id: string }): Promise<void> {
  checkEmbedded(ctx)
  const { organization, id } = input
  accountAdmin(ctx, { type: 'organization', id: organization })
  const { invitations } = tables
  await ctx.db.batch([
    ctx.db.delete(invitations).where(and(eq(invitations.id, id), eq(invitations.organizationId, organization))),
    audit(ctx, 'removeInvitation', `organizations/${organization}`),
  ])
}

/** The public part of an invitation, for users who have its address. @throws `invitation-not-found` */
export async function readInvitation(ctx: Context, id: string) {
  checkEmbedded(ctx)
  const row = await waiting(ctx, id)
  const { name } = await organizationOf(ctx, row.organizationId)
  return { email: row.email, role: row.role, organization: { id: row.organizationId, name }, expiresAt: row.expiresAt }
}

/**
 * Joins the organization that an invitation is for.
 *
 * On an instance that sends mail, the address of the account must be confirmed: the holder of the link may have signed up with the
 * address of another person. Without mail, the administrator hands the link over.
 *
 * @throws `invitation-not-found`, also when it was revoked or accepted meanwhile; `invitation-of-another`; `email-unverified`; `last-administrator`
 *   when it would take the role of the only one
 */
export async function acceptInvitation(
  ctx: Context,
  id: string,
): Promise<{ organization: string; department?: string }> {
  checkEmbedded(ctx)
  const user = sessionUser(ctx)
  const row = await waiting(ctx, id)
  if (row.email !== user.email.toLowerCase()) throw problem('invitation-of-another', { email: row.email })
  const { canSend, isLogged } = ctx.mail
  if (canSend && !isLogged && !user.emailVerified) throw problem('email-unverified', { email: row.email })
  const { invitations, members } = tables
  const { organizationId, department } = row
  const member = { organizationId, userId: user.id, department, role: row.role ?? 'user' }
  const isPending = ctx.db
    .select({ id: invitations.id })
    .from(invitations)
    .where(and(eq(invitations.id, id), isWaiting(ctx)))
  const writes = ctx.db.batch([
    requireThat(ctx.db, 'resource_unchanged', exists(isPending)),
    ctx.db
      .insert(members)
      .values({ id: ctx.newId(), ...member, createdAt: ctx.now().toISOString() })
      .onConflictDoUpdate({
        target: [members.organizationId, members.userId, members.department],
        set: { role: sql`excluded.role` },
      }),
    requireAdministrator(ctx, organizationId),
    ctx.db.update(invitations).set({ status: 'accepted' }).where(eq(invitations.id, id)),
    audit(ctx, 'acceptInvitation', `organizations/${organizationId}/members/${user.id}`),
  ])
  await writes.catch((error: unknown) => {
    if (isFailed(error, 'resource_unchanged')) throw problem('invitation-not-found')
    refuseLastAdministrator(error)
  })
  forgetSessions()
  return { organization: organizationId, ...(department ? { department } : {}) }
}

async function waiting(ctx: Context, id: string): Promise<Row> {
  const { invitations } = tables
  const [row] = await ctx.db
    .select()
    .from(invitations)
    .where(and(eq(invitations.id, id), isWaiting(ctx)))
  if (!row) throw problem('invitation-not-found')
  return row
}

function isWaiting(ctx: Context) {
  const { invitations } = tables
  return and(eq(invitations.status, 'pending'), gt(invitations.expiresAt, ctx.now().toISOString()))
}

function present(ctx: Context, { id, email, role, department, expiresAt, createdAt }: Row) {
  return {
    id,
    email,
    role,
    ...(department ? { department } : {}),
    createdAt,
    expiresAt,
    page: `${ctx.baseUrl}/invitation/${id}`,
  }
}
