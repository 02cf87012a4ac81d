/** Who may see, use and change a remote service. Pure. */
import { problem } from '../errors'
import { type Actor, accountsOf, type Owner } from '../identity'
import { isSuperAdmin, roleOver } from '../permissions'
import { accountReference, isOpenTo } from '../resources'
import type { RemoteService } from './document'

type Guarded = Pick<RemoteService, 'owner' | 'public' | 'privateAccess'>

/** Whether an account may use a service. */
export function accountCanUse(account: Pick<Owner, 'type' | 'id'>, service: Guarded): boolean {
  return isOpenToAny(service, [accountReference(account)])
}

/** Whether an actor may see a service and use its proxy. */
export function canUse(actor: Actor, service: Guarded): boolean {
  return actor.type === 'system' || isSuperAdmin(actor) || isOpenToAny(service, accountsOf(actor))
}

/** Whether an actor may change a service: administrators of its account, and super-administrators. Keys may not. */
export function canChange(actor: Actor, { owner }: Pick<Guarded, 'owner'>): boolean {
  if (actor.type !== 'user') return false
  if (isSuperAdmin(actor)) return true
  return owner !== undefined && roleOver(actor, owner) === 'admin'
}

/**
 * Requires that an actor may change a service. Services of other accounts are not found: their existence is theirs.
 *
 * @throws `remote-service-not-found`, `session-required`, `remote-service-refused`
 */
export function checkChange(actor: Actor, service: Guarded): void {
  if (canChange(actor, service)) return
  if (service.owner && !canUse(actor, service)) throw problem('remote-service-not-found')
  throw actor.type === 'user' ? problem('remote-service-refused') : problem('session-required')
}

function isOpenToAny(service: Guarded, accounts: readonly string[]): boolean {
  return (
    isOpenTo(service, accounts) || (service.owner !== undefined && accounts.includes(accountReference(service.owner)))
  )
}
