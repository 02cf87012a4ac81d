/** Whose settings, and how it is called: pure. */
import { problem } from '../../errors'
import type { User } from '../identity'
import type { Owner } from '../owner'
import { accountOf } from '../permissions'

/** An account, or a department of it. */
export type Account = Pick<Owner, 'type' | 'id' | 'department'>

/** What an account is called. */
export type Names = { name?: string | undefined; departmentName?: string | undefined }

/** The account as the directory names it, else as the user's memberships do. */
export function ownerOf(user: User, { type, id, department }: Account, known: Names): Owner {
  const own = user.memberships.map(accountOf).filter((one) => one.id === id)
  const named = own.find((one) => one.department === department) ?? own[0]
  const ownName = type === 'user' && id === user.id ? user.name : named?.name
  const departmentName = known.departmentName ?? named?.departmentName
  return {
    type,
    id,
    name: known.name ?? ownName ?? id,
    ...(department ? { department } : {}),
    ...(department && departmentName ? { departmentName } : {}),
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
