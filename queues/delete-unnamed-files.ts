import { bundleOfLines, removeSentFiles, sentFilesAfter } from '../worker/attachments'
import type { Context } from '../worker/context'
import { lineOfPath } from '../worker/files/attachment-path'
import { limits } from '../worker/limits'
import type { TablePointer } from '../worker/lines/storage'
import { pathsNamedByLines, pathsNamedByRevisions } from '../worker/lines/write'
import { attachmentField } from '../worker/schema/attachment-fields'
import type { Field } from '../worker/schema/field'

/**
 * Deletes the files that were sent with lines, and that no line and no revision names any more. Files of archives stay: lines may name
 * them later. A file that is sent again to the same path meanwhile is another object, and stays.
 */
export async function deleteUnnamedFiles(
  ctx: Context,
  input: { dataset: string; db: D1Database; pointer: TablePointer; fields: readonly Field[] },
): Promise<void> {
  const { dataset, db, pointer, fields } = input
  const attachment = attachmentField(fields)?.key
  if (attachment === undefined) return
  const bundle = bundleOfLines(dataset)
  const limit = limits.attachments.comparedAtOnce
  for (let after = ''; ; ) {
    const files = await sentFilesAfter(ctx, bundle, { after, limit })
    const last = files.at(-1)
    if (!last) return
    const paths = files.map(({ path }) => path)
    const inLines = await pathsNamedByLines(db, pointer, { fields, attachment, paths })
    const unnamed = files.filter(({ path }) => !inLines.has(path))
    const sent = unnamed.map(({ path }) => ({ path, lineId: lineOfPath(path) }))
    const inRevisions =
      pointer.history === undefined || sent.length === 0
        ? new Set<string>()
        : await pathsNamedByRevisions(db, pointer.history, { attachment, sent })
    await removeSentFiles(
      ctx,
      bundle,
      unnamed.filter(({ path }) => !inRevisions.has(path)),
    )
    if (files.length < limit) return
    after = last.path
  }
}
