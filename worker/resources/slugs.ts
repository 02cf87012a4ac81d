/** Slugs: unique among the slugs and ids that an owner has of the same kind. */
import { and, eq, ne, or, sql } from 'drizzle-orm'
import type { Context } from '../context'
import { problem } from '../errors'
import type { Owner } from '../identity'
import { limits } from '../limits'
import { titleSlug } from '../schema/keys'
import type { Kind, Resource } from './kind'

/** The slug of a new resource: the chosen one, else the title in lower case, else its id. */
export function slugOf(
  chosen: string | undefined,
  { title, id }: { title: string; id: string },
  prefix: string,
): string {
  const slug = chosen ?? (titleSlug(title) || id)
  return slug.length < 2 ? `${prefix}-${slug}` : slug
}

/** A slug that is free: `-2`, `-3` … are appended. */
export async function freeSlug(ctx: Context, { table }: Kind, owner: Owner, slug: string): Promise<string> {
  const start = slug.slice(0, limits.datasets.maxIdChars)
  const starts = (column: Kind['table']['id'] | Kind['table']['slug']) =>
    sql`substr(${column}, 1, ${start.length}) = ${start}`
  const similar = await ctx.db
    .select({ id: table.id, slug: table.slug })
    .from(table)
    .where(and(eq(table.ownerType, owner.type), eq(table.ownerId, owner.id), or(starts(table.slug), starts(table.id))))
  const taken = new Set(similar.flatMap((row) => [row.id, row.slug]))
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? start : `${start}-${n}`
    if (!taken.has(candidate)) return candidate
  }
}

/**
 * Writes a new resource under a free slug, again under another when a concurrent request took it first.
 *
 * @throws `dataset-changed`, `application-changed`: a concurrent request took the id
 */
export async function createUnderSlug<Result>(
  ctx: Context,
  kind: Kind,
  { id, owner, slug }: { id: string; owner: Owner; slug: string },
  write: (slug: string) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write(await freeSlug(ctx, kind, owner, slug))
    } catch (error) {
      const taken = takenBy(error, kind)
      if (taken === 'id') throw problem(kind.problems.changed, { id })
      if (taken !== 'slug' || attempt === limits.datasets.maxSlugAttempts) throw error
    }
  }
}

/** @throws `slug-taken`: another resource of the owner has the slug, or has it as its id */
export async function checkSlug(ctx: Context, { table }: Kind, resource: Resource, slug: string): Promise<void> {
  const taken = await ctx.db
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
  if (taken.length > 0) throw problem('slug-taken')
}

/** The unique name that a write found in use. */
function takenBy(error: unknown, { name }: Kind): 'id' | 'slug' | undefined {
  const text = error instanceof Error ? `${error.message} ${String(error.cause ?? '')}` : ''
  if (new RegExp(`UNIQUE constraint failed: ${name}\\.id\\b`).test(text)) return 'id'
  return new RegExp(`UNIQUE constraint failed: ${name}\\.[^:]*\\bslug\\b`).test(text) ? 'slug' : undefined
}

/** Checks an id that the caller chose: it stands in addresses. @throws `id-invalid` */
export function checkChosenId({ idPattern }: Kind, id: string): void {
  const max = limits.datasets.maxIdChars
  if (idPattern.test(id) && id.length <= max) return
  throw problem('id-invalid', { id: id.slice(0, max), slug: titleSlug(id) })
}
