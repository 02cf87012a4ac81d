import type { Dataset } from '../datasets'

/** Whether all readers of a dataset see the same lines. Otherwise a preview would reveal hidden lines. */
export const isShownToAll = ({ metadata }: Pick<Dataset, 'metadata'>): boolean =>
  metadata.virtual?.filterActiveAccount !== true
