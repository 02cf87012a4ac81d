/** The actor of a request, resolved when it is needed. */
import type { Context } from '../context'
import { problem } from '../errors'
import type { Owner } from '../identity'
import {
  type Actor,
  actingAccount,
  assertSignedIn,
  classOf,
  type DatasetOperation,
  scopesFor,
  withoutLinkKey,
} from '../identity'
import { can, type Guarded, isSuperAdmin, roleOver } from '../permissions'

export type User = Extract<Actor, { type: 'user' }>

/**
 * The actor of a request whose key, if any, has one of these scopes.
 *
 * @throws `key-unknown`, `key-expired`, `key-scope-missing`
 */
export function actorFor(ctx: Context, scopes: readonly string[]): Actor {
  if ('refused' in ctx.identity) throw ctx.identity.refused
  const { actor } = ctx.identity
  if (actor.type === 'apiKey' && !isInScope(actor, scopes)) {
    throw problem('key-scope-missing', { expected: scopes.join(' | '), received: actor.scopes.join(', ') })
  }
  return actor
}

/**
 * Whether the caller may do an operation on a dataset other than that of the request, by permissions and by the scopes
 * of a key.
 */
export function isAllowed(ctx: Context, operation: DatasetOperation, dataset: Guarded): boolean {
  if ('refused' in ctx.identity) return false
  const { actor } = ctx.identity
  const isScoped = actor.type !== 'apiKey' || isInScope(actor, scopesFor(classOf(operation)))
  return isScoped && can(actor, operation, dataset)
}

/** A key without scopes is limited by permissions only. */
function isInScope({ scopes }: Extract<Actor, { type: 'apiKey' }>, accepted: readonly string[]): boolean {
  return scopes.length === 0 || scopes.some((scope) => accepted.includes(scope))
}

/**
 * The actor of a request that needs an active account. For protected links it is the visitor.
 *
 * @throws `sign-in-required`, `key-unknown`, `key-expired`; `key-scope-missing` also for a key without any scope, which
 *   has no account
 */
export function accountActorFor(ctx: Context, scopes: readonly string[]): Extract<Actor, { account: Owner }> {
  const actor = withoutLinkKey(actorFor(ctx, scopes))
  assertSignedIn(actor)
  if (!actingAccount(actor)) throw problem('key-scope-missing', { expected: scopes.join(' | '), received: '' })
  return actor
}

/**
 * The user of a session. API keys are not accepted where accounts are managed: a leaked key must not create other keys.
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

/**
 * Requires an administrator of the account, and returns the user.
 *
 * @throws `account-refused` and what `sessionUser` throws
 */
export function accountAdmin(ctx: Context, account: Pick<Owner, 'type' | 'id' | 'department'>): User {
  const user = sessionUser(ctx)
  if (roleOver(user, { ...account, name: '' }) !== 'admin') throw problem('account-refused')
  return user
}

/**
 * Requires a member of the account in any role, and returns the user.
 *
 * @throws `account-refused` and what `sessionUser` throws
 */
export function accountMember(ctx: Context, account: Pick<Owner, 'type' | 'id'>): User {
  const user = sessionUser(ctx)
  const belongs =
    account.type === 'user'
      ? account.id === user.id
      : user.memberships.some(({ organization }) => organization.id === account.id)
  if (!belongs && !isSuperAdmin(user)) throw problem('account-refused')
  return user
}

/** Requires super-administrator mode, and returns the user. @throws `super-admin-only` and what `sessionUser` throws */
export function superAdmin(ctx: Context): User {
  const user = sessionUser(ctx)
  if (!isSuperAdmin(user)) throw problem('super-admin-only')
  return user
}
