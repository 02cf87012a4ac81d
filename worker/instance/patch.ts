import { eq, sql } from 'drizzle-orm'
import { audit, superAdmin } from '../accounts'
import type { Context } from '../context'
import { tables } from '../db/client'
import { problem } from '../errors'
import { signatureOf } from '../formats/kinds/signature'
import { limits } from '../limits'
import { contrastWithWhite } from './color'
import { type InstancePatch, type InstanceSettings, instanceSchema, patched } from './document'
import { forgetInstance, type Instance, storedInstance } from './read'

/** Changes the appearance of the instance. @throws `super-admin-only`, `colour-too-light` */
export async function patchInstance(ctx: Context, patch: InstancePatch): Promise<Instance> {
  superAdmin(ctx)
  const { minContrast } = limits.instance
  if (patch.color) {
    const contrast = contrastWithWhite(patch.color)
    if (contrast < minContrast) {
      throw problem('colour-too-light', { color: patch.color, contrast: contrast.toFixed(1), min: minContrast })
    }
  }
  const { logo, version: _, ...settings } = await storedInstance(ctx)
  await store(ctx, { settings: patched(settings, patch), logo: logo ?? null, action: 'patchInstance' })
  return storedInstance(ctx)
}

/** Replaces the logo, or removes it. @throws `super-admin-only`, `logo-invalid` */
export async function setLogo(ctx: Context, image: Uint8Array<ArrayBuffer> | undefined): Promise<void> {
  superAdmin(ctx)
  if (image && !logoType(image)) throw problem('logo-invalid')
  const { logo: previous, version: _, ...settings } = await storedInstance(ctx)
  const logo = image ? `instance/${ctx.newId()}` : null
  if (image && logo) await ctx.files.put(logo, image)
  await store(ctx, { settings, logo, action: 'setLogo' })
  if (previous) await ctx.files.delete(previous)
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

/** The media type of an image that may be a logo. SVG is none: it may hold scripts. */
function logoType(bytes: Uint8Array): string | undefined {
  const types: Partial<Record<string, string>> = { PNG: 'image/png', JPEG: 'image/jpeg', WEBP: 'image/webp' }
  return types[signatureOf(bytes) ?? '']
}

type Stored = { settings: InstanceSettings; logo: string | null; action: string }

async function store(ctx: Context, { settings, logo, action }: Stored): Promise<void> {
  const { instance } = tables
  const body = JSON.stringify(instanceSchema.parse(settings))
  await ctx.db.batch([
    ctx.db.insert(instance).values({ id: 1, body: '{}', version: 0 }).onConflictDoNothing(),
    ctx.db
      .update(instance)
      .set({ body, logo, version: sql`${instance.version} + 1` })
      .where(eq(instance.id, 1)),
    audit(ctx, action, 'instance'),
  ])
  forgetInstance()
}
