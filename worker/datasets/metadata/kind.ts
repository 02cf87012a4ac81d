import { tables } from '../../db/client'
import type { ResourceKind } from '../../resources'

export const datasetKind: ResourceKind = {
  name: 'datasets',
  table: tables.datasets,
  idPattern: /^[a-z0-9_-]+$/,
  problems: {
    notFound: 'dataset-not-found',
    changed: 'dataset-changed',
    private: 'dataset-private',
    restricted: 'dataset-restricted',
    otherAccount: 'dataset-other-account',
  },
}
