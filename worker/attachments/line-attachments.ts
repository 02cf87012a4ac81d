/** Attachments of the lines of an editable dataset: sent one by one or in archives, deleted with their lines. */
import { and, asc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { Context } from '../context'
import { tables } from '../db/client'
import { md5Chars } from '../files/attachment-path'
import { limits } from '../limits'
import { listArchive } from './archive'

const { attachments, discards } = tables

/** Moves a file to the path of its line, and replaces the previous one. */
export async function moveAttachment(ctx: Context, bundle: string, from: string, to: string): Promise<void> {
  await ctx.db.batch([
    ...removal(ctx, and(eq(attachments.bundle, bundle), eq(attachments.path, to))),
    ctx.db
      .update(attachments)
      .set({ path: to })
      .where(and(eq(attachments.bundle, bundle), eq(attachments.path, from))),
  ])
}

/**
 * Removes the files of a line: those that were sent with it into its folders, and the one that it named before, except the
 * one that it names now. Files of archives stay: a folder of an archive may have the id of a line as its name.
 *
 * @param files.folders end with a slash
 */
export async function removeAttachmentsOfLine(
  ctx: Context,
  bundle: string,
  files: { folders: readonly string[]; named: string | undefined; current: string | undefined },
): Promise<void> {
  const { folders, named, current } = files
  const which = and(
    eq(attachments.bundle, bundle),
    or(...folders.map(isSentTo), ...(named === undefined ? [] : [eq(attachments.path, named)])),
    sql`${attachments.path} is not ${current ?? null}`,
  )
  await ctx.db.batch(removal(ctx, which))
}

/** A file that was sent with a line. */
type SentFile = { path: string; object: string }

/** A page of the files that were sent with lines, in the order of their paths: neither those of archives, nor those being received. */
export function sentFilesAfter(
  ctx: Context,
  bundle: string,
  { after, limit }: { after: string; limit: number },
): Promise<SentFile[]> {
  const isSent = and(isNull(attachments.entry), sql`substr(${attachments.path}, 1, 1) <> ':'`)
  return ctx.db
    .select({ path: attachments.path, object: attachments.object })
    .from(attachments)
    .where(and(eq(attachments.bundle, bundle), gt(attachments.path, after), isSent))
    .orderBy(asc(attachments.path))
    .limit(limit)
}

/** Removes files that were sent with lines, unless their paths have other ones by now. */
export async function removeSentFiles(ctx: Context, bundle: string, files: readonly SentFile[]): Promise<void> {
  const { listedAtOnce } = limits.attachments
  for (let from = 0; from < files.length; from += listedAtOnce) {
    const read = JSON.stringify(files.slice(from, from + listedAtOnce).map(({ path, object }) => [path, object]))
    const isRead = sql`(${attachments.path}, ${attachments.object}) in (select value->>0, value->>1 from json_each(${read}))`
    await ctx.db.batch(removal(ctx, and(eq(attachments.bundle, bundle), isRead)))
  }
}

/** Whether a path is one of `pathOfLine`: the folder, then an MD5, then a slash. */
const isSentTo = (folder: string) =>
  and(isInFolder(folder), sql`instr(substr(${attachments.path}, length(${folder}) + 1), '/') = ${md5Chars + 1}`)

/** The length is computed by SQLite, which counts code points where JavaScript counts UTF-16 units. */
const isInFolder = (folder: string) => sql`substr(${attachments.path}, 1, length(${folder})) = ${folder}`

/** An archive whose files are listed in a temporary bundle (`arriving`) before they are added to `bundle`. */
export type ArrivedArchive = { bundle: string; folder: string; object: string; arriving: string }

/**
 * Lists the files of an archive in a temporary bundle. The target bundle does not change.
 *
 * @param input.folder prefix of the paths, ending with a slash; empty for the root of the bundle
 * @throws what `listArchive` throws
 */
export async function receiveArchive(
  ctx: Context,
  { bundle, folder, object, size }: { bundle: string; folder: string; object: string; size: number },
): Promise<ArrivedArchive> {
  const arriving = `${bundle}:${object.split('/').at(-2) ?? object}`
  await listArchive(ctx, { bundle: arriving, folder, object, size })
  return { bundle, folder, object, arriving }
}

/**
 * Adds the files of an archive to its bundle, and replaces those of the same paths.
 *
 * @param replaces removes the other files of the folder
 */
export async function mergeArchive(ctx: Context, archive: ArrivedArchive, replaces: boolean): Promise<void> {
  const { bundle, folder, object, arriving } = archive
  const replaced = replaces
    ? and(eq(attachments.bundle, bundle), isInFolder(folder))
    : and(
        eq(attachments.bundle, bundle),
        sql`${attachments.path} in (select path from attachments where bundle = ${arriving})`,
      )
  await ctx.db.batch([
    ...removal(ctx, replaced),
    ctx.db.update(attachments).set({ bundle }).where(eq(attachments.bundle, arriving)),
    ctx.db.delete(discards).where(and(eq(discards.kind, 'file'), eq(discards.name, object))),
  ])
}

/** The statements that remove attachments, and discard the objects that no other attachment uses: an archive has many. */
function removal(ctx: Context, which: ReturnType<typeof and>) {
  const notBefore = ctx.now().getTime() + limits.lines.dropReplacedAfterMs
  return [
    ctx.db
      .insert(discards)
      .select(sql`select distinct 'file', ${attachments.object}, ${notBefore} from ${attachments} where ${which}`)
      .onConflictDoNothing(),
    ctx.db.delete(attachments).where(which),
    ctx.db
      .delete(discards)
      .where(
        and(
          eq(discards.kind, 'file'),
          eq(discards.notBefore, notBefore),
          sql`${discards.name} in (select object from attachments)`,
        ),
      ),
  ] as const
}
