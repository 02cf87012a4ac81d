/** The public datasets, as the catalogue describes them. */
import type { Context } from '../context'
import { type Dataset, present } from '../datasets'
import { type DatasetList, listDatasets, listQuery } from '../datasets/list'
import { limits } from '../limits'
import { proseOf } from '../resources/list'

export type CatalogDataset = DatasetList['results'][number]
export type CatalogPage = { count: number; page: number; pages: number; datasets: CatalogDataset[] }

/** A context without the caller: the catalogue is the same for everyone. */
const anonymous = (ctx: Context): Context => ({ ...ctx, identity: { actor: { type: 'anonymous' } } })

/** A page of the public datasets that have data or a description alone, oldest first, so that pages stay the same. */
export async function catalogPage(ctx: Context, page: number): Promise<CatalogPage> {
  const { pageSize, maxPages } = limits.catalog
  const requestedPage = Math.min(Math.max(1, page), maxPages)
  const query = { visibility: 'public', sort: 'createdAt', size: String(pageSize), page: String(requestedPage) }
  const { count = 0, results } = await listDatasets(anonymous(ctx), listQuery.parse(query))
  const pages = Math.max(1, Math.min(maxPages, Math.ceil(count / pageSize)))
  return { count, page: requestedPage, pages, datasets: results.filter(isDescribed) }
}

/** A public dataset by its id; undefined when it is not in the catalogue. */
export async function catalogDataset(ctx: Context, id: string): Promise<CatalogDataset | undefined> {
  const query = { visibility: 'public', id, size: '1', count: 'false' }
  const { results } = await listDatasets(anonymous(ctx), listQuery.parse(query))
  return results.find(isDescribed)
}

/** A stored dataset as its anonymous readers see it; undefined when it is not in the catalogue. */
export function describedDataset(dataset: Dataset, ctx: Context): CatalogDataset | undefined {
  if (dataset.visibility !== 'public') return undefined
  const { baseUrl, site, language } = ctx
  const view = { actor: { type: 'anonymous' }, baseUrl, site, language, ...proseOf({}) } as const
  const described = present(dataset, view)
  return isDescribed(described) ? described : undefined
}

/** The catalogue has no datasets whose first version is not published. */
const isDescribed = ({ isMetaOnly, finalizedAt }: CatalogDataset): boolean =>
  isMetaOnly === true || Boolean(finalizedAt)
