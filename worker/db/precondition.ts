import { type SQL, sql } from 'drizzle-orm'
import { type MetadataDatabase, tables } from './client'
import type { preconditionNames } from './tables/preconditions'

type Precondition = (typeof preconditionNames)[number]

/** A statement that makes its batch fail, and be undone, unless a condition holds. */
export function requireThat(db: MetadataDatabase, precondition: Precondition, condition: SQL) {
  return db.insert(tables.preconditions).select(sql`select ${precondition} where not (${condition})`)
}

/** Whether a batch failed at a precondition. */
export function isFailed(error: unknown, precondition: Precondition): boolean {
  const text = error instanceof Error ? `${error.message} ${String(error.cause ?? '')}` : ''
  return text.includes(`CHECK constraint failed: ${precondition}`)
}
