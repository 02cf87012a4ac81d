import { eq } from 'drizzle-orm'
import { audit } from '../accounts'
import type { Context } from '../context'
import { tables } from '../db/client'
import { wakeListener } from './devices/mqtt-listeners'
import { addCollectorEvent, channelOf } from './journal'
import { loadCollector } from './load'

/**
 * Deletes a collector with its runs and their logs; its datasets stay. A run in progress loses its claim, and has no effect
 * any more.
 */
export async function removeCollector(ctx: Context, id: string): Promise<void> {
  const { title, plugin } = await loadCollector(ctx, id, 'admin')
  // Runs and logs are deleted with the row, by their foreign keys.
  await ctx.db.batch([
    addCollectorEvent(ctx, id, { type: 'delete', data: title }),
    ctx.db.delete(tables.collectors).where(eq(tables.collectors.id, id)),
    audit(ctx, 'removeCollector', `collectors/${id}`),
  ])
  await ctx.realtime.rightsChanged(channelOf(id))
  await wakeListener(ctx, { id, plugin })
}
