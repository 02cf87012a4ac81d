/** What a patch of a file or virtual dataset requests: its description, its fields, and the processing that they require. */

import type { Context } from '../../context'
import { problem } from '../../errors'
import type { Field } from '../../schema/field'
import { applyExtensions, isSameDefinition } from '../extensions'
import type { Dataset } from '../metadata/dataset'
import type { Approvals, DatasetPatch, Metadata, Version } from '../metadata/document'
import type { SchemaChange } from '../metadata/schema-changes'
import { withObservations } from '../runs/with-observations'
import { approveChildren } from '../virtual/approve'
import { describeVirtual } from '../virtual/describe-virtual'
import { changeOf, fieldsToStore, virtualChange } from './patch-effect'
import { patchedMetadata, withCheckedMasterData } from './patched-metadata'

/** Whether a patch changes the rows, or values computed from them. */
export const changesData = ({ schema, projection, virtual, constraints, extensions }: DatasetPatch): boolean =>
  [schema, projection, virtual, constraints, extensions].some((part) => part !== undefined)

/**
 * The description and the fields after a patch, and the processing that they require; no `schema` when it changes no field.
 *
 * @throws what `patchedMetadata`, `approveChildren`, `describeVirtual`, `applyExtensions` and `changeOf` throw
 */
export async function requestedChange(
  ctx: Context,
  dataset: Dataset,
  { version, patch }: { version: Version; patch: DatasetPatch },
): Promise<{
  metadata: Metadata
  schema: Field[] | undefined
  approvals?: Approvals | undefined
  change: SchemaChange
}> {
  const patched = await patchedMetadata(ctx, dataset, patch)
  const isVirtual = dataset.nature === 'virtual'
  const { schema, approvals } = isVirtual
    ? await describedFields(ctx, dataset, { metadata: patched, version, patch })
    : { schema: await schemaOf(ctx, dataset, { metadata: patched, version, patch }) }
  const metadata = withCheckedMasterData(patched, patch, schema ?? version.schema)
  if (isVirtual)
    return { metadata, schema, approvals, change: virtualChange(dataset, { schema, virtual: patch.virtual }) }
  const { projection, constraints } = patch
  const isExtended = !isSameDefinition(metadata.extensions, dataset.metadata.extensions)
  return { metadata, schema, change: changeOf(dataset, version, { schema, isExtended, projection, constraints }) }
}

/** The fields of a virtual dataset after a patch that changes its data, and the approvals of its children. */
async function describedFields(
  ctx: Context,
  dataset: Dataset,
  { metadata, version, patch }: { metadata: Metadata; version: Version; patch: DatasetPatch },
): Promise<{ schema?: Field[]; approvals?: Approvals | undefined }> {
  if (!changesData(patch)) return {}
  const fields = patch.schema ?? version.schema
  const approvals = await approveChildren(ctx, { ...dataset, metadata }, fields, dataset)
  const described = await describeVirtual(ctx, { ...dataset, metadata, approvals }, fields)
  return { schema: described.fields, approvals }
}

/** The fields of a file dataset after a patch; undefined when it changes none. */
async function schemaOf(
  ctx: Context,
  { nature, owner, metadata: { extensions: before } }: Dataset,
  { metadata, version, patch }: { metadata: Metadata; version: Version; patch: DatasetPatch },
): Promise<Field[] | undefined> {
  if (!patch.schema && patch.extensions === undefined) return undefined
  if (nature === 'metaOnly' && patch.schema?.some((field) => !field['x-calculated'])) {
    throw problem('body-invalid', {
      reason: {
        en: 'a dataset of metadata alone has no columns: create an editable dataset, or one with a file',
        fr: "un jeu de données de métadonnées seules n'a pas de colonnes : créez un jeu éditable, ou avec un fichier",
      },
    })
  }
  const fields = patch.schema ? fieldsToStore(patch.schema, version) : version.schema
  const { extensions } = metadata
  const areComplete = version.file?.schema !== undefined
  const extended = await applyExtensions(ctx, {
    ...{ owner, extensions, before, fields, areComplete },
    schema: version.schema,
  })
  return patch.schema ? withObservations(extended, version.schema) : extended
}
