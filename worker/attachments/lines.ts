/** Attachments of the lines of an editable dataset: they come one by one, or by archives, and go with their lines. */
import { and, eq, or, sql } from 'drizzle-orm'
import type { Context } from '../context'
import { tables } from '../db/client'
import { md5Chars } from '../files/attachment-path'
import { limits } from '../limits'
import { listArchive } from './archive'

const { attachments, discards } = tables

/** Gives a file its path, once the line that it belongs to is known: in place of the one that was there. */
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
 * Removes the files of a line: those that came with it into its folders and the one that it named before, but for the one it
 * names now. Files of archives stay: the folder of an archive may have the name of the line.
 *
 * @param files.folders with the slash at their ends
 */
export async function clearLine(
  ctx: Context,
  bundle: string,
  files: { folders: readonly string[]; named: string | undefined; kept: string | undefined },
): Promise<void> {
  const { folders, named, kept } = files
  const which = and(
    eq(attachments.bundle, bundle),
    or(...folders.map(isSentTo), ...(named === undefined ? [] : [eq(attachments.path, named)])),
    sql`${attachments.path} is not ${kept ?? null}`,
  )
  await ctx.db.batch(removal(ctx, which))
}

/** Whether a file is one of `pathOfLine`: its MD5 comes next. */
const isSentTo = (folder: string) =>
  and(isWithin(folder), sql`instr(substr(${attachments.path}, length(${folder}) + 1), '/') = ${md5Chars + 1}`)

/** Counted by SQLite: its characters are not those of JavaScript. */
const isWithin = (folder: string) => sql`substr(${attachments.path}, 1, length(${folder})) = ${folder}`

/** An archive whose files are listed apart from those of its bundle, which they are to join. */
export type ArrivedArchive = { bundle: string; folder: string; object: string; arriving: string }

/**
 * Lists the files of an archive that is to join a bundle: nothing of the bundle changes.
 *
 * @param input.folder the paths are within, with the slash at its end; empty: the bundle itself
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
 * Adds the files of an archive to its bundle, in place of those of the same paths.
 *
 * @param replaces the other files of the folder go
 */
export async function takeArchive(ctx: Context, archive: ArrivedArchive, replaces: boolean): Promise<void> {
  const { bundle, folder, object, arriving } = archive
  const replaced = replaces
    ? and(eq(attachments.bundle, bundle), isWithin(folder))
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

/** The statements that remove attachments, and discard the objects that no other is made of: an archive holds many. */
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
