import { eq } from 'drizzle-orm'
import { audit, namedOwner } from '../accounts'
import type { Context } from '../context'
import { tables } from '../db/client'
import { searchColumns } from '../db/search-columns'
import { problem } from '../errors'
import { ownerColumns } from '../identity'
import { rolesOver } from '../permissions'
import { updateColumns } from '../resources'
import { collectorActor } from './actor'
import { wakeListener } from './devices/mqtt-listeners'
import type { CollectorConfig, CollectorPatch } from './document'
import { channelOf } from './journal'
import { type Collector, loadCollector, readCollector } from './load'
import { checkConfig } from './plugins/check-config'
import { findPlugin } from './plugins/find-plugin'
import { targetSchema } from './plugins/target-dataset'
import { withoutHostKeys } from './runs/host-keys'
import { rescheduled } from './runs/scheduled-runs'
import { checkRules } from './schedule'
import { sealConfig } from './secrets'

/**
 * Changes a collector. A run in progress goes on with the configuration that it has started with; deactivation removes the
 * scheduled run.
 *
 * @throws `collector-refused`, `owner-refused`, `collector-plugin-unknown`, `collector-config-invalid`,
 *   `collector-schedule-invalid`, `collector-secrets-unavailable`, `collector-of-dataset`
 */
export async function patchCollector(ctx: Context, input: { id: string; patch: CollectorPatch }): Promise<Collector> {
  const { id, patch } = input
  const before = await loadCollector(ctx, id, 'admin')
  const actor = collectorActor(ctx)
  if (patch.owner && before.datasetId !== undefined) {
    throw problem('collector-of-dataset', { dataset: before.datasetId })
  }
  if (patch.owner && !rolesOver(actor, patch.owner).includes('admin')) throw problem('owner-refused')
  const owner = patch.owner ? await namedOwner(ctx, actor, patch.owner) : before.owner
  const { title = before.title } = patch
  const active = patch.active === undefined ? before.active : (patch.active ?? false)
  const scheduling = patch.scheduling === undefined ? before.scheduling : (patch.scheduling ?? [])
  const permissions = patch.permissions === undefined ? before.permissions : (patch.permissions ?? [])
  if (patch.scheduling) checkRules(patch.scheduling, ctx.now())
  let { config, secrets } = before
  if (patch.config !== undefined || (active && !before.active)) {
    const { schema } = await findPlugin(ctx, before.plugin)
    if (patch.config !== undefined) {
      const sent = patch.config ?? {}
      ;({ config, secrets } = await sealConfig(ctx, { collector: id, schema, config: sent, stored: before }))
    }
    if (patch.config || active) checkConfig(schema, config)
    checkDataset(before, config)
  }
  // Someone has looked at a collector that is activated again: its failures count anew.
  const isRevived = active && !before.active
  await ctx.db.batch([
    ctx.db
      .update(tables.collectors)
      .set({
        title,
        ...ownerColumns(owner),
        ...searchColumns({ title, summary: before.plugin }, owner),
        active,
        scheduling: JSON.stringify(scheduling),
        permissions: JSON.stringify(permissions),
        ...(patch.config === undefined ? {} : { config: JSON.stringify(config), secrets: JSON.stringify(secrets) }),
        // Whoever enters the secrets again trusts the server, which may be another one.
        ...(isEnteredAgain(before.secrets, secrets) ? { state: withoutHostKeys() } : {}),
        ...(isRevived ? { failures: 0, failingSince: null } : {}),
        ...updateColumns(ctx, actor),
      })
      .where(eq(tables.collectors.id, id)),
    audit(ctx, 'patchCollector', `collectors/${id}`),
    ...rescheduled(ctx, { id, active, scheduling }),
  ])
  if (patch.permissions !== undefined || patch.owner) await ctx.realtime.rightsChanged(channelOf(id))
  await wakeListener(ctx, before)
  return readCollector(ctx, id)
}

/** Whether a secret was entered: an unchanged one has the same ciphertext. */
const isEnteredAgain = (before: Collector['secrets'], now: Collector['secrets']): boolean =>
  Object.entries(now).some(([name, sealed]) => before[name] !== sealed)

/** The collector of a remote file goes on updating its dataset. @throws `collector-of-dataset` */
function checkDataset({ datasetId }: Collector, config: CollectorConfig): void {
  if (datasetId === undefined) return
  const target = targetSchema.safeParse(config).data
  if (target?.datasetMode !== 'update' || target.dataset?.id !== datasetId) {
    throw problem('collector-of-dataset', { dataset: datasetId })
  }
}
