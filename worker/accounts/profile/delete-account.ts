import { and, eq, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { isFailed, requireThat } from '../../db/precondition'
import { problem } from '../../errors'
import { limits } from '../../limits'
import { sessionUser } from '../actor'
import { audit } from '../audit'
import { checkEmbedded } from '../directory/organizations'
import { forgetSessions } from '../directory/session-cache'
import { forgetKeys } from '../keys/api-key'
import { checkPassword, type Proof } from './check-password'

export const deletionSchema = z.strictObject({ password: z.string().max(limits.accounts.maxPasswordChars) })

/**
 * Deletes the account of the user: its profile, sessions, passkeys, memberships, keys and settings. What others use is not
 * deleted with it: the user must have handed it over, or deleted it.
 *
 * @throws `account-administrates`, `account-owns` naming what is left; and what `checkPassword` throws
 */
export async function deleteAccount(ctx: Context, proof: Proof): Promise<void> {
  checkEmbedded(ctx)
  const user = sessionUser(ctx)
  await checkPassword(ctx, user, proof)
  await checkDeletable(ctx, user.id)
  const { users, apiKeys, settings, webhooks, quotas, siteDomains } = tables
  const own = (table: typeof apiKeys | typeof settings | typeof webhooks | typeof quotas | typeof siteDomains) =>
    and(eq(table.ownerType, 'user'), eq(table.ownerId, user.id))
  const writes = ctx.db.batch([
    ctx.db.delete(apiKeys).where(own(apiKeys)).returning({ id: apiKeys.id }),
    ctx.db.delete(settings).where(own(settings)),
    ctx.db.delete(webhooks).where(own(webhooks)),
    ctx.db.delete(quotas).where(own(quotas)),
    ctx.db.delete(siteDomains).where(own(siteDomains)),
    // Checked again: a request at the same time may have added to them.
    requireThat(ctx.db, 'account_free', sql`not exists (${administered(user.id)}) and not exists (${owned(user.id)})`),
    ctx.db.delete(users).where(eq(users.id, user.id)),
    audit(ctx, 'deleteAccount', `users/${user.id}`),
  ])
  const [keys] = await writes.catch(async (error: unknown) => {
    if (isFailed(error, 'account_free')) await checkDeletable(ctx, user.id)
    throw error
  })
  forgetKeys(keys.map(({ id }) => id))
  forgetSessions()
}

async function checkDeletable(ctx: Context, userId: string): Promise<void> {
  const organizations = await namesOf(ctx, administered(userId))
  if (organizations) throw problem('account-administrates', { organizations })
  const resources = await namesOf(ctx, owned(userId))
  if (resources) throw problem('account-owns', { resources })
}

/** The names of a query, the first ones; empty for none. */
async function namesOf(ctx: Context, query: SQL): Promise<string> {
  const most = limits.accounts.namedOwned
  const rows = await ctx.db.all<{ name: string }>(sql`${query} limit ${most + 1}`)
  const names = rows.map(({ name }) => `“${name}”`)
  return names.length > most ? `${names.slice(0, most).join(', ')}, …` : names.join(', ')
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

/** Datasets, applications and collectors of the user's own account. */
function owned(userId: string): SQL {
  const { datasets, applications, collectors } = tables
  const owner = (table: typeof datasets | typeof applications | typeof collectors) =>
    sql`${table.ownerType} = 'user' and ${table.ownerId} = ${userId}`
  return sql`select ${datasets.metadata}->>'$.title' as name from ${datasets} where ${owner(datasets)}
    union all select ${applications.metadata}->>'$.title' from ${applications} where ${owner(applications)}
    union all select ${collectors.title} from ${collectors} where ${owner(collectors)}`
}
