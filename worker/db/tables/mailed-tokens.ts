/** Tokens of links that are sent by mail. */
import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from './accounts'

export const mailedTokens = sqliteTable(
  'mailed_tokens',
  {
    /** SHA-256 of the token, which is stored nowhere. */
    hash: text().primaryKey(),
    purpose: text({ enum: ['password-reset', 'handed-reset', 'email-change', 'email-verification'] }).notNull(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The address that the link was sent to; of a link that the operator hands over, that of its user. */
    email: text().notNull(),
    createdAt: text().notNull(),
    expiresAt: text().notNull(),
  },
  (t) => [index('mailed_tokens_user').on(t.userId), index('mailed_tokens_expiry').on(t.expiresAt)],
)
