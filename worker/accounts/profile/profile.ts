import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { sentName } from '../../schema/name-text'
import { sessionUser } from '../actor'
import { audit } from '../audit'
import { checkEmbedded } from '../directory/organizations'
import { renameOwner } from '../directory/rename-owner'
import { forgetSessions } from '../directory/session-cache'
import { mailPerson } from '../mail-person'
import { passwordHashOf } from '../passwords'
import { passwordChangedMail } from '../recovery/mails'
import { readTwoFactor } from '../two-factor/enrolment'
import { pendingEmail } from './pending-email'

export const profilePatchSchema = z.strictObject({ name: sentName })

/** The profile of the user of the session. */
export async function readProfile(ctx: Context) {
  checkEmbedded(ctx)
  const { id, name, email, emailVerified } = sessionUser(ctx)
  const hasPassword = (await passwordHashOf(ctx, id)) !== undefined
  const pending = await pendingEmail(ctx, id)
  return {
    id,
    name,
    email,
    emailVerified,
    ...(pending === undefined ? {} : { pendingEmail: pending }),
    hasPassword,
    twoFactor: await readTwoFactor(ctx, id),
  }
}

/** Changes the name of the user, also where it owns something. */
export async function renameUser(ctx: Context, { name }: z.infer<typeof profilePatchSchema>): Promise<void> {
  checkEmbedded(ctx)
  const { id } = sessionUser(ctx)
  const updatedAt = ctx.now().toISOString()
  await ctx.db.batch([
    ctx.db.update(tables.users).set({ name, updatedAt }).where(eq(tables.users.id, id)),
    audit(ctx, 'renameUser', `users/${id}`),
  ])
  await renameOwner(ctx, { type: 'user', id }, { name })
  forgetSessions()
}

/** After the user has changed the password: links of before are of no use, and the user is told. */
export async function passwordWasChanged(ctx: Context): Promise<void> {
  const { id, email } = sessionUser(ctx)
  const { mailedTokens } = tables
  const outstanding = inArray(mailedTokens.purpose, ['password-reset', 'handed-reset', 'email-change'])
  await ctx.db.batch([
    ctx.db.delete(mailedTokens).where(and(eq(mailedTokens.userId, id), outstanding)),
    audit(ctx, 'changePassword', `users/${id}`),
  ])
  forgetSessions()
  if (!ctx.mail.canSend) return
  ctx.later(() => mailPerson(ctx, passwordChangedMail, { to: email }))
}
