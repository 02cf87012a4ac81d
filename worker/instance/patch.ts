import { and, eq, sql } from 'drizzle-orm'
import { type AuditedAction, audit, superAdmin } from '../accounts'
import type { Context } from '../context'
import { tables } from '../db/client'
import { isFailed, requireThat } from '../db/precondition'
import { problem } from '../errors'
import { limits } from '../limits'
import { contrastWithWhite } from './color'
import { type InstancePatch, type InstanceSettings, instanceSchema, patched } from './document'
import { logoType } from './logo-type'
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

/**
 * Replaces the logo, or removes it. The new object is in the list of discards until the row refers to it, and the
 * previous one from then on, so that an interrupted request leaves no orphan in R2.
 *
 * @throws `super-admin-only`, `logo-invalid`, `settings-changed`
 */
export async function setLogo(ctx: Context, image: Uint8Array<ArrayBuffer> | undefined): Promise<void> {
  superAdmin(ctx)
  if (image && !logoType(image)) throw problem('logo-invalid')
  const { logo: previous, version, ...settings } = await storedInstance(ctx)
  const logo = image ? `instance/${ctx.newId()}` : null
  if (image && logo) {
    await discardAfter(ctx, logo, limits.files.deleteUnreferencedAfterMs)
    await ctx.files.put(logo, image)
  }
  await store(ctx, { version, settings, logo, previous, action: 'setLogo' })
}

/** The logo and its media type. @throws `logo-missing` */
export async function readLogo(
  ctx: Context,
  { logo }: Instance,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string }> {
  const object = logo ? await ctx.files.get(logo) : null
  if (!object) throw problem('logo-missing')
  const bytes = new Uint8Array(await object.arrayBuffer())
  return { bytes, type: logoType(bytes) ?? 'application/octet-stream' }
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
  const { discards, instance } = tables
  const row = { body: JSON.stringify(instanceSchema.parse(settings)), logo, version: version + 1 }
  const isUnchanged = sql`coalesce((select version from ${instance}), 0) = ${version}`
  const changes = ctx.db.batch([
    requireThat(ctx.db, 'settings_unchanged', isUnchanged),
    ctx.db
      .insert(instance)
      .values({ id: 1, ...row })
      .onConflictDoUpdate({ target: instance.id, set: row }),
    ctx.db.delete(discards).where(and(eq(discards.kind, 'file'), eq(discards.name, logo ?? ''))),
    ...(previous ? [discardAfter(ctx, previous, limits.lines.dropReplacedAfterMs)] : []),
    audit(ctx, action, 'instance'),
  ])
  await changes.catch((error: unknown) => {
    throw isFailed(error, 'settings_unchanged') ? problem('settings-changed') : error
  })
  forgetInstance()
}

function discardAfter(ctx: Context, object: string, ms: number) {
  const row = { kind: 'file' as const, name: object, notBefore: ctx.now().getTime() + ms }
  return ctx.db.insert(tables.discards).values(row)
}
