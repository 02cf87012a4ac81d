import { audit, namedOwner, newWebhookKey } from '../accounts'
import type { Context } from '../context'
import { tables } from '../db/client'
import { searchColumns } from '../db/search-columns'
import { problem } from '../errors'
import { authorOf, ownerColumns } from '../identity'
import { roleOver } from '../permissions'
import { collectorAdmin } from './actor'
import { wakeListener } from './devices/mqtt-listeners'
import type { CollectorCreation } from './document'
import { addCollectorEvent } from './journal'
import { type Collector, readCollector } from './load'
import { checkConfig } from './plugins/check-config'
import { findPlugin } from './plugins/find-plugin'
import { rescheduled } from './runs/scheduled-runs'
import { checkRules } from './schedule'
import { sealConfig } from './secrets'

/**
 * Creates a collector. Only administrators of an account do: its runs write with the rights of the account.
 *
 * @throws `sign-in-required`, `collector-creation-refused`, `collector-plugin-unknown`, `collector-config-invalid`,
 *   `collector-schedule-invalid`, `collector-secrets-unavailable`
 */
export async function createCollector(ctx: Context, body: CollectorCreation): Promise<Collector> {
  const actor = collectorAdmin(ctx)
  const { owner: chosen = actor.account, title, plugin, active = false, scheduling = [], permissions = [] } = body
  if (roleOver(actor, chosen) !== 'admin') throw problem('collector-creation-refused')
  const owner = await namedOwner(ctx, actor, chosen)
  const { schema } = await findPlugin(ctx, plugin)
  const id = ctx.newId()
  const sealed = await sealConfig(ctx, { collector: id, schema, config: body.config ?? {}, stored: undefined })
  if (body.config || active) checkConfig(schema, sealed.config)
  checkRules(scheduling, ctx.now())
  const now = ctx.now().toISOString()
  const author = JSON.stringify(authorOf(actor))
  await ctx.db.batch([
    ctx.db.insert(tables.collectors).values({
      id,
      ...ownerColumns(owner),
      title,
      ...searchColumns({ title, summary: plugin }, owner),
      plugin,
      active,
      config: JSON.stringify(sealed.config),
      secrets: JSON.stringify(sealed.secrets),
      scheduling: JSON.stringify(scheduling),
      permissions: JSON.stringify(permissions),
      webhookKey: newWebhookKey(),
      state: '{}',
      createdAt: now,
      createdBy: author,
      updatedAt: now,
      updatedBy: author,
    }),
    addCollectorEvent(ctx, id, { type: 'create' }),
    audit(ctx, 'createCollector', `collectors/${id}`),
    ...rescheduled(ctx, { id, active, scheduling }),
  ])
  await wakeListener(ctx, { id, plugin })
  return readCollector(ctx, id)
}
