/** Compares the audiences of permission lists. Pure: no actor is needed. */

import { datasetOperations, type Operation, type Owner } from '../identity'
import { type Guarded, grants, type Permission } from './permissions'

/**
 * Operations that disclose lines, or values observed in them: descriptions and lists of datasets carry values of
 * fields.
 */
const disclosing: readonly Operation[] = [...datasetOperations.list, ...datasetOperations.read]

/**
 * Whether everybody to whom permissions disclose lines may do an operation on a resource. Entries are compared one by
 * one: the answer is false where an entry is covered only by several entries of the resource together.
 *
 * @param operation one that is not `readLines` is required of those only to whom the permissions grant it too
 */
export function readersCan(
  operation: 'readLines' | 'downloadAttachment',
  permissions: readonly Permission[],
  resource: Guarded,
): boolean {
  const concerned = operation === 'readLines' ? disclosing : [operation]
  return permissions
    .filter((entry) => concerned.some((one) => grants(entry, one)))
    .every((entry) => isAllowed(entry, operation, resource))
}

/** Whether permissions give nobody more read access to a resource than the permissions of the resource itself. */
export function isNoBroaderThan(permissions: readonly Permission[], resource: Guarded): boolean {
  return permissions.every((entry) =>
    disclosing.every((operation) => !grants(entry, operation) || isAllowed(entry, operation, resource)),
  )
}

function isAllowed(audience: Permission, operation: Operation, { owner, permissions }: Guarded): boolean {
  const roles = audience.roles?.length ? audience.roles : [undefined]
  return roles.every((role) => {
    const part: Audience = { ...audience, role }
    return administers(part, owner) || permissions.some((entry) => grants(entry, operation) && contains(entry, part))
  })
}

/** The audience of one permission entry, for one of its roles. */
type Audience = Omit<Permission, 'roles'> & { role: string | undefined }

function contains(entry: Permission, audience: Audience): boolean {
  if (!entry.type) return true
  if (!audience.type) return false
  if (entry.type === 'user') {
    if (entry.id === '*') return true
    if (audience.type !== 'user') return false
    const isId = audience.id === undefined || audience.id === entry.id
    return isId && (audience.email === undefined || audience.email === entry.email)
  }
  if (audience.type !== 'organization' || audience.id !== entry.id) return false
  const { role } = audience
  const hasRole = !entry.roles?.length || role === 'admin' || (role !== undefined && entry.roles.includes(role))
  return hasRole && containsDepartment(entry.department, audience.department)
}

/** An entry for any department also applies to members without a department. */
function containsDepartment(entry: string | undefined, audience: string | undefined): boolean {
  return !entry || entry === '*' || audience === '-' || audience === entry
}

/** Whether an audience consists of administrators of the owner, who need no permissions. */
function administers({ type, id, email, department, role }: Audience, owner: Owner): boolean {
  if (type !== owner.type || id !== owner.id) return false
  if (type === 'user') return email === undefined
  return role === 'admin' && (department === '-' || (department !== undefined && department === owner.department))
}
