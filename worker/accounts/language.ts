/** The language of users, for the messages that they receive. */
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../context'
import { tables } from '../db/client'
import type { Language } from '../errors'

const { users } = tables

/** Stores the language of a user. Users of an external directory have none here. */
export async function rememberLanguage(
  { db }: Pick<Context, 'db'>,
  { userId, language }: { userId: string; language: Language },
): Promise<void> {
  await db
    .update(users)
    .set({ language })
    .where(and(eq(users.id, userId), sql`${users.language} is not ${language}`))
}

/** The language of the user with an address; undefined where there is none. */
export async function languageAt({ db }: Pick<Context, 'db'>, email: string): Promise<Language | undefined> {
  const [user] = await db.select({ language: users.language }).from(users).where(eq(users.email, email))
  return user?.language ?? undefined
}
