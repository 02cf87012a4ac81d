import { sql } from 'drizzle-orm'
import { check, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Why a batch is undone: a resource or the settings of an account changed after they were read, a quota would be passed,
 * an organization would have no administrator, an account that is deleted owns something.
 */
export const preconditionNames = [
  'resource_unchanged',
  'settings_unchanged',
  'within_quotas',
  'administrator_left',
  'account_free',
] as const

/**
 * Always empty: each name breaks the check of that name, which fails the insert and undoes the batch that it is part of. It
 * is how a batch depends on a condition (`db/precondition`).
 */
export const preconditions = sqliteTable('preconditions', { name: text().notNull() }, (table) =>
  preconditionNames.map((name) => check(name, sql`${table.name} <> ${sql.raw(`'${name}'`)}`)),
)
