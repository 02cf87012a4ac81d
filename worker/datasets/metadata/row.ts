/** The row of a dataset, and the dataset that it says. */
import { type ReadKey, readKeySchema } from '../../accounts'
import type { DatasetRow as Row } from '../../db/dataset-row'
import { type Owner, ownerIn } from '../../identity'
import { type Permission, permissionsSchema } from '../../permissions'
import { parseReplacing } from '../../schema/well-formed'
import { type Approvals, approvalsSchema, type Metadata, metadataSchema, type Version, versionSchema } from './document'

/** A dataset as the service works with it. */
export type Dataset = {
  id: string
  slug: string
  owner: Owner
  nature: Row['nature']
  metadata: Metadata
  permissions: Permission[]
  visibility: Row['visibility']
  published: Version
  draft: Version | undefined
  createdAt: string
  createdBy: { id: string; name: string }
  updatedAt: string
  updatedBy: { id: string; name: string }
  /** Someone may be listening to its channels. */
  listened: boolean
  version: number
  /** Bytes of the files of the description. */
  metadataBytes: number
  /** The key that reads this dataset alone. */
  readKey?: ReadKey
  /** Of a virtual dataset: which datasets below it may be shown to readers whom their own permissions leave out. */
  approvals: Approvals
}

/** Reads a stored row: JSON columns are parsed once, here. */
export function fromRow(row: Row): Dataset {
  return {
    id: row.id,
    slug: row.slug,
    owner: ownerIn(row),
    nature: row.nature,
    metadata: metadataSchema.parse(parseReplacing(row.metadata)),
    permissions: permissionsSchema.parse(parseReplacing(row.permissions)),
    visibility: row.visibility,
    published: versionSchema.parse(parseReplacing(row.published)),
    draft: row.draft ? versionSchema.parse(parseReplacing(row.draft)) : undefined,
    createdAt: row.createdAt,
    createdBy: authorSchema.parse(parseReplacing(row.createdBy)),
    updatedAt: row.updatedAt,
    updatedBy: authorSchema.parse(parseReplacing(row.updatedBy)),
    listened: row.listened,
    metadataBytes: row.metadataBytes ?? 0,
    version: row.version,
    approvals: row.approvals ? approvalsSchema.parse(parseReplacing(row.approvals)) : {},
    ...(row.readKey ? { readKey: readKeySchema.parse(parseReplacing(row.readKey)) } : {}),
  }
}

const authorSchema = versionSchema.shape.dataUpdatedBy.unwrap()
