/** The account of a settings request and its names. Pure. */
import { problem } from '../../errors'
import type { Actor, Owner } from '../../identity'
import { accountOf } from '../../permissions'

/** An account, or a department of it. */
export type Account = Pick<Owner, 'type' | 'id' | 'department'>

/** The names of an account and of its department. */
export type AccountNames = { name?: string | undefined; departmentName?: string | undefined }

/**
 * An account with its names, from the first source that has them: the directory, the session or key of the actor, the
 * stored settings. Falls back to the id.
 */
export function ownerWithNames(
  actor: Actor,
  { type, id, department }: Account,
  directory: AccountNames,
  stored: AccountNames = {},
): Owner {
  const own = accountsOf(actor).filter((one) => one.type === type && one.id === id)
  const ownDepartment = own.find((one) => one.department === department)?.departmentName
  const departmentName = directory.departmentName ?? ownDepartment ?? stored.departmentName
  return {
    type,
    id,
    name: directory.name ?? own[0]?.name ?? stored.name ?? id,
    ...(department ? { department } : {}),
    ...(department && departmentName ? { departmentName } : {}),
  }
}

/** The accounts that an actor belongs to. */
function accountsOf(actor: Actor): Owner[] {
  if (actor.type === 'apiKey') return [actor.account]
  if (actor.type !== 'user') return []
  return [{ type: 'user', id: actor.id, name: actor.name }, ...actor.memberships.map(accountOf)]
}

/** `Organization`, or `Organization - Department`. */
export function accountNameOf({ name, department, departmentName }: Owner): string {
  return department ? `${name} - ${departmentName ?? department}` : name
}

/** The account named by a path. @throws `consumer-type-invalid` */
export function accountAt({ type, id }: { type: string; id: string }): Account {
  if (type !== 'user' && type !== 'organization') throw problem('consumer-type-invalid')
  const [account = '', department] = type === 'organization' ? id.split(':') : [id]
  return { type, id: account, ...(department ? { department } : {}) }
}
