import { z } from '@hono/zod-openapi'
import { eq, sql } from 'drizzle-orm'
import { audit, type DatasetLink, forgetLinkKeys, lastDaySchema } from '../../accounts'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import { limits } from '../../limits'
import { requireVersion, retryChange } from '../../resources'
import type { Dataset } from '../metadata/dataset'
import { datasetKind } from '../metadata/kind'
import { forgetDataset, loadDataset } from '../metadata/load'
import { approveReaders } from '../virtual/approve'

/** The request that adds a link. */
export const newLinkSchema = z
  .strictObject({
    title: z.string().trim().min(1).max(limits.datasets.maxLinkTitleChars),
    /** The last day on which it works. */
    expireAt: lastDaySchema.optional(),
  })
  .openapi('NewDatasetLink')

/** The protected links of a dataset, oldest first. They are shown to those who may create them. */
export async function readProtectedLinks(ctx: Context, id: string): Promise<DatasetLink[]> {
  return (await loadDataset(ctx, id, 'setReadApiKey')).links
}

/**
 * Adds a protected link: whoever has its id reads the dataset.
 *
 * @throws `dataset-links-exceeded`, `dataset-changed`; of a virtual dataset `virtual-child-restricted`
 */
export async function addProtectedLink(
  ctx: Context,
  input: z.infer<typeof newLinkSchema> & { id: string },
): Promise<DatasetLink> {
  const { title, expireAt } = input
  const link = { id: ctx.newId(), title, createdAt: ctx.now().toISOString(), ...(expireAt ? { expireAt } : {}) }
  const { maxLinks } = limits.datasets
  await changeLinks(ctx, input.id, (links) => {
    if (links.length >= maxLinks) throw problem('dataset-links-exceeded', { max: maxLinks })
    return [...links, link]
  })
  return link
}

/** Revokes a link: within seconds nobody reads the dataset with it. @throws `dataset-link-not-found`, `dataset-changed` */
export async function removeProtectedLink(ctx: Context, input: { id: string; link: string }): Promise<void> {
  await changeLinks(ctx, input.id, (before) => {
    const links = before.filter(({ id }) => id !== input.link)
    if (links.length === before.length) throw problem('dataset-link-not-found', {})
    return links
  })
}

async function changeLinks(ctx: Context, id: string, change: (before: DatasetLink[]) => DatasetLink[]): Promise<void> {
  await retryChange(datasetKind, id, async () => {
    const dataset = await loadDataset(ctx, id, 'setReadApiKey')
    await storeLinks(ctx, dataset, change(dataset.links))
  })
  forgetDataset(id)
  forgetLinkKeys()
}

async function storeLinks(ctx: Context, dataset: Dataset, links: DatasetLink[]): Promise<void> {
  const { id, nature, permissions, readKey } = dataset
  const approvals =
    nature === 'virtual' ? await approveReaders(ctx, dataset, { permissions, readKey, links }) : undefined
  const { datasets } = tables
  await ctx.db.batch([
    audit(ctx, 'setReadApiKey', `datasets/${id}/links`),
    requireVersion(ctx, datasetKind, dataset),
    ctx.db
      .update(datasets)
      .set({
        links: JSON.stringify(links),
        ...(approvals ? { approvals: JSON.stringify(approvals) } : {}),
        version: sql`${datasets.version} + 1`,
      })
      .where(eq(datasets.id, id)),
  ])
}
