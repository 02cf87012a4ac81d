import { TtlCache } from '../collections/ttl-cache'
import type { Context } from '../context'
import { tables } from '../db/client'
import { limits } from '../limits'
import { parseReplacing } from '../schema/well-formed'
import { type InstanceSettings, instanceSchema } from './document'

export type Instance = InstanceSettings & {
  /** R2 key of the logo. */
  logo?: string
  version: number
}

const recent = new TtlCache<Instance>(limits.cache.instanceMs, 1)

/** The appearance of the instance, cached for `limits.cache.instanceMs`. The default one when the database does not respond. */
export async function readInstance(ctx: Pick<Context, 'db' | 'now' | 'log'>): Promise<Instance> {
  const now = ctx.now().getTime()
  const cached = recent.get('', now)
  if (cached) return cached.value
  try {
    const read = await storedInstance(ctx)
    recent.set('', read, now)
    return read
  } catch (error) {
    // Pages of errors need a frame too.
    ctx.log('error', 'the appearance of the instance cannot be read', { cause: String(error) })
    return { version: 0 }
  }
}

/** The appearance as it is stored. */
export async function storedInstance(ctx: Pick<Context, 'db'>): Promise<Instance> {
  const [row] = await ctx.db.select().from(tables.instance)
  if (!row) return { version: 0 }
  const settings = instanceSchema.parse(parseReplacing(row.body))
  return { ...settings, ...(row.logo ? { logo: row.logo } : {}), version: row.version }
}

/** Clears the cached appearance. Call it after a change. */
export function forgetInstance(): void {
  recent.clear()
}
