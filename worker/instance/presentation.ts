/** What an organization says of itself: its logo and its description, which everyone may read. */
import { z } from '@hono/zod-openapi'
import { eq, sql } from 'drizzle-orm'
import { accountAdmin, audit } from '../accounts'
import { TtlCache } from '../collections/ttl-cache'
import type { Context } from '../context'
import { tables } from '../db/client'
import type { Owner } from '../identity'
import { limits } from '../limits'
import { keepLogo, storeLogo } from './logo'

const { discards, organizationPresentations: presentations } = tables

export const presentationPatchSchema = z
  .strictObject({ description: z.string().trim().max(limits.instance.maxPresentationChars).nullable() })
  .openapi('OrganizationPresentationPatch')

export type Presentation = {
  description?: string
  /** R2 key of the logo. */
  logo?: string
  version: number
}

const recent = new TtlCache<Presentation>(limits.cache.instanceMs, limits.cache.maxEntries)

/** The presentation of an organization, cached for `limits.cache.instanceMs`; an empty one by default. */
export async function readPresentation(ctx: Context, organization: string): Promise<Presentation> {
  const now = ctx.now().getTime()
  const cached = recent.get(organization, now)
  if (cached) return cached.value
  const read = await storedPresentation(ctx, organization)
  recent.set(organization, read, now)
  return read
}

/** That of the owner of a resource; undefined for users, and for organizations that say nothing of themselves. */
export async function presentationOf(ctx: Context, { type, id }: Owner): Promise<Presentation | undefined> {
  if (type !== 'organization') return undefined
  const read = await readPresentation(ctx, id)
  return read.description || read.logo ? read : undefined
}

/** The presentation as it is stored, for those who change it. */
export async function storedPresentation(ctx: Context, organization: string): Promise<Presentation> {
  const [row] = await ctx.db.select().from(presentations).where(eq(presentations.organizationId, organization))
  if (!row) return { version: 0 }
  const { description, logo, version } = row
  return { ...(description ? { description } : {}), ...(logo ? { logo } : {}), version }
}

/** The address of the logo of an organization, if there is one. */
export const organizationLogoAddress = (
  { baseUrl }: Pick<Context, 'baseUrl'>,
  organization: string,
  { logo, version }: Presentation,
): string | undefined => logo && `${baseUrl}/api/v1/organizations/${encodeURIComponent(organization)}/logo?v=${version}`

/** Changes the description of an organization; null removes it. @throws what `accountAdmin` throws */
export async function patchPresentation(
  ctx: Context,
  organization: string,
  { description }: z.infer<typeof presentationPatchSchema>,
): Promise<Presentation> {
  accountAdmin(ctx, { type: 'organization', id: organization })
  await ctx.db.batch([
    store(ctx, organization, { description: description || null }),
    audit(ctx, 'patchPresentation', `organizations/${organization}`),
  ])
  recent.clear()
  return storedPresentation(ctx, organization)
}

/** Replaces the logo of an organization, or removes it. @throws `logo-invalid`, what `accountAdmin` throws */
export async function setOrganizationLogo(
  ctx: Context,
  organization: string,
  image: Uint8Array<ArrayBuffer> | undefined,
): Promise<void> {
  accountAdmin(ctx, { type: 'organization', id: organization })
  const logo = image ? await storeLogo(ctx, 'organizations', image) : null
  const notBefore = ctx.now().getTime() + limits.lines.dropReplacedAfterMs
  await ctx.db.batch([
    ctx.db
      .insert(discards)
      .select(
        sql`select 'file', ${presentations.logo}, ${notBefore} from ${presentations}
          where ${presentations.organizationId} = ${organization} and ${presentations.logo} is not null`,
      )
      .onConflictDoNothing(),
    store(ctx, organization, { logo }),
    keepLogo(ctx, logo),
    audit(ctx, 'setOrganizationLogo', `organizations/${organization}`),
  ])
  recent.clear()
}

const store = (
  ctx: Context,
  organizationId: string,
  changed: { description: string | null } | { logo: string | null },
) =>
  ctx.db
    .insert(presentations)
    .values({ organizationId, version: 1, ...changed })
    .onConflictDoUpdate({
      target: presentations.organizationId,
      set: { ...changed, version: sql`${presentations.version} + 1` },
    })
