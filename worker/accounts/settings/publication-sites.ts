import { and, eq, sql } from 'drizzle-orm'
import { checkAgainst } from '../../check-against'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import type { Account } from './account-names'
import { readSettings } from './read-settings'
import { type PublicationSite, publicationSiteSchema, sentSiteSchema } from './schema'
import { writeSettings } from './write-settings'

/** Adds a publication site to an account, or replaces the one of the same type and id. */
export async function putPublicationSite(ctx: Context, account: Account, body: unknown): Promise<PublicationSite> {
  const current = await sitesIn(ctx, account)
  const site = checkAgainst(sentSiteSchema, body)
  const stored = current.find((one) => isSame(one, site))
  const settings = site.settings || stored?.settings ? { settings: { ...stored?.settings, ...site.settings } } : {}
  const publicationSites = [...current.filter((one) => !isSame(one, site)), { ...site, ...settings }]
  await writeSettings(ctx, { account, body: { publicationSites }, merge: true })
  return site
}

/** Removes a publication site of an account, and from the datasets and applications that were published there. */
export async function removePublicationSite(
  ctx: Context,
  account: Account,
  site: { type: string; id: string },
): Promise<void> {
  const publicationSites = (await sitesIn(ctx, account)).filter((one) => !isSame(one, site))
  await writeSettings(ctx, { account, body: { publicationSites }, merge: true })
  const name = `${site.type}:${site.id}`
  for (const table of [tables.datasets, tables.applications]) {
    for (const path of ['$.publicationSites', '$.requestedPublicationSites']) {
      await ctx.db
        .update(table)
        .set({
          metadata: sql`json_set(${table.metadata}, ${path}, (select json_group_array(value)
            from json_each(${table.metadata}, ${path}) where value <> ${name}))`,
          version: sql`${table.version} + 1`,
        })
        .where(
          and(
            eq(table.ownerType, account.type),
            eq(table.ownerId, account.id),
            sql`exists (select 1 from json_each(${table.metadata}, ${path}) where value = ${name})`,
          ),
        )
    }
  }
}

async function sitesIn(ctx: Context, account: Account): Promise<PublicationSite[]> {
  const { publicationSites } = await readSettings(ctx, account)
  return publicationSiteSchema.array().parse(publicationSites ?? [])
}

const isSame = (a: { type: string; id: string }, b: { type: string; id: string }) => a.type === b.type && a.id === b.id
