/** The stored picture of an application, which lists, portals and link previews show. */
import { eq, inArray } from 'drizzle-orm'
import type { Application } from '../applications'
import type { Context } from '../context'
import { tables } from '../db/client'
import { type Language, Problem } from '../errors'
import { captureKey, captureKeys } from '../files/object-keys'
import { limits } from '../limits'
import { anyoneCan, permissionsSchema } from '../permissions'
import { takeScreenshot } from './screenshot'
import type { Visit } from './visit'

/** As the header `x-capture-cache-status`; EXPIRED is taken anew because the application changed. */
type CaptureCacheStatus = 'HIT' | 'MISS' | 'EXPIRED'

type Thumbnail = { bytes: Uint8Array<ArrayBuffer>; status: CaptureCacheStatus }

/**
 * The stored capture of this version of the application, else a new one, with a second attempt.
 *
 * @param account whose page was captured: another account may see other data; `everyone` where all see the same page
 * @returns undefined when the page cannot be captured
 */
export async function readThumbnail(
  ctx: Context,
  application: Pick<Application, 'id' | 'updatedAt'>,
  { account, ...input }: Omit<Visit, 'viewport' | 'animates' | 'language'> & { account: string; language: Language },
): Promise<Thumbnail | undefined> {
  const key = captureKey(application.id, input.language, input.colorScheme)
  const { origin, searchParams } = input.target
  const version = { updatedAt: application.updatedAt, origin, account, color: searchParams.get('primary') ?? 'default' }
  const stored = await ctx.files.get(key)
  if (stored) {
    const isCurrent = Object.entries(version).every(([name, value]) => stored.customMetadata?.[name] === value)
    if (isCurrent) {
      return { bytes: new Uint8Array(await stored.arrayBuffer()), status: 'HIT' }
    }
    await stored.body.cancel()
  }
  const bytes = await attempt(ctx, input)
  if (!bytes) return undefined
  await ctx.files.put(key, bytes, { customMetadata: version, httpMetadata: { contentType: 'image/png' } })
  await deleteWithoutApplication(ctx, application.id)
  return { bytes, status: stored ? 'EXPIRED' : 'MISS' }
}

async function attempt(
  ctx: Context,
  input: Omit<Visit, 'viewport' | 'animates'>,
  attempts = 2,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    const page = { ...input, ...limits.captures.applicationSize, animates: false }
    return (await takeScreenshot(ctx, page)).bytes
  } catch (error) {
    const { pathname } = input.target
    ctx.log('warn', 'an application could not be captured', { pathname, error: String(error) })
    // Without a browser there is nothing to wait for.
    if (attempts < 2 || (error instanceof Problem && error.code === 'capture-unavailable')) return undefined
    await scheduler.wait(limits.captures.retryMs)
    return await attempt(ctx, input, attempts - 1)
  }
}

/** Whether everyone sees the application, but not all datasets of its configuration. A dataset with a key of its own may be read with it. */
export async function hidesData(ctx: Context, { configuration }: Pick<Application, 'configuration'>): Promise<boolean> {
  const ids = configuration?.datasets?.flatMap((entry) => entry?.id ?? []) ?? []
  if (ids.length === 0) return false
  const { id, permissions, readKey } = tables.datasets
  const rows = await ctx.db.select({ permissions, readKey }).from(tables.datasets).where(inArray(id, ids))
  return rows.some(
    (row) => row.readKey === null && !anyoneCan('readLines', permissionsSchema.parse(JSON.parse(row.permissions))),
  )
}

/** The application may have been deleted while its page was captured. */
async function deleteWithoutApplication(ctx: Context, id: string): Promise<void> {
  const { applications } = tables
  const rows = await ctx.db.select({ id: applications.id }).from(applications).where(eq(applications.id, id))
  if (rows.length === 0) await ctx.files.delete(captureKeys(id))
}
