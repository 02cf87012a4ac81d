/** The columns of a dataset that the extensions of others take. Pure. */
import type { MasterData } from '../master-data/definition'
import { bulkSearchOf, datasetOf } from './dataset-source'
import type { Extension } from './definition'

/**
 * Those of the columns of a dataset that extensions from it show, or match values with.
 *
 * @param source the dataset, with the searches that it offers
 */
export function columnsTaken(
  extensions: readonly Extension[] | null | undefined,
  source: { id: string; masterData: MasterData | null | undefined },
  keys: readonly string[],
): string[] {
  const taken = (extensions ?? []).map((extension): ((key: string) => boolean) => {
    if (extension.type !== 'remoteService' || !extension.active || datasetOf(extension) !== source.id)
      return () => false
    const named = bulkSearchOf(extension.action)
    const search = typeof named === 'string' ? source.masterData?.bulkSearchs?.find(({ id }) => id === named) : named
    const matched = [
      ...(search?.input ?? []).map(({ property }) => property.key),
      ...(search?.filters ?? []).map(({ property }) => property.key),
      ...(search?.sort ?? '').split(',').map((key) => key.replace(/^-/, '')),
    ]
    // Without a selection, all columns are shown.
    return (key) => !extension.select?.length || extension.select.includes(key) || matched.includes(key)
  })
  return keys.filter((key) => taken.some((takes) => takes(key)))
}
