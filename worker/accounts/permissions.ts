/**
 * The permission decision: pure, deny by default. Operations, classes and implicit rights are those of contract
 * editable-accounts B.5 and B.6.
 */
import { z } from '@hono/zod-openapi'
import type { Actor } from './actor'
import type { Owner, Role } from './owner'

/** Operations on a dataset, by the class that grants them together. */
export const datasetOperations = {
  list: ['list'],
  read: [
    'readDescription',
    'readSchema',
    'readSafeSchema',
    'readLines',
    'getGeoAgg',
    'getValuesAgg',
    'getValues',
    'getMetricAgg',
    'getSimpleMetricsAgg',
    'getWordsAgg',
    'getMinAgg',
    'getMaxAgg',
    'downloadOriginalData',
    'downloadFullData',
    'readApiDoc',
    'realtime-transactions',
    'readLine',
    'readLineRevisions',
    'readRevisions',
    'bulkSearch',
    'listDataFiles',
    'downloadDataFile',
    'downloadMetadataAttachment',
    'downloadAttachment',
    'getReadApiKey',
    'readCompatODSRecords',
    'readCompatODSExports',
  ],
  readAdvanced: ['readJournal', 'realtime-journal', 'realtime-task-progress', 'readPrivateApiDoc'],
  write: [
    'writeDescription',
    'writeDescriptionBreaking',
    'writeData',
    'createLine',
    'updateLine',
    'patchLine',
    'bulkLines',
    'deleteLine',
    'deleteAllLines',
    'validateDraft',
    'cancelDraft',
    'postMetadataAttachment',
    'deleteMetadataAttachment',
    'sendUserNotification',
    'sendUserNotificationPublic',
    'simulateExtension',
  ],
  manageOwnLines: [
    'readOwnLines',
    'readOwnLine',
    'createOwnLine',
    'updateOwnLine',
    'patchOwnLine',
    'bulkOwnLines',
    'deleteOwnLine',
    'readOwnLineRevisions',
    'readOwnRevisions',
  ],
  admin: [
    'delete',
    'getPermissions',
    'setPermissions',
    'changeOwner',
    'writePublications',
    'writePublicationSites',
    'writeExports',
    'setReadApiKey',
    'readIntegrity',
    'readIntegrityRevisions',
  ],
} as const

export type OperationClass = keyof typeof datasetOperations
export type DatasetOperation = (typeof datasetOperations)[OperationClass][number]

const classNames = [
  'list',
  'read',
  'readAdvanced',
  'write',
  'manageOwnLines',
  'admin',
] as const satisfies OperationClass[]
const classByOperation = new Map<string, OperationClass>(
  classNames.flatMap((name) => datasetOperations[name].map((operation) => [operation, name] as const)),
)

/** One entry of a dataset's permissions. Without `type` it speaks of everybody. */
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
export type Guarded = { owner: Owner; permissions: readonly Permission[] }

/** Whether an actor may do an operation on a resource. */
export function can(actor: Actor, operation: DatasetOperation, resource: Guarded): boolean {
  if (actor.type === 'system') return true
  if (roleOver(actor, resource.owner) === 'admin') return true
  return resource.permissions.some((entry) => matches(entry, actor) && grants(entry, operation))
}

/** Every operation an actor may do, flat (`userPermissions`, contract datasets §2.1). */
export function operationsOf(actor: Actor, resource: Guarded): DatasetOperation[] {
  return classNames.flatMap((name) => datasetOperations[name].filter((operation) => can(actor, operation, resource)))
}

/** Whether an actor may create datasets for an owner: admins and contributors (contract B.5 `post`). */
export function canCreateFor(actor: Actor, owner: Owner): boolean {
  const role = roleOver(actor, owner)
  return role === 'admin' || role === 'contrib'
}

/**
 * The role of an actor over what an owner has (contract B.1): the personal account always; an organization only while
 * it is the active account; a member of a department only over that department.
 */
export function roleOver(actor: Actor, owner: Owner): Role | undefined {
  switch (actor.type) {
    case 'anonymous':
    case 'system':
      return undefined
    case 'user':
      if (owner.type === 'user' && owner.id === actor.id) return 'admin'
      return isSameAccount(actor.account, owner) ? actor.role : undefined
    case 'apiKey':
      // A key without scopes is an individual known by its e-mail alone (contract B.3).
      return actor.scopes.length > 0 && isSameAccount(actor.account, owner) ? 'admin' : undefined
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
    const userId = actor.type === 'user' ? actor.id : actor.account.type === 'user' ? actor.account.id : undefined
    return (entry.id !== undefined && entry.id === userId) || (entry.email !== undefined && entry.email === actor.email)
  }
  if (actor.type === 'apiKey' && actor.scopes.length === 0) return false
  if (actor.account.type !== 'organization' || actor.account.id !== entry.id) return false
  const own = actor.account.department
  if (entry.department === '-' && own) return false
  if (entry.department && entry.department !== '-' && entry.department !== '*' && own && own !== entry.department)
    return false
  const role = actor.type === 'apiKey' ? 'admin' : actor.role
  return !entry.roles?.length || role === 'admin' || entry.roles.includes(role)
}

function grants(entry: Permission, operation: string): boolean {
  if (entry.operations?.includes(operation)) return true
  const name = classByOperation.get(operation)
  return name !== undefined && (entry.classes?.includes(name) ?? false)
}

/** The class of an operation. */
export function classOf(operation: DatasetOperation): OperationClass {
  const name = classByOperation.get(operation)
  if (!name) throw new Error(`no class for ${operation}`)
  return name
}

/** Scopes that let an API key do an operation of a class: any of them (contract B.3). */
export function scopesFor(operationClass: OperationClass | 'post'): string[] {
  switch (operationClass) {
    case 'list':
    case 'read':
    case 'readAdvanced':
      return ['datasets', 'datasets-read']
    case 'write':
    case 'post':
      return ['datasets', 'datasets-write']
    case 'admin':
      return ['datasets', 'datasets-admin']
    case 'manageOwnLines':
      return ['datasets']
  }
}

/** `public` when anyone may list it, `private` without any entry, else `protected` (contract B.6). */
export function visibilityOf(permissions: readonly Permission[]): 'public' | 'protected' | 'private' {
  if (permissions.some((entry) => !entry.type && !entry.email && grants(entry, 'list'))) return 'public'
  return permissions.length === 0 ? 'private' : 'protected'
}

/** Whether everyone may do every operation of the class `read`. */
export function isPublic(permissions: readonly Permission[]): boolean {
  return datasetOperations.read.every((operation) => anyoneCan(operation, permissions))
}

/** Whether everyone may do an operation: what makes an answer publicly cacheable. */
export function anyoneCan(operation: DatasetOperation, permissions: readonly Permission[]): boolean {
  return permissions.some((entry) => !entry.type && !entry.email && grants(entry, operation))
}

/** What every new dataset of an owner starts with (contract datasets §1.2). */
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
