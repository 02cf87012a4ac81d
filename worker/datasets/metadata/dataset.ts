/** Parses the row of a dataset. */
import { type DatasetLink, datasetLinksSchema, type ReadKey, readKeySchema } from '../../accounts'
import type { DatasetRow as Row } from '../../db/dataset-row'
import { type Owner, ownerIn } from '../../identity'
import { type Permission, permissionsSchema } from '../../permissions'
import { parseReplacing } from '../../schema/well-formed'
import type { RemoteFile } from '../remote-file/document'
import { type Approvals, approvalsSchema, type Metadata, metadataSchema, type Version, versionSchema } from './document'

/** A dataset in memory. */
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
  /** Whether its live channels may have listeners. */
  listened: boolean
  version: number
  /** Bytes and number of the files of the description. */
  metadataBytes: number
  metadataFiles: number
  /** Interval and nonce of the key that gives read access to this dataset only. */
  readKey?: ReadKey
  /** The protected links, oldest first. */
  links: DatasetLink[]
  /** Of a virtual dataset: the datasets below it that its readers may read without a permission of their own. */
  approvals: Approvals
  /** Where its file comes from; absent in lists. */
  remoteFile?: RemoteFile | undefined
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
    metadataFiles: row.metadataFiles ?? 0,
    version: row.version,
    links: row.links ? datasetLinksSchema.parse(parseReplacing(row.links)) : [],
    approvals: row.approvals ? approvalsSchema.parse(parseReplacing(row.approvals)) : {},
    ...(row.readKey ? { readKey: readKeySchema.parse(parseReplacing(row.readKey)) } : {}),
  }
}

const authorSchema = versionSchema.shape.dataUpdatedBy.unwrap()
