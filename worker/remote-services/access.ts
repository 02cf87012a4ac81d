/** Who may see, use and change a remote service. Pure. */
import { problem } from '../errors'
import { type Actor, accountsOf, type Owner, referenceOf } from '../identity'
import { isSuperAdmin, roleOver } from '../permissions'
import type { RemoteService } from './document'

type Guarded = Pick<RemoteService, 'owner' | 'public' | 'privateAccess'>
type Account = Pick<Owner, 'type' | 'id'>

/** Whether an account may use a service. */
export function isOpenTo({ owner, public: isPublic, privateAccess }: Guarded, account: Account): boolean {
  return isPublic || [...privateAccess, ...(owner ? [owner] : [])].some((one) => reference(one) === reference(account))
}

/** Whether an actor may see a service and use its proxy. */
export function canUse(actor: Actor, service: Guarded): boolean {
  if (service.public || actor.type === 'system' || isSuperAdmin(actor)) return true
  const accounts = new Set(accountsOf(actor))
  const { owner, privateAccess } = service
  return [...privateAccess, ...(owner ? [owner] : [])].some((one) => accounts.has(reference(one)))
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

const reference = ({ type, id }: Account) => referenceOf({ type, id })
