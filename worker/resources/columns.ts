/** Columns that the tables of all resources have. */
import type { Context } from '../context'
import { type Actor, authorOf, type Owner } from '../identity'
import { type Permission, visibilityOf } from '../permissions'

export const permissionColumns = (permissions: Permission[]) => ({
  permissions: JSON.stringify(permissions),
  visibility: visibilityOf(permissions),
})

export const updateColumns = (ctx: Context, actor: Actor) => ({
  updatedAt: ctx.now().toISOString(),
  updatedBy: JSON.stringify(authorOf(actor)),
})

/** Whether two owners are departments of one account, or the account itself. */
export const isSameAccount = (one: Owner, other: Owner): boolean => one.type === other.type && one.id === other.id
