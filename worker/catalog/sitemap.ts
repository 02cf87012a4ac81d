/** The sitemap of public pages (sitemaps.org): datasets and visualizations, the last changed first. */
import { desc, eq, sql } from 'drizzle-orm'
import type { Context } from '../context'
import { tables } from '../db/client'
import { escapeXml } from '../formats/xml/escape'
import { limits } from '../limits'
import { ownedBySite } from '../resources'

export async function readSitemap(ctx: Context): Promise<string> {
  const { datasets, applications } = tables
  const [datasetRows, applicationRows] = await ctx.db.batch([
    ctx.db
      .select({ id: datasets.id, updatedAt: datasets.updatedAt })
      .from(datasets)
      .where(sql`${eq(datasets.visibility, 'public')} and ${ownedBySite({ table: datasets }, ctx.site) ?? sql`true`}`)
      .orderBy(desc(datasets.updatedAt))
      .limit(limits.catalog.maxSitemapDatasets),
    ctx.db
      .select({ id: applications.id, updatedAt: applications.updatedAt })
      .from(applications)
      .where(
        sql`${eq(applications.visibility, 'public')} and ${eq(applications.status, 'configured')}
          and ${ownedBySite({ table: applications }, ctx.site) ?? sql`true`}`,
      )
      .orderBy(desc(applications.updatedAt))
      .limit(limits.catalog.maxSitemapApplications),
  ])
  const entry = (path: string, updatedAt?: string) =>
    `<url><loc>${escapeXml(ctx.baseUrl + path)}</loc>${updatedAt ? `<lastmod>${updatedAt}</lastmod>` : ''}</url>`
  return [
    '<?xml version="1.0" encoding="utf-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    entry('/'),
    ...datasetRows.map(({ id, updatedAt }) => entry(`/dataset/${id}`, updatedAt)),
    ...applicationRows.map(({ id, updatedAt }) => entry(`/application/${id}`, updatedAt)),
    '</urlset>\n',
  ].join('\n')
}
