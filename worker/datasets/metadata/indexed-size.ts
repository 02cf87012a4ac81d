import type { Version } from './document'

/**
 * The size of the data of a version: that of its values as CSV, and of the attachments whose content is read. Before its lines are
 * stored, that of its file. The usage of accounts is computed in the same way (`indexedBytes`, `db/tables/datasets`).
 */
export function indexedSize({ originalFile, file, lines, attachments, storage }: Version): {
  size: number
  parts: string[]
} {
  if (storage?.masterData) return { size: storage.indexed, parts: ['master-data'] }
  const files = storage
    ? storage.indexed - (storage.collection?.size ?? storage.indexed)
    : (attachments?.indexedSize ?? 0)
  const withFiles = (part: string) => (files > 0 ? [part, 'attachments'] : [part])
  if (storage) return { size: storage.indexed, parts: withFiles('lines') }
  if (lines?.valueBytes !== undefined) return { size: lines.valueBytes + files, parts: withFiles('lines') }
  if (!originalFile) return { size: 0, parts: [] }
  const isConverted = file !== undefined && file.object !== originalFile.object
  const size = file?.size ?? originalFile.size
  return { size: size + files, parts: withFiles(isConverted ? 'normalized-file' : 'original-file') }
}
