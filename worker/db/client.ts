import { drizzle } from 'drizzle-orm/d1'

/** Opens the metadata database. `casing` must be that of drizzle.config.ts. */
export function openMetadata(database: D1Database) {
  return drizzle(database, { casing: 'snake_case' })
}

export type MetadataDatabase = ReturnType<typeof openMetadata>
export * as tables from './tables'
