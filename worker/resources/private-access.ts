/** `privateAccess`: the accounts that may use a base application or a remote service that is not public. */
import { z } from '@hono/zod-openapi'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { problem } from '../errors'
import { type Actor, accountsOf, assertSignedIn, type Owner, referenceOf } from '../identity'
import { isSuperAdmin } from '../permissions'
import { excerptOf } from '../schema/cut-text'
import { isAmong } from './list'

export const accessEntrySchema = z.object({
  type: z.enum(['user', 'organization']),
  id: z.string().min(1),
  name: z.string().optional(),
})
export type AccessEntry = z.infer<typeof accessEntrySchema>

type Guarded = { public: boolean; privateAccess: readonly AccessEntry[] }

/** An account with all its departments, as `type:id`. */
export const accountReference = ({ type, id }: Pick<Owner, 'type' | 'id'>): string => referenceOf({ type, id })

/** Whether one of the accounts, given as `type:id`, may use a resource. */
export function isOpenTo({ public: isPublic, privateAccess }: Guarded, accounts: readonly string[]): boolean {
  return isPublic || privateAccess.some((entry) => accounts.includes(accountReference(entry)))
}

/** The condition that an entry of a column `privateAccess` is one of the accounts, given as `type:id`. */
export function hasAccess(column: SQLWrapper, accounts: readonly string[]): SQL {
  return sql`exists (select 1 from json_each(${column}) where ${isAmong(sql`(value->>'type') || ':' || (value->>'id')`, accounts)})`
}

/** A column `privateAccess` without an account. */
export function withoutAccount(column: SQLWrapper, { type, id }: Pick<Owner, 'type' | 'id'>): SQL {
  return sql`(select json_group_array(json(value)) from json_each(${column})
    where not (value->>'type' is ${type} and value->>'id' is ${id}))`
}

/**
 * The accounts in a parameter `privateAccess`: those of the caller, any for a super-administrator.
 *
 * @throws `sign-in-required`, `private-access-refused`
 */
export function requestedAccess(actor: Actor, parameter: string | undefined): string[] {
  const accounts = parameter?.split(',').filter(Boolean) ?? []
  if (accounts.length === 0) return []
  assertSignedIn(actor)
  const own = new Set(accountsOf(actor))
  const other = accounts.find((account) => !own.has(account))
  if (other !== undefined && !isSuperAdmin(actor)) {
    throw problem('private-access-refused', { account: excerptOf(other) })
  }
  return accounts
}
