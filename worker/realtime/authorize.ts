import { actorFor, actorOfCookies, actorOfKey, actorOfKeyId, actorOfLinkKey } from '../accounts'
import { readApplication } from '../applications'
import { collectorProfileOf, profileIncludes, readCollector } from '../collectors'
import type { Context } from '../context'
import { readDataset } from '../datasets'
import { Problem, problem } from '../errors'
import type { Actor, Visitor } from '../identity'
import { can } from '../permissions'
import type { ParsedChannel, SocketLinkKey } from './protocol'

/** The scope that a key needs to subscribe: `datasets-read` is not enough. */
const scopes = { datasets: ['datasets'], applications: ['applications'], collectors: ['datasets'] }

/**
 * The credential of a subscription: an API key, the protected link that opened the page, the session of the socket's
 * handshake, or none. It is an identifier without permissions: these are checked again while the socket is open.
 */
export type Credential =
  | { type: 'key'; id: string }
  | ({ type: 'linkKey' } & SocketLinkKey)
  | { type: 'session'; cookie: string }
  | { type: 'anonymous' }

/** Anonymous: a subscription has no author. */
const visitor: Visitor = { type: 'anonymous' }

/** A context of the socket's instance, and the database of the directory. */
export type AuthContext = { ctx: Context; database: D1Database }

/** Finds the account of an API key. @throws `key-unknown`, `key-expired` */
export async function credentialOfKey(ctx: Context, clearKey: string): Promise<Credential> {
  const actor = await actorOfKey(ctx, clearKey)
  return actor.type === 'apiKey' ? { type: 'key', id: actor.id } : { type: 'anonymous' }
}

/** The link key, if it opens the dataset of the channel; otherwise it is ignored. */
export async function credentialOfLinkKey(
  ctx: Context,
  { linkKey, channel, otherwise }: { linkKey: SocketLinkKey; channel: ParsedChannel; otherwise: Credential },
): Promise<Credential> {
  const actor = await actorOfLinkKey(ctx, { ...linkKey, dataset: channel.resource }, visitor)
  return actor ? { type: 'linkKey', ...linkKey } : otherwise
}

/**
 * Checks that a credential may subscribe to a channel now.
 *
 * @throws `channel-unknown`, then `sign-in-required`, `key-unknown`, `key-expired`, `key-scope-missing`, then `channel-forbidden`
 */
export async function authorize(
  auth: AuthContext,
  channel: ParsedChannel,
  credential: () => Promise<Credential>,
): Promise<{ credential: Credential }> {
  const { ctx } = auth
  const allows = await accessOf(ctx, channel)
  const holder = await credential()
  const actor = actorFor({ ...ctx, identity: { actor: await actorOf(auth, holder, channel) } }, scopes[channel.kind])
  if (!allows(actor)) throw problem('channel-forbidden')
  return { credential: holder }
}

/** Loads the resource of a channel. @returns whether an actor may listen @throws `channel-unknown` */
async function accessOf(ctx: Context, channel: ParsedChannel): Promise<(actor: Actor) => boolean> {
  const { kind, id } = channel
  try {
    if (channel.kind === 'collectors') {
      const collector = await readCollector(ctx, id)
      return (actor) => profileIncludes(collectorProfileOf(actor, collector), channel.profile)
    }
    const { operation } = channel
    const resource = await (kind === 'datasets' ? readDataset(ctx, id) : readApplication(ctx, id))
    return (actor) => can(actor, operation, resource)
  } catch (error) {
    const isUnknown = error instanceof Problem && error.status === 404
    throw isUnknown ? problem('channel-unknown', { resource: `${kind}/${id}` }) : error
  }
}

/** @throws `sign-in-required` when the session of the handshake has ended */
async function actorOf({ ctx, database }: AuthContext, credential: Credential, channel: ParsedChannel): Promise<Actor> {
  switch (credential.type) {
    case 'anonymous':
      return { type: 'anonymous' }
    case 'key':
      return actorOfKeyId(ctx, credential.id)
    case 'linkKey':
      return (await actorOfLinkKey(ctx, { ...credential, dataset: channel.resource }, visitor)) ?? visitor
    case 'session': {
      const handshake = { headers: new Headers({ cookie: credential.cookie }), method: 'GET' }
      const settings = { database, config: ctx.config, baseUrl: ctx.baseUrl }
      const actor = await actorOfCookies(ctx, settings, handshake)
      if (actor.type === 'anonymous') throw problem('sign-in-required')
      return actor
    }
  }
}
