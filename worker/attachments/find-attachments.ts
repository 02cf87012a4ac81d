import { and, asc, count, eq, gt, sql, sum } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '../context'
import { tables } from '../db/client'
import { problem } from '../errors'
import { objectSource } from '../files/r2-objects'
import { coalesceRanges, type Extent } from '../formats/archive/coalesce-ranges'
import { extentOf, readWholeEntry, readZipEntry } from '../formats/archive/inflate'
import type { ByteSource, ZipEntry } from '../formats/archive/zip'
import { streamOf } from '../net/byte-stream'

const archivedSchema = z.object({
  offset: z.number(),
  compressedSize: z.number(),
  crc: z.number(),
  deflated: z.boolean(),
  archiveSize: z.number(),
})

/** An attachment that can be read as chunks, at once, or as the body of a response. */
export type Attachment = {
  path: string
  size: number
  updatedAt: string
  /** Object in R2 and offset in it. Files of one archive take the fewest requests when they are read in this order. */
  object: string
  offset: number
  bytes: () => AsyncIterable<Uint8Array>
  /** All bytes in memory; callers check `size` first. */
  readAll: () => Promise<Uint8Array>
  read: (range?: ByteRange) => ReadableStream<Uint8Array>
}
type ByteRange = { offset: number; length: number }

type Row = typeof tables.attachments.$inferSelect

/** @throws `file-not-found` */
export async function attachmentAt(ctx: Context, bundle: string, path: string): Promise<Attachment> {
  const { attachments } = tables
  const [row] = await ctx.db
    .select()
    .from(attachments)
    .where(and(eq(attachments.bundle, bundle), eq(attachments.path, path.normalize('NFC'))))
  if (!row) throw problem('file-not-found')
  const location = locationOf(row)
  return attachmentOf(location, sourceOf(ctx, location, []))
}

/** A page of the attachments of a bundle, in the order of their paths. */
export async function attachmentsAfter(
  ctx: Context,
  bundle: string,
  { after = '', limit }: { after?: string | undefined; limit: number },
): Promise<Attachment[]> {
  const { attachments } = tables
  const rows = await ctx.db
    .select()
    .from(attachments)
    .where(and(eq(attachments.bundle, bundle), gt(attachments.path, after)))
    .orderBy(asc(attachments.path))
    .limit(limit)
  const locations = rows.map(locationOf)
  const sources = new Map<string, ByteSource>()
  return locations.map((location) => {
    const { object } = location.row
    const source = sources.get(object) ?? sourceOf(ctx, location, extentsIn(object, locations))
    sources.set(object, source)
    return attachmentOf(location, source)
  })
}

/** All paths of a bundle: their number is bounded (`limits.archives.maxEntries`). */
export async function pathsOf(ctx: Context, bundle: string): Promise<string[]> {
  const { attachments } = tables
  const rows = await ctx.db.select({ path: attachments.path }).from(attachments).where(eq(attachments.bundle, bundle))
  return rows.map(({ path }) => path)
}

/** The number of attachments of a bundle, and their total size in bytes. */
export async function bundleUsage(ctx: Context, bundle: string): Promise<{ count: number; size: number }> {
  const { attachments } = tables
  const [row] = await ctx.db
    .select({ count: count(), size: sum(attachments.size).mapWith(Number) })
    .from(attachments)
    .where(eq(attachments.bundle, bundle))
  return { count: row?.count ?? 0, size: row?.size ?? 0 }
}

/** The size of the file at a path, in bytes; 0 when there is none. */
export async function sizeAt(ctx: Context, bundle: string, path: string): Promise<number> {
  const { attachments } = tables
  const [row] = await ctx.db
    .select({ size: attachments.size })
    .from(attachments)
    .where(and(eq(attachments.bundle, bundle), eq(attachments.path, path.normalize('NFC'))))
  return row?.size ?? 0
}

/** Deletes the rows of a bundle, not their objects: an archive belongs to a version of its dataset. */
export async function forgetBundle(ctx: Context, bundle: string): Promise<void> {
  await ctx.db.run(sql`delete from ${tables.attachments} where bundle = ${bundle}`)
}

/** A row, with the position of its file in an archive, if any. */
type Location = { row: Row; entry?: ZipEntry; archiveSize?: number }

function locationOf(row: Row): Location {
  if (row.entry === null) return { row }
  const { archiveSize, ...entry } = archivedSchema.parse(JSON.parse(row.entry))
  return { row, archiveSize, entry: { ...entry, name: row.path, size: row.size, encrypted: false, link: false } }
}

function sourceOf(ctx: Context, { row, archiveSize = row.size }: Location, extents: readonly Extent[]): ByteSource {
  const source = objectSource(ctx.files, row.object, archiveSize)
  return extents.length > 1 ? coalesceRanges(source, extents) : source
}

const extentsIn = (object: string, locations: readonly Location[]): Extent[] =>
  locations.flatMap(({ row, entry }) => (row.object === object && entry ? (extentOf(entry) ?? []) : []))

function attachmentOf({ row, entry }: Location, source: ByteSource): Attachment {
  const { path, size, object, updatedAt } = row
  const all = { offset: 0, length: size }
  const bytesOf = (range: ByteRange) => (entry ? bytesInArchive(source, entry, range) : bytesAlone(source, range))
  return {
    path,
    size,
    updatedAt,
    object,
    offset: entry?.offset ?? 0,
    bytes: () => bytesOf(all),
    readAll: () => (entry ? readWholeEntry(source, entry) : source.read(0, size)),
    read: (range = all) => streamOf(bytesOf(range), object),
  }
}

async function* bytesAlone(source: ByteSource, { offset, length }: ByteRange): AsyncGenerator<Uint8Array> {
  yield* await source.stream(offset, length)
}

/** Inflates a file of an archive from its start, and skips the bytes before the range. */
async function* bytesInArchive(
  source: ByteSource,
  entry: ZipEntry,
  { offset, length }: ByteRange,
): AsyncGenerator<Uint8Array> {
  let at = 0
  for await (const chunk of readZipEntry(source, entry)) {
    const from = Math.max(0, offset - at)
    const to = Math.min(chunk.length, offset + length - at)
    at += chunk.length
    if (to > from) yield chunk.subarray(from, to)
    if (at >= offset + length) return
  }
}
