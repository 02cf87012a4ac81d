/**
 * What lists have counted and sorted, in the memory of an isolate. A value is correct as long as the version that it follows is the
 * current one: the database replaces its versions in the transaction of each write (`catalogueVersions`).
 */
import { jsonChars } from '../../collections/json-chars'
import { LruCache } from '../../collections/lru-cache'
import type { tables } from '../../db/client'
import { limits } from '../../limits'

export type Versions = typeof tables.catalogueVersions.$inferSelect

/** What a value depends on: the statement, with its parameters, and the version that the result of this statement follows. */
export type Key = { statement: string; follows: keyof Versions }

/** A value, and the version at which it was computed; undefined where the database has none. */
export type Computed<Value> = { value: Value; version: string | undefined }

const { listsChars, maxListChars } = limits.cache
const values = new LruCache<Computed<unknown>>(listsChars, (statement, { value }) => jsonChars(statement, value))

/** The remembered value of a key, which may have changed since. A statement has values of one type. */
export const recall = <Value>({ statement }: Key): Computed<Value> | undefined =>
  values.get(statement) as Computed<Value> | undefined

export function remember({ statement }: Key, computed: Computed<unknown>): void {
  if (computed.version !== undefined && jsonChars(statement, computed.value) <= maxListChars) {
    values.set(statement, computed)
  }
}
