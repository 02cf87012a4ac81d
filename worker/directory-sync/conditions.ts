/** SQL conditions for the rows of an identity. */
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { tables } from '../db/client'
import type { Owner } from '../identity'

/** A user, or an organization with all its departments. */
export type Identity = Pick<Owner, 'type' | 'id'>

type OwnedTable = (typeof tables)[
  | 'datasets'
  | 'applications'
  | 'collectors'
  | 'settings'
  | 'apiKeys'
  | 'webhooks'
  | 'quotas']

export type SharedTable = (typeof tables)['datasets' | 'applications']

/** Rows that the identity owns. */
export function ownedBy(table: OwnedTable, { type, id }: Identity): SQL | undefined {
  return and(eq(table.ownerType, type), eq(table.ownerId, id))
}

/** Datasets or applications whose permissions name the identity. */
export function sharedWith(table: SharedTable, { type, id }: Identity): SQL {
  return sql`exists (select 1 from json_each(${table.permissions})
    where value->>'type' is ${type} and value->>'id' is ${id})`
}
