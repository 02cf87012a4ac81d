/** The condition of the collectors that an actor sees in lists: the same rules as `collectorProfileOf`. */
import { type SQL, sql } from 'drizzle-orm'
import { tables } from '../db/client'
import { problem } from '../errors'
import { type Actor, actingAccount } from '../identity'
import { emailOf, isSuperAdmin, roleOver } from '../permissions'
import { ownerReferences, parseOwner } from '../resources/list'

const { collectors } = tables

/**
 * @param owner `type:id[:department]`, comma separated; of the active account by default
 * @param showAll all accounts, for super-administrators
 * @throws `sign-in-required`, `parameter-invalid`
 */
export function visibleCollectors(
  actor: Actor,
  { owner, showAll }: { owner?: string | undefined; showAll: boolean },
): SQL {
  const account = actingAccount(actor)
  if (!account) throw problem('sign-in-required')
  const owners = ownerReferences(owner ?? '')
  const requested = owners.length > 0 ? sql`(${sql.join(owners.map(ofOwner), sql` or `)})` : undefined
  if (isSuperAdmin(actor)) return requested ?? (showAll ? sql`1` : ofOwner(referenceTo(account)))
  const role = roleOver(actor, account)
  const own = role === 'admin' || role === 'contrib' ? ofOwner(referenceTo(account)) : sql`0`
  const visible = sql`(${own} or ${shared(actor)})`
  return requested ? sql`(${requested} and ${visible})` : visible
}

const referenceTo = ({ type, id, department }: { type: string; id: string; department?: string | undefined }) =>
  [type, id, ...(department ? [department] : [])].join(':')

/** The collectors of an account; of an organization with those of its departments. */
function ofOwner(reference: string): SQL {
  const { type, id, department } = parseOwner(reference)
  const ofDepartment = department ? sql` and ${collectors.ownerDepartment} = ${department}` : sql``
  return sql`(${collectors.ownerType} = ${type} and ${collectors.ownerId} = ${id}${ofDepartment})`
}

function shared(actor: Actor): SQL {
  const email = actor.type === 'user' ? (emailOf(actor) ?? '') : ''
  const account = actingAccount(actor)
  const organization = account?.type === 'organization' ? account.id : ''
  const role = actor.type === 'user' ? actor.role : 'admin'
  const roles = sql`item.value->'$.target.roles'`
  return sql`exists (select 1 from json_each(${collectors.permissions}) item
    where (item.value->>'$.target.type' = 'userEmail' and ${email} <> '' and item.value->>'$.target.email' = ${email})
      or (item.value->>'$.target.type' = 'partner' and ${organization} <> ''
        and item.value->>'$.target.organization.id' = ${organization}
        and (json_array_length(${roles}) = 0 or ${role} = 'admin'
          or exists (select 1 from json_each(${roles}) allowed where allowed.value = ${role}))))`
}
