/** Two-factor authentication: codes of an authenticator application, and recovery codes. */
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from './accounts'

export const twoFactors = sqliteTable('two_factors', {
  userId: text()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The shared secret in base32, sealed. */
  secret: text().notNull(),
  /** When a first code was entered; null while sign-ins do not ask for codes yet. */
  confirmedAt: text(),
  /** Time step of the last code that was accepted: a code works once (RFC 6238, section 5.2). */
  lastStep: integer().notNull().default(0),
})

export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    /** HMAC of the code and its user; the code is stored nowhere. */
    hash: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (t) => [index('recovery_codes_user').on(t.userId)],
)
