/** The description of a dataset of any kind after a patch, before it is stored. */

import type { Context } from '../../context'
import { checkDescriptionSize } from '../../resources'
import type { Field } from '../../schema/field'
import { describedAttachments } from '../attachments/attachments'
import { checkUpdateCycle, sentExtensions } from '../extensions'
import { checkedMasterData } from '../master-data/check'
import type { Dataset } from '../metadata/dataset'
import { type DatasetPatch, type Metadata, metadataSchema } from '../metadata/document'

/** The metadata with those of a patch; null removes a property. @throws `metadata-too-large` */
export function mergeMetadata(
  current: Metadata,
  patch: Omit<DatasetPatch, 'schema' | 'slug' | 'remoteFile'>,
): Metadata {
  const merged = { ...current, ...patch }
  if (patch.constraints === null) merged.constraints = []
  if (patch.extensions !== undefined) merged.extensions = sentExtensions(patch.extensions, current.extensions)
  if (merged.attachments) merged.attachments = describedAttachments(merged.attachments, current.attachments ?? [])
  // An empty description is shown where there is none.
  if (merged.description === '') delete merged.description
  const metadata = metadataSchema.parse(
    Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null && value !== undefined)),
  )
  checkDescriptionSize(metadata, current)
  return metadata
}

/** The metadata of a dataset after a patch. @throws what `checkUpdateCycle` throws */
export async function patchedMetadata(
  ctx: Context,
  { id, metadata: current }: Dataset,
  { schema: _, slug: __, remoteFile: ___, ...patch }: DatasetPatch,
): Promise<Metadata> {
  const metadata = mergeMetadata(current, patch)
  if (patch.extensions) await checkUpdateCycle(ctx, { id, extensions: metadata.extensions })
  return metadata
}

/** The metadata with the master data of a patch, checked against the fields. @throws what `checkedMasterData` throws */
export function withCheckedMasterData(metadata: Metadata, patch: DatasetPatch, fields: readonly Field[]): Metadata {
  if (!patch.masterData || !metadata.masterData) return metadata
  return { ...metadata, masterData: checkedMasterData(metadata.masterData, fields) }
}

/** The slug of a patch, if it is another. */
export const changedSlug = (dataset: Dataset, { slug }: DatasetPatch): string | undefined =>
  slug === dataset.slug ? undefined : slug
