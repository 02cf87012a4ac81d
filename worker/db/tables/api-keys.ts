/** API keys. */
import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

export const apiKeys = sqliteTable(
  'api_keys',
  {
    id: text().primaryKey(),
    /** SHA-256 of the key, base64url. The key itself is shown once and never stored. */
    hash: text().notNull(),
    title: text().notNull(),
    ownerType: text({ enum: ['user', 'organization'] }).notNull(),
    ownerId: text().notNull(),
    ownerName: text().notNull(),
    ownerDepartment: text(),
    ownerDepartmentName: text(),
    email: text().notNull(),
    /** JSON array of scopes. */
    scopes: text().notNull(),
    /** Last day on which the key works, `YYYY-MM-DD`. */
    expireAt: text(),
    createdAt: text().notNull(),
    lastUsedAt: text(),
  },
  (t) => [uniqueIndex('api_keys_hash').on(t.hash), index('api_keys_owner').on(t.ownerType, t.ownerId)],
)
