/** `ownerOf`: the owner of own lines. */
import { type Account, accountActorFor, namedOwner } from '../../../accounts'
import type { Context } from '../../../context'
import { problem } from '../../../errors'
import { type Actor, classOf, type DatasetOperation, type Owner, referenceOf, scopesFor } from '../../../identity'
import { isSuperAdmin } from '../../../permissions'
import { loadEditable } from '../../metadata/load'
import type { LineOwnership } from '../write/write-line'

/**
 * The owner in the URL, which must be the caller.
 *
 * @param reference `user:<id>` or `organization:<id>[:<department>]`
 * @throws `sign-in-required`, `key-scope-missing`, `dataset-not-found`, `ownership-off`, `owner-type-invalid`,
 *   `owner-not-self`, and what `beginOperation` throws
 */
export async function ownerOf(
  ctx: Context,
  { dataset: id, reference, operation }: { dataset: string; reference: string; operation: DatasetOperation },
): Promise<LineOwnership> {
  const actor = accountActorFor(ctx, scopesFor(classOf(operation)))
  const dataset = await loadEditable(ctx, id, operation, false)
  if (!dataset.metadata.rest?.lineOwnership) throw problem('ownership-off')
  const [, type, ownerId] = /^([^:]*):?(.*)$/s.exec(reference) ?? []
  if (type !== 'user' && type !== 'organization') throw problem('owner-type-invalid')
  const ownerName = nameOf(actor, reference) ?? (await nameForSuperAdmin(ctx, actor, { type, id: ownerId ?? '' }))
  if (ownerName === undefined) throw problem('owner-not-self')
  return { owner: reference, ownerName }
}

/**
 * The name of an owner that the actor may act as: the user or the active account. Complete references are compared:
 * an id may contain a colon, so that a prefix of a reference may be another owner.
 */
function nameOf(actor: Extract<Actor, { account: Owner }>, reference: string): string | undefined {
  if (actor.type === 'user' && reference === `user:${actor.id}`) return actor.name
  return reference === referenceOf(actor.account) ? actor.account.name : undefined
}

/** A super-administrator acts for any owner. */
async function nameForSuperAdmin(ctx: Context, actor: Actor, { type, id }: Account): Promise<string | undefined> {
  if (!isSuperAdmin(actor) || id === '') return undefined
  const [organization = '', department] = type === 'organization' ? id.split(':') : [id]
  const owner: Account = { type, id: organization, ...(department === undefined ? {} : { department }) }
  return (await namedOwner(ctx, actor, owner)).name
}
