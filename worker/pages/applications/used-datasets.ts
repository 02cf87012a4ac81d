import type { Application } from '../../applications'
import { listDatasets, listQuery } from '../../datasets/list'
import { limits } from '../../limits'
import type { View } from '../view'

export type UsedDataset = { id: string; title: string; visibility?: string | undefined }

/** The datasets of the published configuration that the reader may list. */
export async function usedDatasets(view: View, { configuration }: Application): Promise<UsedDataset[]> {
  const ids = [...new Set(configuration?.datasets?.flatMap((entry) => entry?.id ?? []))]
  if (ids.length === 0) return []
  const query = {
    ids: ids.slice(0, limits.pages.applicationDatasets).join(','),
    size: String(limits.pages.applicationDatasets),
    count: 'false',
  }
  return (await listDatasets(view.ctx, listQuery.parse(query))).results
}

/** The datasets that keep visitors from seeing a public application. */
export const hiddenDatasets = (
  { visibility }: Pick<Application, 'visibility'>,
  datasets: readonly UsedDataset[],
): UsedDataset[] => (visibility === 'public' ? datasets.filter((dataset) => dataset.visibility !== 'public') : [])
