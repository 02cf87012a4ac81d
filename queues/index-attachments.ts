import { type Attachment, attachmentAt, bundleOfLines } from '../worker/attachments'
import type { Context } from '../worker/context'
import { Problem } from '../worker/errors'
import { limits } from '../worker/limits'
import type { TablePointer } from '../worker/lines/storage'
import { forgetLineAttachmentValues, unindexedPaths, writeLineAttachmentValues } from '../worker/lines/write'
import { attachmentField } from '../worker/schema/attachment-fields'
import type { Field } from '../worker/schema/field'
import { interruptedReading, readContents } from './processing/read-attachments'

/** Reads a page of the attachments that editable lines refer to since the last refresh. @returns whether more may remain */
export async function indexAttachments(
  ctx: Context,
  input: { dataset: string; db: D1Database; pointer: TablePointer; fields: readonly Field[] },
): Promise<boolean> {
  const { dataset, db, pointer, fields } = input
  const field = attachmentField(fields)?.key
  if (field === undefined) return false
  const limit = limits.attachments.readAtOnce
  const paths = await unindexedPaths(db, pointer, { field, limit })
  for (const path of paths) {
    const attachment = await storedAt(ctx, dataset, path)
    if (!attachment) {
      await writeLineAttachmentValues(db, pointer, { field, facts: [{ path, '_file.error': 'This file is missing.' }] })
      continue
    }
    // Written first, so that a document that crashes the process is not read again.
    await writeLineAttachmentValues(db, pointer, { field, facts: [interruptedReading(attachment).values] })
    // One at a time: the text of several attachments may exceed the size of a statement.
    for await (const { values } of readContents(ctx, [attachment]))
      await writeLineAttachmentValues(db, pointer, { field, facts: [values] })
    // A file that was replaced while it was read is read again.
    if (!(await isCurrent(ctx, dataset, attachment)))
      await forgetLineAttachmentValues(db, pointer, { field, paths: [path] })
  }
  return paths.length === limit
}

/** Undefined when there is no file at the path. */
async function storedAt(ctx: Context, dataset: string, path: string): Promise<Attachment | undefined> {
  try {
    return await attachmentAt(ctx, bundleOfLines(dataset), path)
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

async function isCurrent(ctx: Context, dataset: string, { path, object, offset }: Attachment): Promise<boolean> {
  const current = await storedAt(ctx, dataset, path)
  return current?.object === object && current.offset === offset
}
