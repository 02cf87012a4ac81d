/** Who finds a listed row, as pages tell it: the API does not set the members of the owner apart. */
import { type SQL, sql } from 'drizzle-orm'
import type { Owner } from '../../identity'
import type { Permission } from '../../permissions'
import { type Attribute, isAmong } from './attributes'
import type { ListedTable } from './table'

/** A list for pages: with this filter, and with what its rows permit. */
export type AudienceFilter = { audiences: readonly string[] }
export type PermissionsById = ReadonlyMap<string, readonly Permission[]>

/** `public`, `members` or `protected`, with the same rule as `audienceOf` in `pages/share/grants.ts`. */
export const audienceAttribute = (table: ListedTable): Attribute => ({
  value: sql`case when ${table.visibility} = 'public' then 'public' when ${isOfMembers(table)} then 'members' else 'protected' end`,
})

export const audienceCondition = (table: ListedTable, { audiences }: AudienceFilter): SQL | undefined =>
  audiences.length > 0 ? isAmong(audienceAttribute(table).value, audiences) : undefined

/** The entry for all members of the owner, if there is one: the rest of the permissions does not change the audience of a page. */
export function membersPermissions({
  owner,
  permissions,
}: {
  owner: Owner
  permissions: readonly Permission[]
}): Permission[] {
  const { id: organization, department: ofOwner = '' } = owner
  const entry = permissions.find(
    ({ type, id, email, department = '', roles = [] }) =>
      type === 'organization' && id === organization && department === ofOwner && roles.length === 0 && !email,
  )
  return entry ? [entry] : []
}

function isOfMembers(table: ListedTable): SQL {
  return sql`exists (select 1 from json_each(${table.permissions}) entry
    where entry.value->>'type' = 'organization' and entry.value->>'id' = ${table.ownerId}
      and coalesce(entry.value->>'department', '') = coalesce(${table.ownerDepartment}, '')
      and coalesce(json_array_length(entry.value, '$.roles'), 0) = 0 and entry.value->>'email' is null)`
}
