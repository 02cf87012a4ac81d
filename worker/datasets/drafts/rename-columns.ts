import { problem, type Reason } from '../../errors'
import { inOrderOf, laterRenamed, type RenamedColumn, withRenamed } from '../../schema/keys/renamed-columns'
import { structureDifferences } from '../../schema/merge-schema'
import type { Version } from '../metadata/document'

/**
 * A draft in which new columns of its file have the key and the settings of published ones that the file lacks. Its lines still
 * have the keys of the file.
 *
 * @throws `body-invalid` when a key is not that of such a column, or is named twice
 */
export function withRenamedColumns(published: Version, draft: Version, renamed: readonly RenamedColumn[]): Version {
  const { missing, added } = structureDifferences(published.schema, draft.schema)
  const fileKeys = new Set(added)
  const keys = new Set(missing)
  for (const { fileKey, key } of renamed) {
    if (!fileKeys.delete(fileKey)) {
      throw refused({
        en: `"${fileKey}" is not a new column of the file, or is named twice`,
        fr: `"${fileKey}" n'est pas une nouvelle colonne du fichier, ou est nommée deux fois`,
      })
    }
    if (!keys.delete(key)) {
      throw refused({
        en: `"${key}" is not a column that the file lacks, or is named twice`,
        fr: `"${key}" n'est pas une colonne absente du fichier, ou est nommée deux fois`,
      })
    }
  }
  const { schema, detected } = withRenamed(
    published.schema,
    { schema: draft.schema, detected: draft.file?.schema ?? [] },
    renamed,
  )
  return {
    ...draft,
    schema: inOrderOf(published.schema, schema),
    renamedColumns: laterRenamed(draft.renamedColumns ?? [], renamed),
    ...(draft.file ? { file: { ...draft.file, schema: detected } } : {}),
    ...(draft.lines ? { servedSchema: draft.servedSchema ?? draft.schema } : {}),
  }
}

/** @throws `body-invalid` when a key is not published, or when a key or a header is named twice */
export function checkRenamed({ schema }: Version, renamed: readonly RenamedColumn[]): void {
  const keys = new Set(schema.map(({ key }) => key))
  const fileKeys = new Set<string>()
  for (const { fileKey, key } of renamed) {
    if (!keys.delete(key)) {
      throw refused({
        en: `"${key}" is not a published column, or is named twice`,
        fr: `"${key}" n'est pas une colonne publiée, ou est nommée deux fois`,
      })
    }
    if (fileKeys.has(fileKey)) {
      throw refused({ en: `"${fileKey}" is named twice`, fr: `"${fileKey}" est nommée deux fois` })
    }
    fileKeys.add(fileKey)
  }
}

const refused = ({ en, fr }: Reason) =>
  problem('body-invalid', { reason: { en: `renamedColumns: ${en}`, fr: `renamedColumns : ${fr}` } })
