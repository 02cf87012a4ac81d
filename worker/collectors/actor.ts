/** The actor of a request about collectors, and that of a run. */
import { actorFor } from '../accounts'
import type { Context } from '../context'
import { problem } from '../errors'
import { type Actor, assertSignedIn, type Owner, type SignedIn, withoutLinkKey } from '../identity'
import { roleOver } from '../permissions'

/** A collector writes the datasets of its account: a key needs all rights on datasets. */
const scopes = ['datasets']

/** @throws `key-unknown`, `key-expired`, `key-scope-missing` */
export const collectorActor = (ctx: Context): Actor => withoutLinkKey(actorFor(ctx, scopes))

/**
 * The actor of a request that creates a collector, or has the service call an address: an administrator of the active account.
 *
 * @throws `sign-in-required`, `collector-creation-refused`
 */
export function collectorAdmin(ctx: Context): SignedIn {
  const actor = collectorActor(ctx)
  assertSignedIn(actor)
  if (roleOver(actor, actor.account) !== 'admin') throw problem('collector-creation-refused')
  return actor
}

/** The actor of the runs of a collector: it has the rights of its account on datasets, and nothing else. */
export const actorOfRuns = (collector: { id: string; title: string; owner: Owner }) =>
  ({
    type: 'apiKey',
    id: `collector:${collector.id}`,
    title: collector.title,
    email: '',
    scopes,
    account: collector.owner,
  }) satisfies Actor
