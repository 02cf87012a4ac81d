/** Slugs of datasets and of applications: unique among the slugs and ids that an owner has of the same kind. */
import { and, eq, ne, or, sql } from 'drizzle-orm'
import { limits } from '../limits'
import type { Metadata } from './client'
import type { applications, datasets } from './tables'

type SluggedTable = typeof datasets | typeof applications
type Owner = { type: 'user' | 'organization'; id: string }

/** A slug that is free: `-2`, `-3` … are appended (contract datasets §0.6, applications A.6). */
export async function freeSlug(db: Metadata, table: SluggedTable, owner: Owner, wanted: string): Promise<string> {
  const slug = wanted.slice(0, limits.datasets.maxIdChars)
  const starts = (column: SluggedTable['id'] | SluggedTable['slug']) =>
    sql`substr(${column}, 1, ${slug.length}) = ${slug}`
  const similar = await db
    .select({ id: table.id, slug: table.slug })
    .from(table)
    .where(and(eq(table.ownerType, owner.type), eq(table.ownerId, owner.id), or(starts(table.slug), starts(table.id))))
  const taken = new Set(similar.flatMap((row) => [row.id, row.slug]))
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? slug : `${slug}-${n}`
    if (!taken.has(candidate)) return candidate
  }
}

/** Whether another resource of the owner has a slug, or has it as its id. */
export async function isSlugTaken(
  db: Metadata,
  table: SluggedTable,
  { owner, id, slug }: { owner: Owner; id: string; slug: string },
): Promise<boolean> {
  const taken = await db
    .select({ id: table.id })
    .from(table)
    .where(
      and(
        eq(table.ownerType, owner.type),
        eq(table.ownerId, owner.id),
        ne(table.id, id),
        or(eq(table.slug, slug), eq(table.id, slug)),
      ),
    )
    .limit(1)
  return taken.length > 0
}

/** Which unique name a write has found in use. */
export function takenBy(error: unknown, table: 'datasets' | 'applications'): 'id' | 'slug' | undefined {
  const text = error instanceof Error ? `${error.message} ${String(error.cause ?? '')}` : ''
  if (new RegExp(`UNIQUE constraint failed: ${table}\\.id\\b`).test(text)) return 'id'
  return new RegExp(`UNIQUE constraint failed: ${table}\\.[^:]*\\bslug\\b`).test(text) ? 'slug' : undefined
}
