import type { Context } from '../../context'
import { tables } from '../../db/client'
import { isAmong } from '../../resources/list'
import { storeBase } from './register'
import { folderUrl } from './url'

const { baseApplications } = tables

/** Registers the missing base applications of `BASE_APPLICATIONS`; the next tick retries failures. */
export async function seedBases(ctx: Context): Promise<void> {
  const configured = ctx.config.BASE_APPLICATIONS
  if (configured.length === 0) return
  const urls = configured.map(folderUrl)
  const rows = await ctx.db
    .select({ url: baseApplications.url })
    .from(baseApplications)
    .where(isAmong(baseApplications.url, urls))
  const registered = new Set(rows.map(({ url }) => url))
  for (const url of urls.filter((address) => !registered.has(address))) {
    try {
      await storeBase(ctx, url, { isPublic: true })
    } catch (error) {
      ctx.log('warn', 'a base application could not be registered', { url, error: String(error) })
    }
  }
}
