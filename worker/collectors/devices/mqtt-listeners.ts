/** The listeners of collectors with the plugin mqtt: one object each. */
import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { limits } from '../../limits'
import type { MqttStatus } from './mqtt-listener'

const { collectors } = tables

/** Tells the listener of a collector that it was created, changed or deleted. A failure is made good by the next tick. */
export async function wakeListener(ctx: Context, collector: { id: string; plugin: string }): Promise<void> {
  if (collector.plugin !== 'mqtt') return
  const { id } = collector
  ctx.later(() => ctx.mqttListeners.getByName(id).wake(id))
}

/** Wakes the listeners of all active collectors: connections do not outlive a deployment. */
export async function wakeListeners(ctx: Context): Promise<void> {
  const rows = await ctx.db
    .select({ id: collectors.id })
    .from(collectors)
    .where(and(eq(collectors.active, true), eq(collectors.plugin, 'mqtt')))
    .limit(limits.collectors.tickBatch)
  const wake = ({ id }: { id: string }) =>
    ctx.mqttListeners
      .getByName(id)
      .wake(id)
      .catch((error: unknown) => ctx.log('warn', 'a listener was not woken', { collector: id, error: String(error) }))
  const some = limits.devices.wokenAtOnce
  for (let at = 0; at < rows.length; at += some) await Promise.all(rows.slice(at, at + some).map(wake))
}

/** The state of the connection of a collector. */
export async function mqttStatus(ctx: Context, { id, plugin }: { id: string; plugin: string }): Promise<MqttStatus> {
  if (plugin !== 'mqtt') return { status: 'stopped', stored: 0, refused: 0, lastMessageAt: undefined }
  return ctx.mqttListeners.getByName(id).status()
}
