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
import { textsOf } from './present'
import { refreshReferences } from './refresh-references'
import { folderUrl, idOfUrl } from './url'

const { baseApplications } = tables

/**
 * Registers the web application at an address, or updates its declarations and its schema.
 *
 * @returns the base application, and whether it is new
 * @throws `super-admin-only`, `body-invalid`, `address-refused`, `base-application-unreachable`, `base-application-invalid`
 */
export async function registerBase(ctx: Context, address: string): Promise<{ base: BaseApplication; isNew: boolean }> {
  superAdmin(ctx)
  return storeBase(ctx, address, { isPublic: false })
}

/** The same without a permission check. `isPublic` applies to a new base application only. */
export async function storeBase(
  ctx: Context,
  address: string,
  { isPublic }: { isPublic: boolean },
): Promise<{ base: BaseApplication; isNew: boolean }> {
  const url = folderUrl(address)
  const { declared, schema } = await readApplication(ctx, url)
  const [existing] = await ctx.db.select().from(baseApplications).where(eq(baseApplications.url, url))
  const { overrides } = existing ? fromBaseRow(existing) : { overrides: {} }
  const read = {
    url,
    meta: JSON.stringify(declared),
    datasetsFilters: JSON.stringify(datasetsFilters(schema)),
    hasConfigSchema: schema !== undefined,
    updatedAt: ctx.now().toISOString(),
    ...searchColumnsOf({ overrides, declared, url }),
  }
  const [[row]] = await ctx.db.batch([
    ctx.db
      .insert(baseApplications)
      .values({
        id: existing?.id ?? (await freeId(ctx, url)),
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
  if (existing) await refreshReferences(ctx, base)
  return { base, isNew: existing === undefined }
}

/** The columns that lists sort and search on. */
export function searchColumnsOf(base: Pick<BaseApplication, 'overrides' | 'declared' | 'url'>) {
  const { title, applicationName, description, meta } = textsOf(base, 'fr')
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
      // A missing file means no schema; a failed request must not: the schema may restrict the rights of links.
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

/** An unused id for an address. */
async function freeId(ctx: Context, url: string): Promise<string> {
  const id = idOfUrl(url)
  const rows = await ctx.db
    .select({ id: baseApplications.id })
    .from(baseApplications)
    .where(sql`substr(${baseApplications.id}, 1, ${id.length}) = ${id}`)
  const usedIds = new Set(rows.map((row) => row.id))
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? id : `${id}-${n}`
    if (!usedIds.has(candidate)) return candidate
  }
}
