/** The rule of new passwords, and the stored hashes. */
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '../context'
import { tables } from '../db/client'
import { limits } from '../limits'

const { minPasswordChars, maxPasswordChars } = limits.accounts

/** The embedded directory checks the same lengths (`directory/embedded-directory.ts`). */
export const newPassword = z.string().min(minPasswordChars).max(maxPasswordChars)

/** The hash of the password of a user; undefined for one who signs in by a provider or a passkey alone. */
export async function passwordHashOf({ db }: Pick<Context, 'db'>, userId: string): Promise<string | undefined> {
  const { authAccounts } = tables
  const [row] = await db
    .select({ hash: authAccounts.password })
    .from(authAccounts)
    .where(and(eq(authAccounts.userId, userId), eq(authAccounts.providerId, 'credential')))
  return row?.hash ?? undefined
}
