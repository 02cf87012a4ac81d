import type { tables } from '../db/client'
import type { Owner } from '../identity'
import type { Permission } from '../permissions'

/** The part that all resources share. */
export type Resource = {
  id: string
  slug: string
  owner: Owner
  permissions: Permission[]
  /** Grows with each change. */
  version: number
  metadata: { title: string }
}

/** A kind of resource: what the shared operations need to know of it. */
export type Kind = {
  name: 'datasets' | 'applications'
  table: typeof tables.datasets | typeof tables.applications
  /** Ids that callers may choose. */
  idPattern: RegExp
  /** Codes of the problems that differ in their texts. */
  problems: {
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
