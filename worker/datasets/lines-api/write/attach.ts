/** Attachments of lines that are written as multipart requests. */
import {
  bundleOfLines,
  dropAttachment,
  moveAttachment,
  removeAttachmentsOfLine,
  storeAttachment,
} from '../../../attachments'
import type { Context } from '../../../context'
import { problem } from '../../../errors'
import { folderOfOwner, isPathOfLine, pathOfLine } from '../../../files/attachment-path'
import { safeFileName } from '../../../files/safe-file-name'
import { limits } from '../../../limits'
import type { WrittenLine } from '../../../lines/write/apply-operations'
import type { StoredLine } from '../../../lines/write/line'
import { faultProblem } from '../../../lines/write/line-answer'
import { isFault, prepareOperation } from '../../../lines/write/prepare-operation'
import type { WriteSchema } from '../../../lines/write/write-schema'
import { isSuperAdmin } from '../../../permissions'
import type { WritableTable } from './open-writable-table'
import { type WriteOne, writeLine } from './write-line'

/** A file that was received before the id of its line is known. */
export type ReceivedFile = { name: string; md5: string; path: string }

/** The field with the path of the attachment of a line. @throws `attachment-field-missing` */
export function requireAttachmentField(writeSchema: WriteSchema): string {
  if (writeSchema.attachment === undefined) throw problem('attachment-field-missing')
  return writeSchema.attachment
}

/** Stores a file before its line is parsed. */
export async function receiveFile(
  ctx: Context,
  { dataset, writeSchema }: WritableTable,
  file: { fileName: string; bytes: AsyncIterable<Uint8Array> },
): Promise<ReceivedFile> {
  requireAttachmentField(writeSchema)
  const path = `:received/${ctx.newId()}`
  const bundle = bundleOfLines(dataset.id)
  const { md5 } = await storeAttachment(ctx, { account: dataset.owner, bundle, path, bytes: file.bytes })
  return { name: safeFileName(file.fileName), md5, path }
}

/** Deletes a file whose line was refused. */
export async function dropReceived(ctx: Context, dataset: string, file: ReceivedFile): Promise<void> {
  await dropAttachment(ctx, bundleOfLines(dataset), file.path)
}

/**
 * Writes a line with its attachment: a new file replaces the previous one, and a line that no longer
 * refers to its file loses it, unless the dataset has revisions.
 */
export async function writeLineWithFiles(
  ctx: Context,
  table: WritableTable,
  input: Omit<WriteOne, 'dataset'>,
  file?: ReceivedFile,
): ReturnType<typeof writeLine> {
  const { dataset, writeSchema } = table
  const field = writeSchema.attachment
  if (field === undefined) return writeLine(ctx, table, input)
  const bundle = bundleOfLines(dataset.id)
  const owner = input.owner?.owner
  if (!file) {
    const result = await writeLine(ctx, table, input)
    const lineId = input.lineId ?? result.body?._id
    const { before } = result
    const keepsFiles = input.action === 'patch' || !before || writeSchema.rest.history === true
    if (!keepsFiles && typeof lineId === 'string') {
      const storedPath = textOf(result.body?.[field])
      await removeAttachmentsOfLine(ctx, bundle, { ...filesOf(lineId, { owner, field, before }), current: storedPath })
    }
    return result
  }
  try {
    const newId = ctx.newId().slice(0, limits.lines.generatedIdChars)
    const { action, lineId, body } = input
    const folder = owner === undefined ? '' : folderOfOwner(owner)
    const prepared = prepareOperation(writeSchema, {
      at: 0,
      // A required path is there; the id may differ from this one where it is computed from values.
      body: { ...body, [field]: pathOfLine(lineId ?? newId, file, folder) },
      mayDate: isSuperAdmin(table.actor),
      id: lineId,
      owner: input.owner,
      newId: () => newId,
      ...(action ? { action } : {}),
    })
    if (isFault(prepared)) throw faultProblem(prepared)
    const path = pathOfLine(prepared.id, file, folder)
    const result = await writeLine(ctx, table, { ...input, newId, body: { ...body, [field]: path } })
    await moveAttachment(ctx, bundle, file.path, path)
    const { before } = result
    if (before && writeSchema.rest.history !== true) {
      await removeAttachmentsOfLine(ctx, bundle, { ...filesOf(prepared.id, { owner, field, before }), current: path })
    }
    return result
  } catch (error) {
    await dropReceived(ctx, dataset.id, file)
    throw error
  }
}

/**
 * The files to delete when a line is written without them. A writer of own lines has access to the folder of the owner only,
 * and to the file of the line when it had another owner.
 */
function filesOf(
  lineId: string,
  { owner, field, before }: { owner: string | undefined; field: string; before: StoredLine | WrittenLine },
): { folders: string[]; named: string | undefined } {
  const fileOwner = owner ?? before.owner
  const path = textOf(before.values[field])
  return {
    folders: [
      ...(owner === undefined ? [`${lineId}/`] : []),
      ...(fileOwner === undefined ? [] : [`${folderOfOwner(fileOwner)}${lineId}/`]),
    ],
    named: path !== undefined && isPathOfLine(path, lineId) ? path : undefined,
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
