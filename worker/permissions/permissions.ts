/**
 * The permission decision: pure, deny by default. Operations, classes and implicit rights are those of contract
 * editable-accounts B.5 and B.6.
 */
import { z } from '@hono/zod-openapi'
import type { Owner, Role } from '../identity'
import {
  type Actor,
  actingAccount,
  classNames,
  classOf,
  datasetOperations,
  defaultKeyRights,
  grantedByKey,
  type KeyRights,
  type Membership,
  type Operation,
  type Operations,
  openedByKey,
} from '../identity'

/** One entry of the permissions of a dataset or of an application. Without `type` it speaks of everybody. */
export const permissionSchema = z
  .strictObject({
    type: z.enum(['user', 'organization']).optional(),
    id: z.string().min(1).optional(),
    name: z.string().optional(),
    email: z.string().optional(),
    department: z.string().optional(),
    departmentName: z.string().optional(),
    roles: z.array(z.string()).optional(),
    classes: z.array(z.enum(classNames)).optional(),
    operations: z.array(z.string()).optional(),
  })
  .refine((entry) => (entry.type ? Boolean(entry.id || entry.email) : !entry.id), {
    message: '"type" goes with "id" or "email", and "id" with "type"',
  })
  .openapi('Permission')
export const permissionsSchema = z.array(permissionSchema)
export type Permission = z.infer<typeof permissionSchema>

/** What the decision looks at. */
export type Guarded = { id: string; owner: Owner; permissions: readonly Permission[] }

/** Whether an actor may do an operation on a resource. */
export function can(actor: Actor, operation: Operation, resource: Guarded): boolean {
  if (actor.type === 'system' || isSuperAdmin(actor)) return true
  // The rights of a link take the place of all others, be they more.
  if (actor.type === 'applicationKey') return actor.dataset === resource.id && grantedByKey(actor.rights, operation)
  if (actor.type === 'readKey' && actor.dataset === resource.id && classOf(operation) === 'read') return true
  if (roleOver(actor, resource.owner) === 'admin') return true
  return resource.permissions.some((entry) => matches(entry, actor) && grants(entry, operation))
}

/** Whether an actor may do all that the links of an application open of a dataset. Who adds any lines may add their own. */
export function canGiveLink(actor: Actor, rights: KeyRights | undefined, resource: Guarded): boolean {
  return openedByKey(rights ?? defaultKeyRights).every(
    (operation) =>
      can(actor, operation, resource) ||
      (classOf(operation) === 'manageOwnLines' && can(actor, 'createLine', resource)),
  )
}

/** Whether someone acts as super-administrator: only while the mode is on. */
export function isSuperAdmin(actor: Actor): boolean {
  return actor.type === 'user' && actor.adminMode
}

/**
 * The account, among the others of a user, in whose name an operation would be allowed: what to propose when the active
 * one may not.
 */
export function accountThatCan(actor: Actor, operation: Operation, resource: Guarded): Owner | undefined {
  if (actor.type !== 'user') return undefined
  return actor.memberships
    .map((membership) => ({ membership, account: accountOf(membership) }))
    .find(({ membership, account }) => can({ ...actor, account, role: membership.role }, operation, resource))?.account
}

/** The account that a membership lets act for. */
export function accountOf({ organization, department }: Membership): Owner {
  return {
    type: 'organization',
    id: organization.id,
    name: organization.name,
    ...(department ? { department: department.id, departmentName: department.name } : {}),
  }
}

/** Every operation an actor may do, flat (`userPermissions`, contract datasets §2.1). */
export function operationsOf(actor: Actor, resource: Guarded, operations: Operations = datasetOperations): Operation[] {
  return classNames.flatMap((name) => operations[name].filter((operation) => can(actor, operation, resource)))
}

/** Whether an actor may create datasets and applications for an owner: admins and contributors. */
export function canCreateFor(actor: Actor, owner: Owner): boolean {
  const role = roleOver(actor, owner)
  return role === 'admin' || role === 'contrib'
}

/**
 * The role of an actor over what an owner has: the personal account always; an organization only while
 * it is the active account; a member of a department only over that department.
 */
