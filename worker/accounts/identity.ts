/** Who a request speaks for, once something is asked of it. */
import type { Context } from '../context'
import { problem } from '../errors'
import type { Actor } from './actor'
import type { Owner } from './owner'
import { isSuperAdmin, roleOver } from './permissions'

export type User = Extract<Actor, { type: 'user' }>

/** The actor of a request that a key of these scopes may make. @throws `key-unknown`, `key-expired`, `key-scope-missing` */
export function actorFor(ctx: Context, scopes: readonly string[]): Actor {
  if ('refused' in ctx.identity) throw ctx.identity.refused
  const { actor } = ctx.identity
  if (actor.type === 'apiKey' && actor.scopes.length > 0 && !actor.scopes.some((scope) => scopes.includes(scope))) {
    throw problem('key-scope-missing', { expected: scopes.join(' | '), received: actor.scopes.join(', ') })
  }
  return actor
}

/**
 * The user of a session. Keys are ignored where accounts are managed: a key that leaks must not make others
 * (contract editable-accounts B.3).
 *
 * @throws `sign-in-required`, `origin-refused`, `session-invalid`
 */
export function sessionUser(ctx: Context): User {
  if ('refused' in ctx.identity) {
    const { refused } = ctx.identity
    throw refused.code.startsWith('key-') ? problem('session-required') : refused
  }
  const { actor } = ctx.identity
  if (actor.type !== 'user') throw problem('session-required')
  return actor
}

/** The user, who is an administrator of the account. @throws `account-refused` and what `sessionUser` throws */
export function accountAdmin(ctx: Context, account: Pick<Owner, 'type' | 'id' | 'department'>): User {
  const user = sessionUser(ctx)
  if (roleOver(user, { ...account, name: '' }) !== 'admin') throw problem('account-refused')
  return user
}

/** The user, who belongs to the account in any role. @throws `account-refused` and what `sessionUser` throws */
export function accountMember(ctx: Context, account: Pick<Owner, 'type' | 'id'>): User {
  const user = sessionUser(ctx)
  const belongs =
    account.type === 'user'
      ? account.id === user.id
      : user.memberships.some(({ organization }) => organization.id === account.id)
  if (!belongs && !isSuperAdmin(user)) throw problem('account-refused')
  return user
}

/** The user, who acts as super-administrator. @throws `super-admin-only` and what `sessionUser` throws */
export function superAdmin(ctx: Context): User {
  const user = sessionUser(ctx)
  if (!isSuperAdmin(user)) throw problem('super-admin-only')
  return user
}
