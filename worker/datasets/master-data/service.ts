/** The service `dataset:<id>` of a dataset that offers reference data. */
import type { Context } from '../../context'
import { removeDatasetService, storeDatasetService } from '../../remote-services'
import type { Dataset } from '../metadata/dataset'
import type { MasterData } from './definition'
import { searchDocument } from './search-document'

/** Whether a dataset offers something to others. */
const isOffered = (data: MasterData | null | undefined): boolean =>
  Boolean(
    data?.bulkSearchs?.length ||
      data?.singleSearchs?.length ||
      data?.virtualDatasets?.active ||
      data?.standardSchema?.active,
  )

type Described = Pick<Dataset, 'id' | 'owner' | 'metadata' | 'published'>

/** The statements that keep the service of a dataset as the dataset is, in the batch of a change of it. */
export function serviceStatements(ctx: Context, before: Described, after: Described) {
  const { masterData } = after.metadata
  if (!masterData || !isOffered(masterData)) {
    return isOffered(before.metadata.masterData) ? [removeDatasetService(ctx, after.id)] : []
  }
  const { id, owner, metadata, published } = after
  const described = { title: metadata.title, masterData, fields: published.schema }
  return [
    storeDatasetService(ctx, {
      id,
      owner,
      title: metadata.title,
      description: metadata.description ?? '',
      documents: (['full', 'names', 'none'] as const).map((detail) => searchDocument(described, detail)),
      shareOrgs: (masterData.shareOrgs ?? []).map(({ id: organization, name }) => ({ id: organization, name })),
      isParent: masterData.virtualDatasets?.active === true,
      isStandard: masterData.standardSchema?.active === true,
    }),
  ]
}
