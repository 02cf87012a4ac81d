/** Logos, of the service and of organizations: their objects in R2, and how they are sent. */
import { and, eq } from 'drizzle-orm'
import type { Context } from '../context'
import { tables } from '../db/client'
import { problem } from '../errors'
import { limits } from '../limits'
import { logoType } from './logo-type'

const { discards } = tables

export type Logo = { bytes: Uint8Array<ArrayBuffer>; type: string }

/**
 * Stores a logo below a prefix. The object is in the list of discards until a row refers to it (`keepLogo`), so that an interrupted
 * request leaves no orphan in R2.
 *
 * @returns its R2 key
 * @throws `logo-invalid`
 */
export async function storeLogo(ctx: Context, prefix: string, image: Uint8Array<ArrayBuffer>): Promise<string> {
  if (!logoType(image)) throw problem('logo-invalid')
  const logo = `${prefix}/${ctx.newId()}`
  await discardLogo(ctx, logo, limits.files.deleteUnreferencedAfterMs)
  await ctx.files.put(logo, image)
  return logo
}

/** The statement that takes a logo out of the list of discards, for the batch that makes a row refer to it. */
export const keepLogo = (ctx: Context, logo: string | null) =>
  ctx.db.delete(discards).where(and(eq(discards.kind, 'file'), eq(discards.name, logo ?? '')))

/** The statement that discards a logo after a while. */
export const discardLogo = (ctx: Context, logo: string, ms: number) =>
  ctx.db.insert(discards).values({ kind: 'file', name: logo, notBefore: ctx.now().getTime() + ms })

/** A logo and its media type. @throws `logo-missing` */
export async function readLogo(ctx: Context, { logo }: { logo?: string | undefined }): Promise<Logo> {
  const object = logo ? await ctx.files.get(logo) : null
  if (!object) throw problem('logo-missing')
  const bytes = new Uint8Array(await object.arrayBuffer())
  return { bytes, type: logoType(bytes) ?? 'application/octet-stream' }
}

export function sendLogo({ bytes, type }: Logo): Response {
  return new Response(bytes, {
    headers: {
      'content-type': type,
      'cache-control': `public, max-age=${limits.cache.publicMaxAgeSeconds}`,
      // An SVG may have styles.
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
    },
  })
}

const bytes = { schema: { type: 'string', format: 'binary' } } as const
/** The media types of logos in the description of the API. */
export const logoTypes = { 'image/png': bytes, 'image/jpeg': bytes, 'image/webp': bytes, 'image/svg+xml': bytes }
