import type { Context } from '../../context'
import { accountActorFor } from '../actor'
import { limitsOf } from './limits'

/** The limits and the usage of the active account. @throws `sign-in-required`, `key-scope-missing` */
export async function readStats(ctx: Context): Promise<{ limits: Record<string, unknown>; applications: number }> {
  const { account } = accountActorFor(ctx, ['stats'])
  // Applications are not counted yet.
  return { limits: await limitsOf(ctx, account), applications: 0 }
}
