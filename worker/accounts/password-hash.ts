import { and, eq } from 'drizzle-orm'
import type { Context } from '../context'
import { tables } from '../db/client'

/** The hash of the password of a user; undefined for one who signs in by a provider or a passkey alone. */
export async function passwordHashOf({ db }: Pick<Context, 'db'>, userId: string): Promise<string | undefined> {
  const { authAccounts } = tables
  const [row] = await db
    .select({ hash: authAccounts.password })
    .from(authAccounts)
    .where(and(eq(authAccounts.userId, userId), eq(authAccounts.providerId, 'credential')))
  return row?.hash ?? undefined
}
