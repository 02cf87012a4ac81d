/** Who a request speaks for, once something is asked of it. */
import type { Context } from '../context'
import { problem } from '../errors'
import type { Owner } from '../identity'
import { type Actor, actingAccount, classOf, type DatasetOperation, scopesFor, withoutLink } from '../identity'
import { can, type Guarded, isSuperAdmin, roleOver } from '../permissions'

export type User = Extract<Actor, { type: 'user' }>

/** The actor of a request that a key of these scopes may make. @throws `key-unknown`, `key-expired`, `key-scope-missing` */
export function actorFor(ctx: Context, scopes: readonly string[]): Actor {
  if ('refused' in ctx.identity) throw ctx.identity.refused
  const { actor } = ctx.identity
  if (actor.type === 'apiKey' && !isInScope(actor, scopes)) {
    throw problem('key-scope-missing', { expected: scopes.join(' | '), received: actor.scopes.join(', ') })
  }
  return actor
}

/** Whether the caller may do an operation on a dataset other than that of the request: by permissions, and scopes of a key. */
export function isAllowed(ctx: Context, operation: DatasetOperation, dataset: Guarded): boolean {
  if ('refused' in ctx.identity) return false
  const { actor } = ctx.identity
  const isScoped = actor.type !== 'apiKey' || isInScope(actor, scopesFor(classOf(operation)))
  return isScoped && can(actor, operation, dataset)
}

/** A key without scopes is held back by permissions alone. */
function isInScope({ scopes }: Extract<Actor, { type: 'apiKey' }>, accepted: readonly string[]): boolean {
  return scopes.length === 0 || scopes.some((scope) => accepted.includes(scope))
}

/**
 * The actor of a request that needs an account to act for. Through a link that is the visitor.
 *
 * @throws `sign-in-required`, `key-unknown`, `key-expired`; `key-scope-missing` also for a key without any scope, which
 *   has no account
 */
export function accountActorFor(ctx: Context, scopes: readonly string[]): Extract<Actor, { account: Owner }> {
  const actor = withoutLink(actorFor(ctx, scopes))
  if (actor.type !== 'user' && actor.type !== 'apiKey') throw problem('sign-in-required')
  if (!actingAccount(actor)) throw problem('key-scope-missing', { expected: scopes.join(' | '), received: '' })
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
