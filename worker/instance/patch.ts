import { sql } from 'drizzle-orm'
import { type AuditedAction, audit, superAdmin } from '../accounts'
import type { Context } from '../context'
import { tables } from '../db/client'
import { isFailed, requireThat } from '../db/precondition'
import { problem } from '../errors'
import { limits } from '../limits'
import { contrastWithWhite } from './color'
import { type InstancePatch, type InstanceSettings, instanceSchema, patched } from './document'
import { discardLogo, keepLogo, storeLogo } from './logo'
import { forgetInstance, type Instance, storedInstance } from './read-instance'

/** Changes the appearance of the instance. @throws `super-admin-only`, `colour-too-light`, `settings-changed` */
export async function patchInstance(ctx: Context, patch: InstancePatch): Promise<Instance> {
  superAdmin(ctx)
  const { minContrast } = limits.instance
  if (patch.color) {
    const contrast = contrastWithWhite(patch.color)
    if (contrast < minContrast) {
      throw problem('colour-too-light', {
        color: patch.color,
        contrast: Math.floor(contrast * 10) / 10,
        min: minContrast,
      })
    }
  }
  const { logo, version, ...settings } = await storedInstance(ctx)
  await store(ctx, { version, settings: patched(settings, patch), logo: logo ?? null, action: 'patchInstance' })
  return storedInstance(ctx)
}

/** Replaces the logo, or removes it. @throws `super-admin-only`, `logo-invalid`, `settings-changed` */
export async function setLogo(ctx: Context, image: Uint8Array<ArrayBuffer> | undefined): Promise<void> {
  superAdmin(ctx)
  const { logo: previous, version, ...settings } = await storedInstance(ctx)
  const logo = image ? await storeLogo(ctx, 'instance', image) : null
  await store(ctx, { version, settings, logo, previous, action: 'setLogo' })
}

type Stored = {
  /** The version that was read. */
  version: number
  settings: InstanceSettings
  logo: string | null
  /** The logo that is replaced. */
  previous?: string | undefined
  action: AuditedAction
}

async function store(ctx: Context, { version, settings, logo, previous, action }: Stored): Promise<void> {
  const { instance } = tables
  const row = { body: JSON.stringify(instanceSchema.parse(settings)), logo, version: version + 1 }
  const isUnchanged = sql`coalesce((select version from ${instance}), 0) = ${version}`
  const changes = ctx.db.batch([
    requireThat(ctx.db, 'settings_unchanged', isUnchanged),
    ctx.db
      .insert(instance)
      .values({ id: 1, ...row })
      .onConflictDoUpdate({ target: instance.id, set: row }),
    keepLogo(ctx, logo),
    ...(previous ? [discardLogo(ctx, previous, limits.lines.dropReplacedAfterMs)] : []),
    audit(ctx, action, 'instance'),
  ])
  await changes.catch((error: unknown) => {
    throw isFailed(error, 'settings_unchanged') ? problem('settings-changed') : error
  })
  forgetInstance()
}
