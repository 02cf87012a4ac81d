import type { tables } from '../db/client'
import type { Owner } from '../identity'
import type { Permission } from '../permissions'

/** The properties that all resources have. */
export type Resource = {
  id: string
  slug: string
  owner: Owner
  permissions: Permission[]
  /** Incremented by each change. */
  version: number
  metadata: { title: string }
}

/** A kind of resource, with the parameters of the shared operations. */
export type ResourceKind = {
  name: 'datasets' | 'applications'
  table: typeof tables.datasets | typeof tables.applications
  /** The pattern of ids that callers choose. */
  idPattern: RegExp
  /** Codes of problems whose texts differ by kind. */
  problems: {
    notFound: 'dataset-not-found' | 'application-not-found'
    /** Another request changed the resource first (409). */
    changed: 'dataset-changed' | 'application-changed'
    /** To a caller who is not signed in. */
    private: 'dataset-private' | 'application-private'
    /** To a caller who is signed in and has no permission. */
    restricted: 'dataset-restricted' | 'application-restricted'
    /** To a caller who has the permission in another account. */
    otherAccount: 'dataset-other-account' | 'application-other-account'
  }
}
