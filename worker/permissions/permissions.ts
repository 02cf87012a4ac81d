/**
 * Permission checks: pure, deny by default. They combine the permission entries of a resource with the implicit permissions
 * of its owner and of super-administrators.
 */
import { z } from '@hono/zod-openapi'
import type { Owner, Role } from '../identity'
import {
  type Actor,
  actingAccount,
  classNames,
  classOf,
  datasetOperations,
  defaultLinkKeyRights,
  grantedByLinkKey,
  type LinkKeyRights,
  type Membership,
  type Operation,
  type Operations,
  operationsOfLinkKey,
  ownerOperations,
} from '../identity'
import { limits } from '../limits'

/** One entry of the permissions of a dataset or of an application. Without `type` it applies to everyone. */
const permissionSchema = z
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

const { maxEntries, maxEntryItems, maxTextChars, maxJsonChars } = limits.permissions
const text = z.string().max(maxTextChars)
const texts = z.array(text).max(maxEntryItems)

/** Entries in a request; stored ones may be older than the limits. One that limits whom it names applies to somebody: without a type, everyone would have its permissions. */
export const sentPermissionsSchema = z
  .array(
    permissionSchema
      .safeExtend({
        id: text.min(1).optional(),
        name: text.optional(),
        email: z.string().max(limits.accounts.maxEmailChars).optional(),
        department: text.optional(),
        departmentName: text.optional(),
        roles: texts.optional(),
        classes: z.array(z.enum(classNames)).max(maxEntryItems).optional(),
        operations: texts.optional(),
      })
      .refine(({ type, email, department, roles }) => Boolean(type) || !(email || department || roles?.length), {
        message: '"email", "department" and "roles" go with "type"',
      })
      .refine(({ email }) => email !== '', { message: '"email" is an address', path: ['email'] }),
  )
  .max(maxEntries)
  .refine((entries) => JSON.stringify(entries).length <= maxJsonChars, {
    message: `the permissions have ${maxJsonChars} characters at most: name an organization or a department instead of its members`,
  })
export type Permission = z.infer<typeof permissionSchema>

/** The part of a resource that the check reads. */
export type Guarded = { id: string; owner: Owner; permissions: readonly Permission[] }

/** Whether an actor has permission for an operation on a resource. */
export function can(actor: Actor, operation: Operation, resource: Guarded): boolean {
  if (actor.type === 'system' || isSuperAdmin(actor)) return true
  // The permissions of a link replace all others, even larger ones.
  if (actor.type === 'linkKey') return actor.dataset === resource.id && grantedByLinkKey(actor.rights, operation)
  if (actor.type === 'readKey' && actor.dataset === resource.id && classOf(operation) === 'read') return true
  if (roleOver(actor, resource.owner) === 'admin') return true
  return resource.permissions.some((entry) => matches(entry, actor) && grants(entry, operation))
}

/**
 * Whether an actor has all the permissions that the links of an application grant on a dataset. The permission to create lines
 * covers those on own lines.
 */
export function canGiveLinkKey(actor: Actor, rights: LinkKeyRights | undefined, resource: Guarded): boolean {
  return operationsOfLinkKey(rights ?? defaultLinkKeyRights).every(
    (operation) =>
      can(actor, operation, resource) ||
      (classOf(operation) === 'manageOwnLines' && can(actor, 'createLine', resource)),
  )
}

/** Whether an actor is a super-administrator: only while the mode is on. */
export function isSuperAdmin(actor: Actor): boolean {
  return actor.type === 'user' && actor.adminMode
}

/**
 * Another account of the user for which an operation would be allowed, to suggest it when the active
 * one has no permission.
 */
export function accountThatCan(actor: Actor, operation: Operation, resource: Guarded): Owner | undefined {
  if (actor.type !== 'user') return undefined
  return actor.memberships
    .map((membership) => ({ membership, account: accountOf(membership) }))
    .find(({ membership, account }) => can({ ...actor, account, role: membership.role }, operation, resource))?.account
}

/** The account of a membership. */
export function accountOf({ organization, department }: Membership): Owner {
  return {
    type: 'organization',
    id: organization.id,
    name: organization.name,
    ...(department ? { department: department.id, departmentName: department.name } : {}),
  }
}

