import type { Context } from '../context'
import { type SearchedColumn, searchColumns } from '../db/search-columns'
import { type Owner, ownerColumns } from '../identity'
import { permissionsFor } from '../permissions'
import { isSameAccount, permissionColumns } from './columns'
import type { Resource, ResourceKind } from './kind'
import { freeSlug } from './slugs'

type Published = { publicationSites?: unknown; requestedPublicationSites?: unknown }

/**
 * The description, permissions and columns of a resource that is given to another owner, with a slug that is free in the new
 * account. Publication sites belong to the account: a resource that leaves it is on none.
 */
export async function ownerChange<Metadata extends Resource['metadata'] & Published>(
  ctx: Context,
  kind: ResourceKind,
  resource: Resource & { metadata: Metadata },
  owner: Owner,
  columns: readonly SearchedColumn[] = [],
) {
  const permissions = permissionsFor(resource, owner)
  const metadata = metadataFor(resource.metadata, { before: resource.owner, after: owner })
  const values = {
    ...ownerColumns(owner),
    slug: isSameAccount(resource.owner, owner) ? resource.slug : await freeSlug(ctx, kind, owner, resource.slug),
    ...permissionColumns(permissions),
    metadata: JSON.stringify(metadata),
    ...searchColumns(metadata, owner, columns),
    version: resource.version + 1,
  }
  return { permissions, metadata, columns: values }
}

function metadataFor<Metadata extends Published>(
  metadata: Metadata,
  { before, after }: { before: Owner; after: Owner },
): Metadata | (Omit<Metadata, keyof Published> & { publicationSites?: never[] }) {
  const toDepartment = isSameAccount(before, after) && !before.department && after.department !== undefined
  if (toDepartment) return metadata
  const { publicationSites, requestedPublicationSites: _, ...others } = metadata
  return publicationSites ? { ...others, publicationSites: [] } : others
}
