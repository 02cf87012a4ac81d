/** Publication sites with a domain of their own: the service answers there too. */
import { and, eq, sql } from 'drizzle-orm'
import { jsonChars } from '../../collections/json-chars'
import { LruCache } from '../../collections/lru-cache'
import type { Context, SiteDomain } from '../../context'
import { tables } from '../../db/client'
import { limits } from '../../limits'
import type { Account } from './account-names'
import { type PublicationSite, publicationSiteSchema } from './schema'

const { siteDomains } = tables

/** The host of the address of a site, with its port. */
const domainOf = ({ url }: PublicationSite): string | undefined => (URL.canParse(url) ? new URL(url).host : undefined)

/**
 * The statements that store the domains of the sites of an account. A domain that another account has already is left to
 * it.
 */
export function claimDomains(
  ctx: Pick<Context, 'db'>,
  { type, id, department = '' }: Account,
  sites: readonly PublicationSite[],
) {
  const rows = sites.flatMap((site) => {
    const domain = domainOf(site)
    const owner = { ownerType: type, ownerId: id, department }
    return domain ? [{ domain, ...owner, site: JSON.stringify(site) }] : []
  })
  return [
    ctx.db
      .delete(siteDomains)
      .where(and(eq(siteDomains.ownerType, type), eq(siteDomains.ownerId, id), eq(siteDomains.department, department))),
    ...rows.map((row) => ctx.db.insert(siteDomains).values(row).onConflictDoNothing()),
  ]
}

type Found = { site: SiteDomain | undefined; until: number }
const cache = new LruCache<Found>(limits.cache.accountsChars, jsonChars)

/** To call after a change of the sites of an account. */
export const forgetDomains = (): void => cache.clear()

/** The site at a domain, from the cache of the isolate for `limits.cache.domainMs`. */
export async function siteAt(
  ctx: Pick<Context, 'db' | 'now' | 'config'>,
  domain: string,
): Promise<SiteDomain | undefined> {
  const now = ctx.now().getTime()
  const cached = cache.get(domain)
  if (cached && cached.until > now) return cached.site
  const [row] = await ctx.db.select().from(siteDomains).where(sql`${siteDomains.domain} = ${domain}`)
  const site = row && siteIn(row, ctx.config.PUBLIC_URL)
  cache.set(domain, { site, until: now + limits.cache.domainMs })
  return site
}

function siteIn(row: typeof siteDomains.$inferSelect, publicUrl: string): SiteDomain {
  const { url, datasetUrlTemplate, applicationUrlTemplate } = publicationSiteSchema.parse(JSON.parse(row.site))
  return {
    owner: { type: row.ownerType, id: row.ownerId },
    // Every route is under the path of PUBLIC_URL, on all domains.
    baseUrl: new URL(url).origin + new URL(publicUrl).pathname.replace(/\/$/, ''),
    datasetUrlTemplate,
    applicationUrlTemplate,
  }
}
