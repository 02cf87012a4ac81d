import type { Owner } from '../../identity'
import { isSuperAdmin } from '../../permissions'
import type { View } from '../view'

/** For whom the reader may register an API: everyone, an account, or undefined: nobody. */
export function registersFor({ ctx: { identity } }: Pick<View, 'ctx'>): 'everyone' | Owner | undefined {
  const actor = 'actor' in identity ? identity.actor : undefined
  if (actor?.type !== 'user') return undefined
  if (isSuperAdmin(actor)) return 'everyone'
  return actor.role === 'admin' && !actor.account.department ? actor.account : undefined
}
