import { actorOfLinkKey } from '../../accounts'
import type { Context } from '../../context'

/**
 * The dataset in the URL of an embed, and its reader: with the key of an application that opens it,
 * `{key}:{id}`, the visitor of the protected link.
 */
export async function resolveEmbedName(ctx: Context, name: string): Promise<{ id: string; ctx: Context }> {
  const colon = name.indexOf(':')
  const id = name.slice(colon + 1)
  const visitor = 'actor' in ctx.identity ? ctx.identity.actor : undefined
  if (colon <= 0 || (visitor?.type !== 'user' && visitor?.type !== 'anonymous')) return { id, ctx }
  const actor = await actorOfLinkKey(ctx, { key: name.slice(0, colon), dataset: id }, visitor)
  return { id, ctx: { ...ctx, identity: { actor: actor ?? visitor } } }
}

/** Whether the reader came through a protected link. */
export function isFollowing({ identity }: Context): boolean {
  return 'actor' in identity && identity.actor.type === 'linkKey'
}
