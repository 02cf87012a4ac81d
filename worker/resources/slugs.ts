/** Slugs: unique among the slugs and ids of the resources of one kind that an owner has. */
import { and, eq, ne, or, sql } from 'drizzle-orm'
import type { Context } from '../context'
import { problem } from '../errors'
import type { Owner } from '../identity'
import { limits } from '../limits'
import { titleSlug } from '../schema/keys/slug'
import type { Resource, ResourceKind } from './kind'

/** The slug of a new resource: the chosen one, else the title in lower case, else its id. */
export function slugOf(
  chosen: string | undefined,
  { title, id }: { title: string; id: string },
  prefix: string,
): string {
  const slug = chosen ?? (titleSlug(title) || id)
  return slug.length < 2 ? `${prefix}-${slug}` : slug
}

/** An unused slug: `-2`, `-3` … are appended when needed. */
export async function freeSlug(ctx: Context, { table }: ResourceKind, owner: Owner, slug: string): Promise<string> {
  const start = slug.slice(0, limits.datasets.maxIdChars)
  const starts = (column: ResourceKind['table']['id'] | ResourceKind['table']['slug']) =>
    sql`substr(${column}, 1, ${start.length}) = ${start}`
  const similar = await ctx.db
    .select({ id: table.id, slug: table.slug })
    .from(table)
    .where(and(eq(table.ownerType, owner.type), eq(table.ownerId, owner.id), or(starts(table.slug), starts(table.id))))
  const used = new Set(similar.flatMap((row) => [row.id, row.slug]))
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? start : `${start}-${n}`
    if (!used.has(candidate)) return candidate
  }
}

/**
 * Writes a new resource under an unused slug, and retries with another when a concurrent request has taken it.
 *
 * @throws `dataset-changed`, `application-changed`: a concurrent request took the id
 */
export async function createUnderSlug<Result>(
  ctx: Context,
  kind: ResourceKind,
  { id, owner, slug }: { id: string; owner: Owner; slug: string },
  write: (slug: string) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write(await freeSlug(ctx, kind, owner, slug))
    } catch (error) {
      const conflict = conflictIn(error, kind)
      if (conflict === 'id') throw problem(kind.problems.changed, { id })
      if (conflict !== 'slug' || attempt === limits.datasets.maxSlugAttempts) throw error
    }
  }
}

/** @throws `slug-taken`: another resource of the owner has the slug, or has it as its id */
export async function checkSlug(
  ctx: Context,
  { table }: ResourceKind,
  resource: Resource,
  slug: string,
): Promise<void> {
  const conflicts = await ctx.db
    .select({ id: table.id })
    .from(table)
    .where(
      and(
        eq(table.ownerType, resource.owner.type),
        eq(table.ownerId, resource.owner.id),
        ne(table.id, resource.id),
        or(eq(table.slug, slug), eq(table.id, slug)),
      ),
    )
    .limit(1)
  if (conflicts.length > 0) throw problem('slug-taken')
}

/** The column whose unique constraint failed. */
function conflictIn(error: unknown, { name }: ResourceKind): 'id' | 'slug' | undefined {
  const text = error instanceof Error ? `${error.message} ${String(error.cause ?? '')}` : ''
  if (new RegExp(`UNIQUE constraint failed: ${name}\\.id\\b`).test(text)) return 'id'
  return new RegExp(`UNIQUE constraint failed: ${name}\\.[^:]*\\bslug\\b`).test(text) ? 'slug' : undefined
}

/** Checks an id that the caller chose: ids are part of addresses. @throws `id-invalid` */
export function checkChosenId({ idPattern }: ResourceKind, id: string): void {
  const max = limits.datasets.maxIdChars
  if (idPattern.test(id) && id.length <= max) return
  throw problem('id-invalid', { id: id.slice(0, max), chars: id.length, max, slug: titleSlug(id).slice(0, max) })
}
