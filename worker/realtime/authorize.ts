import { actorOfCookies, actorOfKey, actorOfKeyId, actorOfLink } from '../accounts'
import type { Context } from '../context'
import { actorFor, type Dataset, readDataset } from '../datasets'
import { Problem, problem } from '../errors'
import type { Actor, Visitor } from '../identity'
import { can } from '../permissions'
import { type Channel, operationOf, type SocketLink } from './protocol'

/** The scope that a key needs here: `datasets-read` is not enough (contract datasets §7.3). */
const scopes = ['datasets']

/**
 * Who a subscription speaks for: a key that was presented, the link that a page was opened with, the session of the socket's
 * handshake, or nobody. It names them, and never holds what they may do: that is asked again for as long as the socket lives.
 */
export type Credential =
  | { type: 'key'; id: string }
  | ({ type: 'link' } & SocketLink)
  | { type: 'session'; cookie: string }
  | { type: 'anonymous' }

/** Nobody in particular: listening has no author. */
const visitor: Visitor = { type: 'anonymous' }

/** A context of the socket's instance, and the directory's database. */
export type Door = { ctx: Context; database: D1Database }

/** Finds whose key a client presents. @throws `key-unknown`, `key-expired` */
export async function credentialOfKey(ctx: Context, clearKey: string): Promise<Credential> {
  const actor = await actorOfKey(ctx, clearKey)
  return actor.type === 'apiKey' ? { type: 'key', id: actor.id } : { type: 'anonymous' }
}

/** The link, where it opens the dataset of a channel; elsewhere it changes nothing (contract editable-accounts B.8). */
export async function credentialOfLink(
  ctx: Context,
  { link, channel, otherwise }: { link: SocketLink; channel: Channel; otherwise: Credential },
): Promise<Credential> {
  const actor = await actorOfLink(ctx, { ...link, dataset: channel.dataset }, visitor)
  return actor ? { type: 'link', ...link } : otherwise
}

/**
 * Whether someone may listen to a channel now.
 *
 * @throws `channel-unknown`, then `sign-in-required`, `key-unknown`, `key-expired`, `key-scope-missing`, then `channel-forbidden`
 */
export async function authorize(
  door: Door,
  channel: Channel,
  credential: () => Promise<Credential>,
): Promise<{ dataset: Dataset; credential: Credential }> {
  const { ctx } = door
  const dataset = await findDataset(ctx, channel.dataset)
  const holder = await credential()
  const actor = actorFor({ ...ctx, identity: { actor: await actorOf(door, holder, channel) } }, scopes)
  if (!can(actor, operationOf(channel.subject), dataset)) throw problem('channel-forbidden')
  return { dataset, credential: holder }
}

async function findDataset(ctx: Context, id: string): Promise<Dataset> {
  try {
    return await readDataset(ctx, id)
  } catch (error) {
    const isUnknown = error instanceof Problem && error.code === 'dataset-not-found'
    throw isUnknown ? problem('channel-unknown', { resource: `datasets/${id}` }) : error
  }
}

/** @throws `sign-in-required` when the session of the handshake has ended */
async function actorOf({ ctx, database }: Door, credential: Credential, channel: Channel): Promise<Actor> {
  switch (credential.type) {
    case 'anonymous':
      return { type: 'anonymous' }
    case 'key':
      return actorOfKeyId(ctx, credential.id)
    case 'link':
      return (await actorOfLink(ctx, { ...credential, dataset: channel.dataset }, visitor)) ?? visitor
    case 'session': {
      const handshake = { headers: new Headers({ cookie: credential.cookie }), method: 'GET' }
      const actor = await actorOfCookies(ctx, database, handshake)
      if (actor.type === 'anonymous') throw problem('sign-in-required')
      return actor
    }
  }
}
