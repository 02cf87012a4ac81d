/** Permissions as people read and change them: who, and what they may do. Pure. */
import type { OperationClass, Owner } from '../../identity'
import type { Permission } from '../../permissions'

/** What a person may do, from the least to the most. */
export const levels = {
  read: ['list', 'read'],
  write: ['list', 'read', 'readAdvanced', 'write'],
  admin: ['list', 'read', 'readAdvanced', 'write', 'admin'],
} as const satisfies Record<string, OperationClass[]>
export type Level = keyof typeof levels

/** The entries of one person or group, together. */
export type Grant = {
  /** Identifies the person or group in forms. */
  key: string
  who: Permission
  /** The highest level that is granted in full; `custom` when none is. */
  level: Level | 'custom'
  /** Classes and operations beyond that level. */
  others: string[]
}

const everyone = (entry: Permission): boolean => entry.type === undefined

const keyOf = ({ type, id = '', email = '', department = '', roles = [] }: Permission): string =>
  JSON.stringify([type, id, email, department, roles.toSorted()])

/** The permissions of people and groups, without those of everyone. */
export function grantsOf(permissions: readonly Permission[]): Grant[] {
  const groups = Map.groupBy(
    permissions.filter((entry) => !everyone(entry)),
    keyOf,
  )
  return [...groups].flatMap(([key, entries]) => {
    const [who] = entries
    if (!who) return []
    const classes = new Set<string>(entries.flatMap((entry) => entry.classes ?? []))
    const level = (['admin', 'write', 'read'] as const).find((name) => levels[name].every((one) => classes.has(one)))
    const granted: ReadonlySet<string> = new Set(level ? levels[level] : [])
    const operations = entries.flatMap((entry) => entry.operations ?? [])
    const others = [...classes, ...operations].filter((one) => !granted.has(one))
    return [{ key, who, level: level ?? 'custom', others: [...new Set(others)] }]
  })
}

/** Who may read a new dataset, beside people and groups by name. */
export const audiences = ['protected', 'members', 'public'] as const
export type Audience = (typeof audiences)[number]

/** The audience of permissions. */
export function audienceOf(permissions: readonly Permission[], owner: Owner): Audience {
  if (permissions.some(everyone)) return 'public'
  const members = keyOf(membersOf(owner))
  return permissions.some((entry) => keyOf(entry) === members) ? 'members' : 'protected'
}

/** The permissions for another audience. */
export function permissionsTo(permissions: readonly Permission[], audience: Audience, owner: Owner): Permission[] {
  const members = membersOf(owner)
  const others = openedTo(permissions, audience === 'public').filter((entry) => keyOf(entry) !== keyOf(members))
  return audience === 'members' ? [...others, { ...members, classes: [...levels.read] }] : others
}

/** The permissions, with list and read for everyone added or removed. */
export function openedTo(permissions: readonly Permission[], isPublic: boolean): Permission[] {
  const others = permissions.filter((entry) => !everyone(entry))
  return isPublic ? [...others, { classes: [...levels.read] }] : others
}

/** The permissions after a form: `access`, `access-add` or `access-remove` is its `part`; undefined for another part. */
export function permissionsAfter(
  permissions: readonly Permission[],
  form: URLSearchParams,
  owner: Owner,
): Permission[] | undefined {
  switch (form.get('part')) {
    case 'access':
      return openedTo(permissions, form.get('access') === 'public')
    case 'access-remove':
      return permissions.filter((entry) => everyone(entry) || keyOf(entry) !== form.get('key'))
    case 'access-add': {
      const who = whoOf(form, owner)
      const level = form.get('level')
      const classes = level === 'admin' || level === 'write' ? levels[level] : levels.read
      const added = { ...who, classes: [...classes] }
      return [...permissions.filter((entry) => everyone(entry) || keyOf(entry) !== keyOf(added)), added]
    }
    default:
      return undefined
  }
}

const organizationOf = ({ id, name }: Owner) => ({ type: 'organization' as const, id, name })

/** The members of the organization of an owner, or of its department. */
function membersOf(owner: Owner): Permission {
  const { department, departmentName = department } = owner
  return { ...organizationOf(owner), ...(department ? { department, departmentName } : {}) }
}

/** The person or group of a form. An entry that names nobody is refused by the API. */
function whoOf(form: URLSearchParams, owner: Owner): Permission {
  const who = form.get('who') ?? ''
  const text = form.get('name')?.trim() ?? ''
  const organization = organizationOf(owner)
  if (who === 'email') return { type: 'user', email: text.toLowerCase(), name: text }
  if (who === 'organization') return { type: 'organization', id: text, name: text }
  if (who === 'contributors') return { ...organization, roles: ['contrib'] }
  if (who.startsWith('department:')) {
    const department = who.slice('department:'.length)
    return { ...organization, department, departmentName: form.get(`name:${department}`) ?? department }
  }
  return who === 'members' ? organization : { type: 'user', id: '*' }
}
