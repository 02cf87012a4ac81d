/** Where rows of an identity are. */
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { tables } from '../../db/client'
import type { Owner } from '../owner'

/** A user or an organization, whatever its departments. */
export type Identity = Pick<Owner, 'type' | 'id'>

type OwnedTable = (typeof tables)['datasets' | 'settings' | 'apiKeys' | 'webhooks' | 'quotas']

/** Rows that it owns. */
export function ownedBy(table: OwnedTable, { type, id }: Identity): SQL | undefined {
  return and(eq(table.ownerType, type), eq(table.ownerId, id))
}

/** Datasets whose permissions name it. */
export function sharedWith({ type, id }: Identity): SQL {
  return sql`exists (select 1 from json_each(${tables.datasets.permissions})
    where value->>'type' is ${type} and value->>'id' is ${id})`
}
