import { eq, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { isFailed, requireThat } from '../../db/precondition'
import { problem } from '../../errors'
import { limits } from '../../limits'
import { sessionUser, superAdmin } from '../actor'
import { audit } from '../audit'
import { checkOwnsNothing, deleteAccountRows, listedNames, ownedNames } from '../directory/account-rows'
import { checkEmbedded } from '../directory/organizations'
import { forgetSessions } from '../directory/session-cache'
import { forgetKeys } from '../keys/api-key'
import { type Reauthentication, reauthenticate } from './reauthenticate'

export const deletionSchema = z.strictObject({ password: z.string().max(limits.accounts.maxPasswordChars) })

/**
 * Deletes the account of the user: its profile, sessions, passkeys, memberships, keys and settings. What others use is not
 * deleted with it: the user must have handed it over, or deleted it.
 *
 * @throws `account-administrates`, `account-owns` with the resources of the account; the errors of `reauthenticate`
 */
export async function deleteAccount(ctx: Context, proof: Reauthentication): Promise<void> {
  checkEmbedded(ctx)
  const user = sessionUser(ctx)
  await reauthenticate(ctx, user, proof)
  await deleteUser(ctx, user.id)
}

/**
 * Deletes the account of another user, for the operator.
 *
 * @throws `super-admin-only`, `directory-elsewhere`, `own-account`, `user-not-found`, `account-administrates`, `account-owns`
 */
export async function deleteUserAsOperator(ctx: Context, id: string): Promise<void> {
  const caller = superAdmin(ctx)
  checkEmbedded(ctx)
  if (caller.id === id) throw problem('own-account')
  const { users } = tables
  const [user] = await ctx.db.select({ id: users.id }).from(users).where(eq(users.id, id))
  if (!user) throw problem('user-not-found')
  await deleteUser(ctx, id)
}

async function deleteUser(ctx: Context, id: string): Promise<void> {
  await checkDeletable(ctx, id)
  const { users } = tables
  const account = { type: 'user', id } as const
  const writes = ctx.db.batch([
    ...deleteAccountRows(ctx, account),
    // Checked again: a request at the same time may have added to them.
    requireThat(ctx.db, 'account_free', sql`not exists (${administered(id)}) and not exists (${ownedNames(account)})`),
    ctx.db.delete(users).where(eq(users.id, id)),
    audit(ctx, 'deleteAccount', `users/${id}`),
  ])
  const [keys] = await writes.catch(async (error: unknown) => {
    if (isFailed(error, 'account_free')) await checkDeletable(ctx, id)
    throw error
  })
  forgetKeys(keys.map((key) => key.id))
  forgetSessions()
}

async function checkDeletable(ctx: Context, userId: string): Promise<void> {
  const organizations = await listedNames(ctx, administered(userId))
  if (organizations) throw problem('account-administrates', { organizations })
  await checkOwnsNothing(ctx, { type: 'user', id: userId })
}

/** Organizations that the user is the only administrator of. */
function administered(userId: string): SQL {
  const { members, organizations } = tables
  return sql`select ${organizations.name} as name from ${organizations} where exists (
      select 1 from ${members} where ${members.organizationId} = ${organizations.id} and ${members.userId} = ${userId}
        and ${members.role} = 'admin' and ${members.department} = '')
    and not exists (
      select 1 from ${members} where ${members.organizationId} = ${organizations.id} and ${members.userId} <> ${userId}
        and ${members.role} = 'admin' and ${members.department} = '')`
}