/** All operations that an actor has permission for, as a flat list (`userPermissions`). */
export function operationsOf(actor: Actor, resource: Guarded, operations: Operations = datasetOperations): Operation[] {
  return classNames.flatMap((name) => operations[name].filter((operation) => can(actor, operation, resource)))
}

/** Whether an actor may create datasets and applications for an owner: administrators and contributors may. */
export function canCreateFor(actor: Actor, owner: Owner): boolean {
  const role = roleOver(actor, owner)
  return role === 'admin' || role === 'contrib'
}

/** Whether an actor may give datasets and applications to an owner: a user may for all accounts where the user may create. */
export function canGiveTo(actor: Actor, owner: Owner): boolean {
  return rolesOver(actor, owner).some((role) => role === 'admin' || role === 'contrib')
}

/** The roles of an actor for the resources of an owner; of a user in all accounts, whichever is active. */
export function rolesOver(actor: Actor, owner: Owner): Role[] {
  const accounts =
    actor.type === 'user'
      ? actor.memberships.map((membership) => ({ ...actor, account: accountOf(membership), role: membership.role }))
      : []
  return [actor, ...accounts].flatMap((one) => roleOver(one, owner) ?? [])
}

/**
 * The role of an actor for the resources of an owner: for the personal account always; for an organization only while
 * it is the active account; a member of a department only for that department.
 */
export function roleOver(actor: Actor, owner: Owner): Role | undefined {
  switch (actor.type) {
    case 'anonymous':
    case 'system':
    case 'readKey':
    case 'linkKey':
      return undefined
    case 'user':
      if (actor.adminMode) return 'admin'
      if (owner.type === 'user' && owner.id === actor.id) return 'admin'
      return belongsTo(actor.account, owner) ? actor.role : undefined
    case 'apiKey': {
      const account = actingAccount(actor)
      return account && belongsTo(account, owner) ? 'admin' : undefined
    }
  }
}

/** Whether what an owner has belongs to an account: a department has its own only. */
function belongsTo(account: Owner, owner: Owner): boolean {
  if (account.type !== owner.type || account.id !== owner.id) return false
  return !account.department || account.department === owner.department
}

/** Whether an entry names the actor. Lists have the same rule in SQL: `resources/list/permission-conditions.ts`. */
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

/** The user id that permission entries refer to: of the session, or of the account of a key. */
export function userIdOf(actor: Actor): string | undefined {
  if (actor.type === 'user') return actor.id
  const account = actingAccount(actor)
  return account?.type === 'user' ? account.id : undefined
}

/** The e-mail address that entries refer to: only a verified one counts. */
export function emailOf(actor: Actor): string | undefined {
  if (actor.type === 'user') return actor.emailVerified ? actor.email : undefined
  return actor.type === 'apiKey' && actor.email ? actor.email : undefined
}

/** Whether an entry grants an operation: those of the owner alone are never granted. */
export function grants(entry: Permission, operation: Operation): boolean {
  if (ownerOperations.has(operation)) return false
  if (entry.operations?.includes(operation)) return true
  // Permission for breaking changes of a description includes permission for other changes.
  if (operation === 'writeDescription' && entry.operations?.includes('writeDescriptionBreaking')) return true
  return entry.classes?.includes(classOf(operation)) ?? false
}

/** `public` when everyone may list it, `private` without entries, else `protected`. */
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

/** Whether everyone may do an operation: its response is then publicly cacheable. */
export function anyoneCan(operation: Operation, permissions: readonly Permission[]): boolean {
  return permissions.some((entry) => !entry.type && !entry.email && grants(entry, operation))
}

/**
 * The permissions after a change of owner: they are reset, public ones are kept,
 * and within one organization those of users and partners too.
 */
export function permissionsFor({ owner: before, permissions }: Omit<Guarded, 'id'>, owner: Owner): Permission[] {
  const stays = owner.type === 'organization' && before.type === owner.type && before.id === owner.id
  const entries = permissions.filter((entry) => {
    if (!entry.type) return true
    return stays && (entry.type === 'user' || entry.id !== before.id)
  })
  return [...defaultPermissions(owner), ...entries]
}

/** The permissions of a new dataset or application of an owner. */
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
