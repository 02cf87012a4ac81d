import type { Context } from '../../context'
import { accountActorFor } from '../identity'
import { limitsOf } from './limits'

/** What the active account has (contract editable-accounts D.1). @throws `sign-in-required`, `key-scope-missing` */
export async function readStats(ctx: Context): Promise<{ limits: Record<string, unknown>; applications: number }> {
  const { account } = accountActorFor(ctx, ['stats'])
  // Applications are not kept yet: nobody has any.
  return { limits: await limitsOf(ctx, account), applications: 0 }
}
