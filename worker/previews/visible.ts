import type { Dataset } from '../datasets'

/** Whether all readers of a dataset see the same lines: only then one preview shows nobody the lines of others. */
export const isShownToAll = ({ metadata }: Pick<Dataset, 'metadata'>): boolean =>
  metadata.virtual?.filterActiveAccount !== true
