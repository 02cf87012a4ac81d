import type { Dataset } from '../datasets'

/** Whether all readers of a dataset see the same lines. Otherwise one preview would reveal lines to readers who may not see them. */
export const isShownToAll = ({ metadata }: Pick<Dataset, 'metadata'>): boolean =>
  metadata.virtual?.filterActiveAccount !== true
