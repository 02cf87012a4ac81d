import { eq, sql } from 'drizzle-orm'
import { audit, superAdmin } from '../../accounts'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import { foldAccents } from '../../schema/fold-accents'
import { folderUrl, idOfUrl } from './base-url'
import { type DatasetsFilter, datasetsFilters } from './dataset-filters'
import { type BaseApplication, fromBaseRow } from './document'
import { readConfigSchema, readIndexPage } from './download'
import { type Declaration, declarationsIn } from './page-declarations'
import { textsOf } from './present'
import { updateReferences } from './update-references'

const { baseApplications } = tables

/**
 * Registers the web application at an address, or updates its declarations and its schema.
 *
 * @returns the base application, and whether it is new
 * @throws `super-admin-only`, `body-invalid`, `address-refused`, `base-application-unreachable`, `base-application-invalid`
 */
export async function registerBase(ctx: Context, address: string): Promise<{ base: BaseApplication; isNew: boolean }> {
  superAdmin(ctx)
  return storeBaseApplication(ctx, address, { isPublic: false })
}

/** The same without a permission check. `isPublic` and `overrides` apply to a new base application only. */
export async function storeBaseApplication(
  ctx: Context,
  address: string,
  { isPublic, overrides: initial = {} }: { isPublic: boolean; overrides?: BaseApplication['overrides'] },
): Promise<{ base: BaseApplication; isNew: boolean }> {
  const url = folderUrl(address, ctx.baseUrl)
  const { declared, filters, hasConfigSchema } = await readDeclarations(ctx, url)
  const [existing] = await ctx.db.select().from(baseApplications).where(eq(baseApplications.url, url))
  const { overrides } = existing ? fromBaseRow(existing) : { overrides: initial }
  const read = {
    url,
    meta: JSON.stringify(declared),
    datasetsFilters: JSON.stringify(filters),
    hasConfigSchema,
    updatedAt: ctx.now().toISOString(),
    ...searchColumnsOf({ overrides, declared, url }),
  }
  const write = async () => {
    const id = existing?.id ?? (await freeId(ctx, url))
    return ctx.db.batch([
      ctx.db
        .insert(baseApplications)
        .values({
          id,
          ...read,
          overrides: JSON.stringify(initial),
          public: isPublic,
          deprecated: false,
          privateAccess: '[]',
        })
        .onConflictDoUpdate({ target: baseApplications.url, set: read })
        .returning(),
      audit(ctx, 'registerBaseApplication', `base-applications/${id}`),
    ])
  }
  // A concurrent registration may insert the same id between `freeId` and this write.
  const [[row]] = await write().catch((error: unknown) => {
    if (!/UNIQUE constraint failed: base_applications\.id/.test(String(error))) throw error
    return write()
  })
  if (!row) throw new Error('a base application was not written')
  const base = fromBaseRow(row)
  if (existing) await updateReferences(ctx, base)
  return { base, isNew: existing === undefined }
}

/** The columns that lists search on: the texts in both languages. */
export function searchColumnsOf(base: Pick<BaseApplication, 'overrides' | 'declared' | 'url'>) {
  const [french, english] = [textsOf(base, 'fr'), textsOf(base, 'en')]
  const texts = [french, english].flatMap((text) => [text.title, text.description, text.meta.keywords])
  return {
    applicationName: french.applicationName ?? null,
    sortTitle: foldAccents(french.title).trim(),
    searchText: foldAccents([...new Set([...texts, french.applicationName])].filter(Boolean).join('\n')),
  }
}

/**
 * The declarations of the page of a base application, and the datasets that its schema takes.
 *
 * @throws `address-refused`, `base-application-unreachable`, `base-application-invalid`
 */
export async function readDeclarations(
  ctx: Context,
  url: string,
): Promise<{ declared: Declaration[]; filters: DatasetsFilter[]; hasConfigSchema: boolean }> {
  const [page, schema] = await Promise.all([readIndexPage(ctx, url), readConfigSchema(ctx, url)])
  const declared = declarationsIn(page)
  const isNamed = declared.some(({ name, content }) => name === 'application-name' && content !== '')
  if (!schema && !isNamed) throw problem('base-application-invalid', { url })
  return { declared, filters: datasetsFilters(schema), hasConfigSchema: schema !== undefined }
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
