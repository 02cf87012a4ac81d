/** Attachments of the lines of an editable dataset: they come one by one, or by archives, and go with their lines. */
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../context'
import { tables } from '../db/client'
import { limits } from '../limits'
import { listArchive } from './archive'

const { attachments, discards } = tables

/** Gives a file its path, once the line that it belongs to is known. */
export async function moveAttachment(ctx: Context, bundle: string, from: string, to: string): Promise<void> {
  await ctx.db.batch([
    ctx.db.delete(attachments).where(and(eq(attachments.bundle, bundle), eq(attachments.path, to))),
    ctx.db
      .update(attachments)
      .set({ path: to })
      .where(and(eq(attachments.bundle, bundle), eq(attachments.path, from))),
  ])
}

/** Removes the files that stand under a line, but for the one it still names. */
export async function clearLine(ctx: Context, bundle: string, lineId: string, kept: string | undefined): Promise<void> {
  const start = `${lineId}/`
  const which = and(
    eq(attachments.bundle, bundle),
    sql`substr(${attachments.path}, 1, ${start.length}) = ${start}`,
    sql`${attachments.path} is not ${kept ?? null}`,
  )
  await ctx.db.batch(removal(ctx, which))
}

/**
 * Adds the files of an archive to a bundle, in place of those of the same paths.
 *
 * @param input.replaces the other files of the bundle go
 * @throws what `listArchive` throws: then nothing has changed
 */
export async function takeArchive(
  ctx: Context,
  input: { bundle: string; object: string; size: number; replaces: boolean },
): Promise<void> {
  const { bundle, object, size, replaces } = input
  const arriving = `${bundle}:${object.split('/').at(-2) ?? object}`
  await listArchive(ctx, { bundle: arriving, object, size })
  const replaced = replaces
    ? eq(attachments.bundle, bundle)
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
