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

/** The appearance of the instance, cached for `limits.cache.instanceMs`. */
export async function readInstance(ctx: Pick<Context, 'db' | 'now'>): Promise<Instance> {
  const now = ctx.now().getTime()
  const cached = recent.get('', now)
  if (cached) return cached.value
  const read = await storedInstance(ctx)
  recent.set('', read, now)
  return read
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