export function roleOver(actor: Actor, owner: Owner): Role | undefined {
  switch (actor.type) {
    case 'anonymous':
    case 'system':
    case 'readKey':
    case 'applicationKey':
      return undefined
    case 'user':
      if (actor.adminMode) return 'admin'
      if (owner.type === 'user' && owner.id === actor.id) return 'admin'
      return isSameAccount(actor.account, owner) ? actor.role : undefined
    case 'apiKey': {
      const account = actingAccount(actor)
      return account && isSameAccount(account, owner) ? 'admin' : undefined
    }
  }
}

function isSameAccount(account: Owner, owner: Owner): boolean {
  if (account.type !== owner.type || account.id !== owner.id) return false
  return !account.department || account.department === owner.department
}

function matches(entry: Permission, actor: Actor): boolean {
  if (!entry.type) return true
  if (actor.type !== 'user' && actor.type !== 'apiKey') return false
  if (entry.type === 'user') {
    if (entry.id === '*') return true
    return (
      (entry.id !== undefined && entry.id === userIdOf(actor)) ||
      (entry.email !== undefined && entry.email === emailOf(actor))
    )
  }
  const account = actingAccount(actor)
  if (account?.type !== 'organization' || account.id !== entry.id) return false
  const own = account.department
  if (entry.department === '-' && own) return false
  if (entry.department && entry.department !== '-' && entry.department !== '*' && own && own !== entry.department)
    return false
  const role = actor.type === 'apiKey' ? 'admin' : actor.role
  return !entry.roles?.length || role === 'admin' || entry.roles.includes(role)
}

/** The id of the user that permission entries may name: that of the session, or of the account of a key. */
export function userIdOf(actor: Actor): string | undefined {
  if (actor.type === 'user') return actor.id
  const account = actingAccount(actor)
  return account?.type === 'user' ? account.id : undefined
}

/** The address that entries may name: one that nobody has verified proves nothing. */
export function emailOf(actor: Actor): string | undefined {
  if (actor.type === 'user') return actor.emailVerified ? actor.email : undefined
  return actor.type === 'apiKey' ? actor.email : undefined
}

/** Whether an entry gives an operation to those whom it names. */
export function grants(entry: Permission, operation: Operation): boolean {
  if (entry.operations?.includes(operation)) return true
  // Who may break a description may also just change it.
  if (operation === 'writeDescription' && entry.operations?.includes('writeDescriptionBreaking')) return true
  return entry.classes?.includes(classOf(operation)) ?? false
}

/** `public` when anyone may list it, `private` without any entry, else `protected`. */
export function visibilityOf(permissions: readonly Permission[]): 'public' | 'protected' | 'private' {
  if (permissions.some((entry) => !entry.type && !entry.email && grants(entry, 'list'))) return 'public'
  return permissions.length === 0 ? 'private' : 'protected'
}

/** Whether everyone may do every operation of the class `read`. */
export function isPublic(
  permissions: readonly Permission[],
  { read }: Pick<Operations, 'read'> = datasetOperations,
): boolean {
  return read.every((operation) => anyoneCan(operation, permissions))
}

/** Whether everyone may do an operation: what makes an answer publicly cacheable. */
export function anyoneCan(operation: Operation, permissions: readonly Permission[]): boolean {
  return permissions.some((entry) => !entry.type && !entry.email && grants(entry, operation))
}

/**
 * The permissions of what is given to another owner: they start afresh, public ones are kept,
 * and within one organization those of users and partners too.
 */
export function permissionsFor({ owner: before, permissions }: Omit<Guarded, 'id'>, owner: Owner): Permission[] {
  const stays = owner.type === 'organization' && before.type === owner.type && before.id === owner.id
  const kept = permissions.filter((entry) => {
    if (!entry.type) return true
    return stays && (entry.type === 'user' || entry.id !== before.id)
  })
  return [...defaultPermissions(owner), ...kept]
}

/** What every new dataset or application of an owner starts with. */
export function defaultPermissions(owner: Owner): Permission[] {
  if (owner.type === 'user') return []
  const contributors = {
    type: 'organization' as const,
    id: owner.id,
    name: owner.name,
    department: owner.department ?? '-',
    roles: ['contrib'],
  }
  return [
    { ...contributors, classes: ['write'], operations: ['delete'] },
    { ...contributors, classes: ['list', 'read', 'readAdvanced'], operations: [] },
  ]
}
