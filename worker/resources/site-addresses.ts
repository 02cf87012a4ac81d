/** Addresses of resources on the domain of a publication site: by slug, among the resources of the account of the site. */
import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import type { Context, SiteDomain } from '../context'
import { tables } from '../db/client'
import { problem } from '../errors'
import type { ResourceKind } from './kind'

type Named = { id: string; slug: string }

/** The name of a resource in its address. */
export const nameIn = (site: SiteDomain | undefined, { id, slug }: Named): string => (site ? slug : id)

/** The page of a resource: that of the site if it has a template, else that of this service. Pure. */
export function pageIn(template: string | undefined, { id, slug }: Named, page: string): string {
  if (!template || !/^https?:\/\//.test(template)) return page
  return template.replaceAll('{id}', encodeURIComponent(id)).replaceAll('{slug}', encodeURIComponent(slug))
}

/** The condition that restricts a list to the resources of the account of a site. */
export function ownedBySite({ table }: Pick<ResourceKind, 'table'>, site: SiteDomain | undefined): SQL | undefined {
  return site && and(eq(table.ownerType, site.owner.type), eq(table.ownerId, site.owner.id))
}

/**
 * The id of the resource that a request names by id or slug: at the domain of a site, or with the name of a site
 * (`type:id`) in its query. Undefined when the request names no site, or when nothing has the name.
 *
 * @throws `dataset-not-found`, `application-not-found`: the resource belongs to another account
 */
export async function idNamed(
  ctx: Pick<Context, 'db' | 'site'>,
  kind: ResourceKind,
  { name, siteName }: { name: string; siteName: string | null },
): Promise<string | undefined> {
  const { table } = kind
  const ofSite = ownedBySite(kind, ctx.site) ?? (siteName === null ? undefined : ownedByNamedSite(kind, siteName))
  if (!ofSite) return undefined
  const rows = await ctx.db
    .select({ id: table.id })
    .from(table)
    .where(and(ofSite, or(eq(table.id, name), eq(table.slug, name))))
    .limit(2)
  const own = rows.find(({ id }) => id === name) ?? (rows.length === 1 ? rows[0] : undefined)
  if (own) return own.id
  const others = await ctx.db.select({ id: table.id }).from(table).where(eq(table.id, name))
  if (others.length > 0) throw problem(kind.problems.notFound)
  return undefined
}

/** The accounts that have a site of this name. */
function ownedByNamedSite({ table }: ResourceKind, siteName: string): SQL {
  const { settings } = tables
  return sql`(${table.ownerType}, ${table.ownerId}) in (select ${settings.ownerType}, ${settings.ownerId}
    from ${settings}, json_each(${settings.body}, '$.publicationSites') as site
    where site.value->>'type' || ':' || (site.value->>'id') = ${siteName})`
}
