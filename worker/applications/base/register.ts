import { eq, sql } from 'drizzle-orm'
import { audit, superAdmin } from '../../accounts'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { Problem, problem } from '../../errors'
import { limits } from '../../limits'
import { fetchOutside, readBounded } from '../../net/fetch'
import { fold } from '../../resources/list'
import { parseReplacing } from '../../schema/well-formed'
import { type Declared, declaredIn } from './declared'
import { type BaseApplication, fromBaseRow } from './document'
import { datasetsFilters } from './filters'
import { saidOf } from './present'
import { refreshReferences } from './refresh-references'
import { folderUrl, idOfUrl } from './url'

const { baseApplications } = tables

/**
 * Registers the web application at an address, or reads again what it says of itself (contract applications A.3).
 *
 * @returns the base application, and whether it is new
 * @throws `super-admin-only`, `body-invalid`, `address-refused`, `base-application-unreachable`, `base-application-invalid`
 */
export async function registerBase(ctx: Context, address: string): Promise<{ base: BaseApplication; isNew: boolean }> {
  superAdmin(ctx)
  return storeBase(ctx, address, { isPublic: false })
}

/** The same without a check. `isPublic` is for one that is new: what was said of another stays. */
export async function storeBase(
  ctx: Context,
  address: string,
  { isPublic }: { isPublic: boolean },
): Promise<{ base: BaseApplication; isNew: boolean }> {
  const url = folderUrl(address)
  const { declared, schema } = await readApplication(ctx, url)
  const [known] = await ctx.db.select().from(baseApplications).where(eq(baseApplications.url, url))
  const { said } = known ? fromBaseRow(known) : { said: {} }
  const read = {
    url,
    meta: JSON.stringify(declared),
    datasetsFilters: JSON.stringify(datasetsFilters(schema)),
    hasConfigSchema: schema !== undefined,
    updatedAt: ctx.now().toISOString(),
    ...searchedOf({ said, declared, url }),
  }
  const [[row]] = await ctx.db.batch([
    ctx.db
      .insert(baseApplications)
      .values({
        id: known?.id ?? (await freeId(ctx, url)),
        ...read,
        said: '{}',
        public: isPublic,
        deprecated: false,
        privateAccess: '[]',
      })
      .onConflictDoUpdate({ target: baseApplications.url, set: read })
      .returning(),
    audit(ctx, 'registerBaseApplication', 'base-applications'),
  ])
  if (!row) throw new Error('a base application was not written')
  const base = fromBaseRow(row)
  if (known) await refreshReferences(ctx, base)
  return { base, isNew: known === undefined }
}

/** What lists sort and search on, derived from what is said. */
export function searchedOf(base: Pick<BaseApplication, 'said' | 'declared' | 'url'>) {
  const { title, applicationName, description, meta } = saidOf(base, 'fr')
  const texts = [title, applicationName, description, meta.keywords]
  return {
    applicationName: applicationName ?? null,
    sortTitle: fold(title).trim(),
    searchText: fold(texts.filter(Boolean).join('\n')),
  }
}

async function readApplication(
  ctx: Context,
  url: string,
): Promise<{ declared: Declared[]; schema: object | undefined }> {
  const [page, schemaText] = await Promise.all([
    download(ctx, `${url}index.html`, limits.applications.maxPageBytes),
    download(ctx, `${url}config-schema.json`, limits.applications.maxSchemaBytes).catch((error: unknown) => {
      // What is not there is no schema; what cannot be read now may hold what links are allowed.
      if (error instanceof Unreadable && error.isAbsent) return ''
      throw error
    }),
  ]).catch((error: unknown) => {
    if (error instanceof Unreadable) throw problem('base-application-unreachable', { url, reason: error.message })
    throw error
  })
  const declared = declaredIn(page)
  const schema = objectIn(schemaText)
  const isNamed = declared.some(({ name, content }) => name === 'application-name' && content !== '')
  if (!schema && !isNamed) throw problem('base-application-invalid', { url })
  return { declared, schema }
}

class Unreadable extends Error {
  constructor(
    reason: string,
    readonly isAbsent = false,
  ) {
    super(reason)
  }
}

/** @throws Unreadable, `address-refused` */
async function download(ctx: Context, address: string, maxBytes: number): Promise<string> {
  try {
    const response = await fetchOutside(address, { allowed: ctx.config.OUTGOING_ALLOW })
    if (response.ok) return new TextDecoder().decode(await readBounded(response, maxBytes))
    await response.body?.cancel()
    throw new Unreadable(`HTTP ${response.status}`, response.status === 404 || response.status === 410)
  } catch (error) {
    if (error instanceof Problem && error.code === 'upstream-failed') throw new Unreadable(String(error.params.reason))
    throw error
  }
}

function objectIn(text: string): object | undefined {
  try {
    const value = parseReplacing(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** An id that no other address has. */
async function freeId(ctx: Context, url: string): Promise<string> {
  const id = idOfUrl(url)
  const rows = await ctx.db
    .select({ id: baseApplications.id })
    .from(baseApplications)
    .where(sql`substr(${baseApplications.id}, 1, ${id.length}) = ${id}`)
  const taken = new Set(rows.map((row) => row.id))
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? id : `${id}-${n}`
    if (!taken.has(candidate)) return candidate
  }
}
