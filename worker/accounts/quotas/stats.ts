import type { Context } from '../../context'
import { problem } from '../../errors'
import { actorFor } from '../identity'
import { limitsOf } from './limits'

/** What the active account has (contract editable-accounts D.1). @throws `sign-in-required`, `key-scope-missing` */
export async function readStats(ctx: Context): Promise<{ limits: Record<string, unknown>; applications: number }> {
  const actor = actorFor(ctx, ['stats'])
  if (actor.type !== 'user' && actor.type !== 'apiKey') throw problem('sign-in-required')
  // A key without scopes is nobody but its address: the account's figures are not its.
  if (actor.type === 'apiKey' && actor.scopes.length === 0) {
    throw problem('key-scope-missing', { expected: 'stats', received: '' })
  }
  // Applications are not kept yet: nobody has any.
  return { limits: await limitsOf(ctx, actor.account), applications: 0 }
}
