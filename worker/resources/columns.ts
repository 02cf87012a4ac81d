/** Columns that the tables of all resources have. */
import type { Context } from '../context'
import { type Actor, authorOf, type Owner } from '../identity'
import { type Permission, visibilityOf } from '../permissions'
import { foldAccents } from '../schema/fold-accents'

export const ownerColumns = (owner: Owner) => ({
  ownerType: owner.type,
  ownerId: owner.id,
  ownerName: owner.name,
  ownerDepartment: owner.department ?? null,
  ownerDepartmentName: owner.departmentName ?? null,
})

export const permissionColumns = (permissions: Permission[]) => ({
  permissions: JSON.stringify(permissions),
  visibility: visibilityOf(permissions),
})

type Description = {
  title: string
  summary?: string | null | undefined
  description?: string | null | undefined
  keywords?: readonly string[] | null | undefined
  topics?: readonly { title: string }[] | null | undefined
}

/** The title that lists sort by and the texts that their `q` searches, without case and accents. */
export function searchColumns(metadata: Description, owner: Owner): { sortTitle: string; searchText: string } {
  const { title, summary, description, keywords, topics } = metadata
  const texts = [title, summary, description, ...(keywords ?? []), ...(topics ?? []).map((topic) => topic.title)]
  return {
    sortTitle: foldAccents(title).trim(),
    searchText: foldAccents([...texts, owner.name, owner.departmentName].filter(Boolean).join('\n')),
  }
}

export const updateColumns = (ctx: Context, actor: Actor) => ({
  updatedAt: ctx.now().toISOString(),
  updatedBy: JSON.stringify(authorOf(actor)),
})

/** Whether two owners are departments of one account, or the account itself. */
export const isSameAccount = (one: Owner, other: Owner): boolean => one.type === other.type && one.id === other.id
