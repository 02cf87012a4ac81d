import { tables } from '../db/client'
import type { ResourceKind } from '../resources'

export const applicationKind: ResourceKind = {
  name: 'applications',
  table: tables.applications,
  idPattern: /^[a-z0-9_-]+$/i,
  problems: {
    notFound: 'application-not-found',
    changed: 'application-changed',
    private: 'application-private',
    restricted: 'application-restricted',
    otherAccount: 'application-other-account',
  },
}
