import { and, eq, ne, or, type SQL } from 'drizzle-orm'
import type { Context } from '../context'
import { tables } from '../db/client'
import { problem } from '../errors'
import type { Dataset } from './load'

/** A slug is unique among the slugs and ids of an owner. @throws `slug-taken` */
export async function checkSlug(ctx: Context, dataset: Dataset, slug: string): Promise<void> {
  const { datasets } = tables
  const sameName: SQL | undefined = or(eq(datasets.slug, slug), eq(datasets.id, slug))
  const taken = await ctx.db
    .select({ id: datasets.id })
    .from(datasets)
    .where(
      and(
        eq(datasets.ownerType, dataset.owner.type),
        eq(datasets.ownerId, dataset.owner.id),
        ne(datasets.id, dataset.id),
        sameName,
      ),
    )
    .limit(1)
  if (taken.length > 0) throw problem('slug-taken')
}
