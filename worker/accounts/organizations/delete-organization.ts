import { eq, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { isFailed, requireThat } from '../../db/precondition'
import { accountAdmin } from '../actor'
import { audit } from '../audit'
import { checkOwnsNothing, deleteAccountRows, ownedNames } from '../directory/account-rows'
import { checkEmbedded, organizationOf } from '../directory/organizations'
import { forgetSessions } from '../directory/session-cache'
import { forgetKeys } from '../keys/api-key'
import { forgetQuotas } from '../quotas/account-usage'
import { forgetDomains } from '../settings/site-domains'

/**
 * Deletes an organization: its memberships, departments, invitations, keys and settings. It must own nothing: its datasets,
 * applications and collectors are deleted or handed over before.
 *
 * @throws `directory-elsewhere`, `account-refused`, `organization-not-found`, `account-owns`
 */
export async function deleteOrganization(ctx: Context, id: string): Promise<void> {
  checkEmbedded(ctx)
  const account = { type: 'organization', id } as const
  accountAdmin(ctx, account)
  await organizationOf(ctx, id)
  await checkOwnsNothing(ctx, account)
  const { organizations } = tables
  const writes = ctx.db.batch([
    ...deleteAccountRows(ctx, account),
    // Checked again: a request at the same time may have added to them.
    requireThat(ctx.db, 'account_free', sql`not exists (${ownedNames(account)})`),
    // Its members, departments and invitations are deleted with the row, by their foreign keys.
    ctx.db.delete(organizations).where(eq(organizations.id, id)),
    audit(ctx, 'deleteOrganization', `organizations/${id}`),
  ])
  const [keys] = await writes.catch(async (error: unknown) => {
    if (isFailed(error, 'account_free')) await checkOwnsNothing(ctx, account)
    throw error
  })
  forgetKeys(keys.map((key) => key.id))
  forgetSessions()
  forgetDomains()
  forgetQuotas(account)
}
