import { actorOfCookies, actorOfKey, actorOfKeyId, actorOfLink } from '../accounts'
import type { Context } from '../context'
import { actorFor, type Dataset, readDataset } from '../datasets'
import { Problem, problem } from '../errors'
import type { Actor, Visitor } from '../identity'
import { can } from '../permissions'
import { type Channel, operationOf, type SocketLink } from './protocol'

/** The scope that a key needs to subscribe: `datasets-read` is not enough. */
const scopes = ['datasets']

/**
 * The credential of a subscription: an API key, the application link that opened the page, the session of the socket's
 * handshake, or none. It is an identifier without permissions: these are checked again while the socket is open.
 */
export type Credential =
  | { type: 'key'; id: string }
  | ({ type: 'link' } & SocketLink)
  | { type: 'session'; cookie: string }
  | { type: 'anonymous' }

/** Anonymous: a subscription has no author. */
const visitor: Visitor = { type: 'anonymous' }

/** A context of the socket's instance, and the database of the directory. */
export type Door = { ctx: Context; database: D1Database }

/** Finds the account of an API key. @throws `key-unknown`, `key-expired` */
export async function credentialOfKey(ctx: Context, clearKey: string): Promise<Credential> {
  const actor = await actorOfKey(ctx, clearKey)
  return actor.type === 'apiKey' ? { type: 'key', id: actor.id } : { type: 'anonymous' }
}

/** The link, if it opens the dataset of the channel; otherwise it is ignored. */
export async function credentialOfLink(
  ctx: Context,
  { link, channel, otherwise }: { link: SocketLink; channel: Channel; otherwise: Credential },
): Promise<Credential> {
  const actor = await actorOfLink(ctx, { ...link, dataset: channel.dataset }, visitor)
  return actor ? { type: 'link', ...link } : otherwise
}

/**
 * Checks that a credential may subscribe to a channel now.
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
