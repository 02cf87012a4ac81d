/** The parts of a multipart bulk: actions, and an archive of attachments. */

import {
  type ArrivedArchive,
  bundleOfLines,
  forgetBundle,
  mergeArchive,
  pathsOf,
  receiveArchive,
} from '../../../attachments'
import type { Context } from '../../../context'
import { problem } from '../../../errors'
import { folderOfOwner, isJunk } from '../../../files/attachment-path'
import { objectSource, readObject } from '../../../files/r2-objects'
import { readZipEntry } from '../../../formats/archive/inflate'
import { readZipDirectory } from '../../../formats/archive/zip'
import { ByteReader } from '../../../formats/geo/byte-reader'
import { dbfToCsv } from '../../../formats/geo/dbf'
import { detectEncoding } from '../../../formats/text/detect-encoding'
import { openZipped } from '../../../formats/workbook/open'
import { workbookToCsv } from '../../../formats/workbook/workbook'
import { openXls } from '../../../formats/workbook/xls'
import { limits } from '../../../limits'
import { forgetLineAttachmentValues } from '../../../lines/write/editable-attachment-columns'
import type { ActionsFormat, ActionsSource } from '../../../lines/write/parse-actions'
import { encoded } from '../../../net/byte-stream'
import { excerptOf } from '../../../schema/cut-text'
import { requestObservationsUnchanged } from '../../metadata/request-observations'
import { dropUpload, storeTemporaryFile } from '../../stored-files/upload'
import { requireAttachmentField } from '../write/attach'
import { tableAddressOf, type WritableTable } from '../write/open-writable-table'
import type { LineOwnership } from '../write/write-line'

/** A stored part. Parts are stored until all have arrived, since actions may refer to attachments in later parts. */
export type StoredPart = {
  part: string
  name: string
  mediaType: string
  object: string
  size: number
  arrived?: ArrivedArchive
}

export type PartFile = { part: string; fileName: string; mediaType: string; bytes: AsyncIterable<Uint8Array> }

/** Stores one part. @throws `part-unknown`, `attachment-field-missing` */
export async function storePart(
  ctx: Context,
  { writeSchema }: WritableTable,
  { part, fileName, mediaType, bytes }: PartFile,
): Promise<StoredPart> {
  if (part !== 'actions' && part !== 'attachments') {
    throw problem('part-unknown', { part: excerptOf(part), supported: 'actions, attachments' })
  }
  if (part === 'attachments') requireAttachmentField(writeSchema)
  const { object, size } = await storeTemporaryFile(ctx, bytes)
  return { part, name: fileName, mediaType, object, size }
}

/** Stores actions that were sent as text, without a file name: a JSON array, or NDJSON. */
export function storeText(ctx: Context, table: WritableTable, text: string): Promise<StoredPart> {
  const fileName = text.trimStart().startsWith('[') ? 'actions.json' : 'actions.ndjson'
  const bytes = new Blob([text]).stream()
  return storePart(ctx, table, { part: 'actions', fileName, mediaType: '', bytes })
}

/** @throws `actions-missing` for a form without any part that is read, `body-invalid` for actions sent twice */
export function checkParts(parts: readonly StoredPart[]): void {
  if (parts.length === 0) throw problem('actions-missing')
  const actions = parts.filter(({ part }) => part === 'actions')
  if (actions.length > 1)
    throw problem('body-invalid', {
      reason: { en: 'more than one part "actions"', fr: 'plus d\'une partie "actions"' },
    })
}

/** Deletes stored parts. */
export async function dropParts(ctx: Context, parts: readonly StoredPart[]): Promise<void> {
  for (const { object, arrived } of parts) {
    if (arrived) await forgetBundle(ctx, arrived.arriving)
    await dropUpload(ctx, object)
  }
}

/**
 * Reads the archive of attachments among the parts: an invalid archive is refused before any line is written.
 *
 * @param owner the owner of own lines, whose folder receives the files
 * @throws `archive-damaged`, `archive-path-refused`, `archive-encrypted` and what a zip throws
 */
export async function openAttachments(
  ctx: Context,
  { dataset }: WritableTable,
  parts: readonly StoredPart[],
  owner: LineOwnership | undefined,
): Promise<StoredPart[]> {
  const bundle = bundleOfLines(dataset.id)
  const folder = owner ? folderOfOwner(owner.owner) : ''
  return Promise.all(
    parts.map(async (part) =>
      part.part === 'attachments' ? { ...part, arrived: await receiveArchive(ctx, { bundle, folder, ...part }) } : part,
    ),
  )
}

/**
 * Moves the files of the archive to the paths that lines refer to. A refresh then reads their contents, also for lines that
 * the request does not change.
 *
 * @param replaces delete the other files
 * @returns the remaining parts
 */
export async function takeAttachments(
  ctx: Context,
  table: WritableTable,
  parts: readonly StoredPart[],
  replaces: boolean,
): Promise<StoredPart[]> {
  const address = tableAddressOf(table)
  const field = requireAttachmentField(table.writeSchema)
  for (const { arrived } of parts) {
    if (!arrived) continue
    const paths = await pathsOf(ctx, arrived.arriving)
    await mergeArchive(ctx, arrived, replaces)
    const size = limits.attachments.listedAtOnce
    for (let at = 0; at < paths.length; at += size) {
      await forgetLineAttachmentValues(address.database, address.pointer, { field, paths: paths.slice(at, at + size) })
    }
    await requestObservationsUnchanged(ctx, { ...address, author: table.author })
  }
  return parts.filter(({ arrived }) => !arrived)
}

