import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { accountActorFor } from '../actor'
import { limitsOf } from './account-limits'

/** The limits and the usage of the active account. @throws `sign-in-required`, `key-scope-missing` */
export async function readStats(ctx: Context): Promise<{ limits: Record<string, unknown>; applications: number }> {
  const { account } = accountActorFor(ctx, ['stats'])
  const { applications } = tables
  const [limits, [counted]] = await Promise.all([
    limitsOf(ctx, account),
    ctx.db
      .select({ count: sql<number>`count(*)` })
      .from(applications)
      .where(and(eq(applications.ownerType, account.type), eq(applications.ownerId, account.id))),
  ])
  return { limits, applications: counted?.count ?? 0 }
}
