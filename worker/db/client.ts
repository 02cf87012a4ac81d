import { drizzle } from 'drizzle-orm/d1'

/** Opens the metadata database. `casing` must be that of drizzle.config.ts. */
export function openMetadata(database: D1Database) {
  return drizzle(database, { casing: 'snake_case' })
}

export type Metadata = ReturnType<typeof openMetadata>
export * as tables from './tables'

/** Whether a batch failed because a column that must have a value was given none: how a statement refuses its batch. */
export function isRefused(error: unknown, column: string): boolean {
  const text = error instanceof Error ? `${error.message} ${String(error.cause ?? '')}` : ''
  return text.includes(`NOT NULL constraint failed: ${column}`)
}
