/** The requests that create an application from the gallery. Pure. */
import type { DatasetsFilter } from '../../applications'

type Document = Record<string, unknown> & { id: string; title: string; href: string }

/** The draft that shows a dataset: its entry has the properties that the schema of the base application stores. */
export function draftOf(
  dataset: Document,
  filters: readonly DatasetsFilter[],
): { datasets: Record<string, unknown>[] } {
  const [filter] = filters
  const declared = Object.keys(filter?.properties ?? {}).filter((key) => Object.hasOwn(dataset, key))
  const keys = new Set(['id', 'href', 'title', ...declared])
  return { datasets: [Object.fromEntries([...keys].map((key) => [key, dataset[key]]))] }
}

/** The title of a new application: that of its dataset and of its base application. */
export function applicationTitle(base: string, dataset: string | undefined): string {
  return dataset ? `${dataset} – ${base}` : base
}