/** Replaces a zip of actions by its only file. @throws `actions-archive-not-single`, and what a zip throws */
export async function unpackActions(ctx: Context, parts: readonly StoredPart[]): Promise<StoredPart[]> {
  const archive = parts.find(({ part, name }) => part === 'actions' && /\.zip$/i.test(name))
  if (!archive) return [...parts]
  const source = objectSource(ctx.files, archive.object, archive.size)
  const entries = (await readZipDirectory(source)).filter(({ name }) => !isJunk(name))
  const [entry] = entries
  if (!entry || entries.length > 1) throw problem('actions-archive-not-single', { count: entries.length })
  const { object, size } = await storeTemporaryFile(ctx, readZipEntry(source, entry))
  await dropParts(ctx, [archive])
  return parts.map((part) => (part === archive ? { ...part, name: entry.name, object, size } : part))
}

/** The actions among the parts, as a source. */
export async function storedActions(
  ctx: Context,
  parts: readonly StoredPart[],
  { separator, ...columns }: Pick<ActionsSource, 'separator' | 'ignoresUnknown' | 'keysOfHeaders'>,
): Promise<ActionsSource> {
  const actions = parts.find(({ part }) => part === 'actions')
  const maxBytes = ctx.config.MAX_FILE_BYTES
  if (!actions) return { bytes: emptySource(), format: 'ndjson', maxBytes }
  const table = await tableOfActions(ctx, actions)
  if (table) return { bytes: encoded(table), format: 'csv', ...columns, maxBytes }
  const { gzip, ...named } = formatOfFile(actions)
  const format = named.format ?? ((await isArray(ctx, actions)) ? 'json' : 'ndjson')
  const bytes = await readObject(ctx.files, actions.object)
  if (!bytes) throw problem('file-lost')
  const encoding = gzip ? undefined : await encodingOf(ctx, actions)
  return { bytes, format, gzip, separator, ...columns, maxBytes, ...(encoding === undefined ? {} : { encoding }) }
}

/**
 * The first sheet of a workbook, or the table of a dBASE file, as CSV; undefined for other formats.
 *
 * @throws `file-of-kind-too-large`, `workbook-invalid`, `workbook-encrypted`, and what a zip throws
 */
async function tableOfActions(
  ctx: Context,
  { name, object, size }: StoredPart,
): Promise<AsyncIterable<string> | undefined> {
  const kind = /\.(xlsx|xls|ods|dbf)$/i.exec(name)?.[1]?.toLowerCase()
  if (kind === undefined) return undefined
  const source = objectSource(ctx.files, object, size)
  if (kind === 'dbf') return dbfToCsv(new ByteReader(await source.stream(0, size)))
  const max = kind === 'xls' ? limits.workbooks.maxXlsBytes : limits.workbooks.maxBytes
  if (size > max) throw problem('file-of-kind-too-large', { max: max / 1_000_000 })
  if (kind === 'xls') return workbookToCsv(openXls(await source.read(0, size), 1), {})
  return workbookToCsv(await openZipped(source, kind === 'ods' ? 'ods' : 'xlsx', 1), {})
}

/** Whether a file of unknown type begins with the bracket of a JSON array. */
async function isArray(ctx: Context, { object, size }: StoredPart): Promise<boolean> {
  const sample = size === 0 ? null : await readObject(ctx.files, object, 0, Math.min(size, limits.files.sampleBytes))
  return /^\ufeff?\s*\[/.test(sample ? await new Response(sample).text() : '')
}

async function encodingOf(ctx: Context, { object, size }: StoredPart): Promise<string | undefined> {
  if (size === 0) return undefined
  const length = Math.min(size, limits.files.sampleBytes)
  const sample = await readObject(ctx.files, object, 0, length)
  if (!sample) throw problem('file-lost')
  return detectEncoding(new Uint8Array(await new Response(sample).arrayBuffer()), length === size)
}

async function* emptySource(): AsyncGenerator<Uint8Array> {}

/**
 * The format by file extension, or by media type where the name tells none (`blob`); undefined where neither does.
 *
 * @throws `actions-type-unsupported`
 */
function formatOfFile({ name, mediaType }: Pick<StoredPart, 'name' | 'mediaType'>): {
  format: ActionsFormat | undefined
  gzip: boolean
} {
  const [, inner = '', gz] = /\.?([^.]*?)(\.gz)?$/i.exec(name) ?? []
  const gzip = gz !== undefined
  const extension = inner.toLowerCase()
  if (extension === 'json' || extension === 'csv') return { format: extension, gzip }
  if (gzip) throw problem('actions-type-unsupported', { name: excerptOf(name) })
  if (unread.has(extension)) throw problem('actions-type-unsupported', { name: excerptOf(name) })
  return { format: extension === 'ndjson' ? 'ndjson' : formatOfMediaType[mediaType], gzip: false }
}

const formatOfMediaType: Partial<Record<string, ActionsFormat>> = { 'application/json': 'json', 'text/csv': 'csv' }

/** Extensions of binary formats that are not supported. */
const unread: ReadonlySet<string> = new Set(['zip'])
