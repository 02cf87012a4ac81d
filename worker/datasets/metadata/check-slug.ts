import type { Context } from '../../context'
import { tables } from '../../db/client'
import { isSlugTaken } from '../../db/slugs'
import { problem } from '../../errors'
import type { Dataset } from './load'

/** A slug is unique among the slugs and ids of an owner. @throws `slug-taken` */
export async function checkSlug(ctx: Context, { owner, id }: Dataset, slug: string): Promise<void> {
  if (await isSlugTaken(ctx.db, tables.datasets, { owner, id, slug })) throw problem('slug-taken')
}
