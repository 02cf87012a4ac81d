import type { Context } from '../../context'
import { tables } from '../../db/client'
import { isAmong } from '../../resources/list'
import { folderUrl } from './base-url'
import { bundled, bundledFolder, isBundled } from './bundled'
import { readDeclarations, storeBaseApplication } from './register'

const { baseApplications } = tables

/**
 * Registers the missing base applications: those of `BASE_APPLICATIONS`, and the bundled ones, which are also updated when a
 * deployment has changed them. The next tick retries failures.
 */
export async function seedBases(ctx: Context): Promise<void> {
  const seeds = [
    ...bundled.map(({ name, category }) => ({ url: `${bundledFolder}${name}/`, overrides: { category } })),
    ...ctx.config.BASE_APPLICATIONS.map((address) => ({ url: folderUrl(address, ctx.baseUrl), overrides: {} })),
  ]
  const urls = seeds.map(({ url }) => url)
  const rows = await ctx.db.select().from(baseApplications).where(isAmong(baseApplications.url, urls))
  const registered = new Map(rows.map((row) => [row.url, row]))
  for (const { url, overrides } of seeds) {
    try {
      const row = registered.get(url)
      if (row && !(await isOutdated(ctx, row))) continue
      await storeBaseApplication(ctx, url, { isPublic: true, overrides })
    } catch (error) {
      ctx.log('warn', 'a base application could not be registered', { url, error: String(error) })
    }
  }
}

/** Whether a bundled application differs from its registration. */
async function isOutdated(ctx: Context, row: typeof baseApplications.$inferSelect): Promise<boolean> {
  if (!isBundled(row.url)) return false
  const { declared, filters } = await readDeclarations(ctx, row.url)
  return JSON.stringify(declared) !== row.meta || JSON.stringify(filters) !== row.datasetsFilters
}
