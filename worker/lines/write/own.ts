/** `ownerOf`: who manages lines of their own (contract editable-accounts A.9). */
import { type Actor, type DatasetOperation, isSuperAdmin, withoutLink } from '../../accounts'
import type { Context } from '../../context'
import { actorFor, loadEditable } from '../../datasets'
import { problem } from '../../errors'
import type { LineOwnership } from './one'

/**
 * The owner that an address names, when it is the one who asks.
 *
 * @param reference `user:<id>` or `organization:<id>[:<department>]`
 * @throws `sign-in-required`, `dataset-not-found`, `ownership-off`, `owner-type-invalid`, `owner-not-self`, and what
 *   `permit` throws
 */
export async function ownerOf(
  ctx: Context,
  { dataset: id, reference, operation }: { dataset: string; reference: string; operation: DatasetOperation },
): Promise<LineOwnership> {
  const actor = withoutLink(actorFor(ctx, ['datasets']))
  if (actor.type === 'anonymous') throw problem('sign-in-required')
  const dataset = await loadEditable(ctx, id, operation, false)
  if (!dataset.metadata.rest?.lineOwnership) throw problem('ownership-off')
  const [type, ownerId, department] = reference.split(':')
  if (type !== 'user' && type !== 'organization') throw problem('owner-type-invalid')
  const name = nameOf(actor, { type, id: ownerId ?? '', department })
  if (name === undefined) throw problem('owner-not-self')
  return { owner: reference, ownerName: name }
}

/** The name of the owner for one who may act as it: the user itself, or the active account. */
function nameOf(
  actor: Actor,
  owner: { type: 'user' | 'organization'; id: string; department: string | undefined },
): string | undefined {
  if (actor.type !== 'user' && actor.type !== 'apiKey') return undefined
  if (actor.type === 'user' && owner.type === 'user' && owner.id === actor.id) return actor.name
  const { account } = actor
  const isActive = account.type === owner.type && account.id === owner.id && account.department === owner.department
  if (isActive) return account.name
  return isSuperAdmin(actor) ? owner.id : undefined
}
