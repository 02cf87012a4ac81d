/** The files that a new dataset copies from its source, which can then be deleted. */
import { type Attachment, attachmentsAfter, bundleOfLines, bundleOfMetadata } from '../../../worker/attachments'
import type { Context } from '../../../worker/context'
import { type Dataset, readDataset } from '../../../worker/datasets'
import { bundlesOf, firstAttachmentAt } from '../../../worker/datasets/attachments'
import { writableTableOf } from '../../../worker/datasets/lines-api'
import { limits } from '../../../worker/limits'
import { pathsInLines } from '../../../worker/lines/write'
import { attachmentField } from '../../../worker/schema/attachment-fields'

type PageInput = { dataset: Dataset; source: string; after: string }
const limit = limits.attachments.readAtOnce

/** Files that the copied lines refer to. */
export async function sourceFilesOfLines(
  ctx: Context,
  { dataset, source, after }: PageInput,
): Promise<SourceFilesPage> {
  const bundle = bundleOfLines(dataset.id)
  const { writeSchema, database } = writableTableOf(ctx, dataset, 'bulkLines')
  const field = attachmentField(writeSchema.fields)?.key
  if (field === undefined) return { bundle, files: [], next: undefined }
  const paths = await pathsInLines(database, writeSchema.pointer, { field, after, limit })
  const bundles = await bundlesOf(ctx, await readDataset(ctx, source))
  const files: Attachment[] = []
  for (const path of paths) {
    // The lines of the copy report a path without a file, as those of the source do.
    const file = await firstAttachmentAt(ctx, bundles, path)
    if (file) files.push(file)
  }
  return { bundle, files, next: paths.length === limit ? paths.at(-1) : undefined }
}

/** Files of the description, whether it refers to them or not. */
export async function sourceFilesOfDescription(
  ctx: Context,
  { dataset, source, after }: PageInput,
): Promise<SourceFilesPage> {
  const files = await attachmentsAfter(ctx, bundleOfMetadata(source), { after, limit })
  const next = files.length === limit ? files.at(-1)?.path : undefined
  return { bundle: bundleOfMetadata(dataset.id), files, next }
}

/** A page of files to copy; `next` is the path after which the next page starts, undefined on the last page. */
export type SourceFilesPage = { bundle: string; files: Attachment[]; next: string | undefined }
