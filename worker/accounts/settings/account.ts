/** Whose settings, and how it is called: pure. */
import { problem } from '../../errors'
import type { User } from '../identity'
import type { Owner } from '../owner'
import { accountOf } from '../permissions'

/** An account, or a department of it. */
export type Account = Pick<Owner, 'type' | 'id' | 'department'>

/** The account as the user's memberships name it. */
export function ownerOf(user: User, { type, id, department }: Account): Owner {
  if (type === 'user') return { type, id, name: id === user.id ? user.name : id }
  const own = user.memberships.map(accountOf).filter((one) => one.id === id)
  const named = own.find((one) => one.department === department) ?? own[0]
  return {
    type,
    id,
    name: named?.name ?? id,
    ...(department ? { department } : {}),
    ...(department && named?.departmentName ? { departmentName: named.departmentName } : {}),
  }
}

/** `Organization`, or `Organization - Department`. */
export function accountNameOf({ name, department, departmentName }: Owner): string {
  return department ? `${name} - ${departmentName ?? department}` : name
}

/** The account that a path names. @throws `consumer-type-invalid` */
export function accountAt({ type, id }: { type: string; id: string }): Account {
  if (type !== 'user' && type !== 'organization') throw problem('consumer-type-invalid')
  const [account = '', department] = type === 'organization' ? id.split(':') : [id]
  return { type, id: account, ...(department ? { department } : {}) }
}
