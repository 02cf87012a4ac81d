import type { Context } from '../../context'
import { tables } from '../../db/client'
import { isAmong } from '../../resources/list'
import { storeBase } from './register'
import { folderUrl } from './url'

const { baseApplications } = tables

/** Registers the base applications that the configuration names and that are not there yet; the next tick tries again. */
export async function seedBases(ctx: Context): Promise<void> {
  const named = ctx.config.BASE_APPLICATIONS
  if (named.length === 0) return
  const urls = named.map(folderUrl)
  const rows = await ctx.db
    .select({ url: baseApplications.url })
    .from(baseApplications)
    .where(isAmong(baseApplications.url, urls))
  const known = new Set(rows.map(({ url }) => url))
  for (const url of urls.filter((one) => !known.has(one))) {
    try {
      await storeBase(ctx, url, { isPublic: true })
    } catch (error) {
      ctx.log('warn', 'a base application could not be registered', { url, error: String(error) })
    }
  }
}
