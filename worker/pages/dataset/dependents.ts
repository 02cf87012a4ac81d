/** What depends on a dataset, of what the reader may list: at most `limits.pages.dependents` of each kind. */
import { type DatasetList, listDatasets, listQuery } from '../../datasets/list'
import { limits } from '../../limits'
import { datasetServicePrefix } from '../../remote-services'
import { type ListedApplication, listBesideDatasets } from '../applications/pictures'
import type { View } from '../view'

export type Dependents = {
  applications: ListedApplication[]
  /** Virtual datasets that show it. */
  parents: DatasetList['results']
  /** Datasets with columns from it. */
  extended: DatasetList['results']
  /** Those that are not among them. */
  more: number
}

export async function dependentsOf(view: View, id: string): Promise<Dependents> {
  const size = String(limits.pages.dependents)
  const [applications, parents, extended] = await Promise.all([
    listBesideDatasets(view, { dataset: id, size, select: 'id,title' }),
    listDatasets(view.ctx, listQuery.parse({ children: id, size })),
    listDatasets(view.ctx, listQuery.parse({ services: datasetServicePrefix + id, size })),
  ])
  const more = [applications, parents, extended].map(({ count = 0, results }) => count - results.length)
  return {
    applications: applications.results,
    parents: parents.results,
    extended: extended.results,
    more: more.reduce((sum, one) => sum + one, 0),
  }
}
