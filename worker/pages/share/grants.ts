/** Permissions grouped by person or group, with levels. Pure. */
import type { DatasetOperation, OperationClass, Owner } from '../../identity'
import type { Guarded, Permission } from '../../permissions'

/** What a person may do, from the least to the most. */
export const levels = {
  list: { classes: ['list'], operations: [] },
  read: { classes: ['list', 'read'], operations: [] },
  // Without the journal: its events name the rows that others write.
  rows: {
    classes: ['list', 'read', 'readAdvanced'],
    operations: ['createLine', 'updateLine', 'patchLine', 'bulkLines', 'deleteLine'],
  },
  write: { classes: ['list', 'read', 'readAdvanced', 'write'], operations: [] },
  admin: { classes: ['list', 'read', 'readAdvanced', 'write', 'admin'], operations: [] },
} as const satisfies Record<string, { classes: OperationClass[]; operations: DatasetOperation[] }>
export type Level = keyof typeof levels

/** The levels, lowest first. */
export const levelNames = ['list', 'read', 'rows', 'write', 'admin'] as const satisfies Level[]

/** The levels of a resource; those of rows are of editable datasets. */
export const levelsOf = ({ isEditable }: { isEditable: boolean }): Level[] =>
  levelNames.filter((name) => name !== 'rows' || isEditable)

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
    const granted = new Set<string>(entries.flatMap(({ classes = [], operations = [] }) => [...classes, ...operations]))
    const level = levelNames.toReversed().find((name) => partsOf(name).every((part) => granted.has(part)))
    const within: ReadonlySet<string> = new Set(level ? partsOf(level) : [])
    return [{ key, who, level: level ?? 'custom', others: [...granted].filter((one) => !within.has(one)) }]
  })
}

const partsOf = (level: Level): string[] => [...levels[level].classes, ...levels[level].operations]

/** The entry that grants a level. */
function entryOf(who: Permission, level: Level): Permission {
  const { classes, operations } = levels[level]
  return { ...who, classes: [...classes], ...(operations.length > 0 ? { operations: [...operations] } : {}) }
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

/** The audience that the mark of a resource tells. Entries for everyone that do not list it leave it closed. */
export function shownAudience({
  visibility,
  permissions,
  owner,
}: Omit<Guarded, 'id'> & { visibility: string }): Audience {
  if (visibility === 'public') return 'public'
  return audienceOf(permissions, owner) === 'members' ? 'members' : 'protected'
}

/** The permissions for another audience. Permissions of members beyond reading stay, unless the audience is `protected`. */
export function permissionsTo(permissions: readonly Permission[], audience: Audience, owner: Owner): Permission[] {
  const members = membersOf(owner)
  const isOfMembers = (entry: Permission) => keyOf(entry) === keyOf(members)
  const [own] = grantsOf(permissions.filter(isOfMembers))
  const others = openedTo(permissions, audience === 'public')
  if (audience === 'protected') return others.filter((entry) => !isOfMembers(entry))
  const onlyRead = !own || ((own.level === 'read' || own.level === 'list') && own.others.length === 0)
  if (!onlyRead) return others
  const withoutMembers = others.filter((entry) => !isOfMembers(entry))
  return audience === 'members' ? [...withoutMembers, entryOf(members, 'read')] : withoutMembers
}

/** The permissions, with list and read for everyone added or removed. */
function openedTo(permissions: readonly Permission[], isPublic: boolean): Permission[] {
  const others = permissions.filter((entry) => !everyone(entry))
  return isPublic ? [...others, entryOf({}, 'read')] : others
}

/** The permissions with the changes of a form; undefined when the `part` of the form is not about permissions. */
export function permissionsAfter(
  permissions: readonly Permission[],
  form: URLSearchParams,
  owner: Owner,
): Permission[] | undefined {
  const level = levelNames.find((name) => name === form.get('level')) ?? 'read'
  switch (form.get('part')) {
    case 'access':
      return permissionsTo(permissions, audiences.find((one) => one === form.get('access')) ?? 'protected', owner)
    case 'access-remove':
      return permissions.filter((entry) => everyone(entry) || keyOf(entry) !== form.get('key'))
    case 'access-change': {
      const changed = grantsOf(permissions).find(({ key }) => key === form.get('key'))
      if (!changed) return [...permissions]
      const { classes: _, operations: __, ...who } = changed.who
      return permissions.flatMap((entry) => {
        if (entry === changed.who) return entryOf(who, level)
        return everyone(entry) || keyOf(entry) !== changed.key ? entry : []
      })
    }
    case 'access-add': {
      const added = entryOf(whoOf(form, owner), level)
      return [...permissions.filter((entry) => everyone(entry) || keyOf(entry) !== keyOf(added)), added]
    }
    default:
      return undefined
  }
}

/** The address of a form that gives access to a person; undefined for groups, and for a person who had access already. */
export function newlyGranted(before: readonly Permission[], form: URLSearchParams, owner: Owner): string | undefined {
  const added = whoOf(form, owner)
  return before.some((entry) => keyOf(entry) === keyOf(added)) ? undefined : added.email
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
  if (who === 'organization') return { type: 'organization', id: text, name: form.get(`name:${text}`) ?? text }
  if (who === 'contributors') return { ...organization, roles: ['contrib'] }
  if (who.startsWith('department:')) {
    const department = who.slice('department:'.length)
    return { ...organization, department, departmentName: form.get(`name:${department}`) ?? department }
  }
  return who === 'members' ? organization : { type: 'user', id: '*' }
}
