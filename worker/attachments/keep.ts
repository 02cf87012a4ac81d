import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../context'
import { tables } from '../db/client'
import { problem } from '../errors'
import { attachmentKey } from '../files/keys'
import { type Written, writeObject } from '../files/store'
import { limits } from '../limits'

/** Bundles of a dataset: what its lines refer to (editable datasets), and what its description does. */
export const bundleOfLines = (dataset: string): string => dataset
export const bundleOfMetadata = (dataset: string): string => dataset + metadataSuffix
const metadataSuffix = ':metadata'
/** The files of an application. An id has no colon: no dataset has this bundle. */
export const bundleOfApplication = (application: string): string => applicationPrefix + application
const applicationPrefix = 'application:'

export type Kept = Written & { updatedAt: string }

/**
 * Keeps one file under a path of a bundle, in place of the one that was there. Until its row is written it stands among
 * the discards: whatever happens, nothing is left behind.
 *
 * @throws `file-too-large`, and what the source throws
 */
export async function keepAttachment(
  ctx: Context,
  input: { account: { type: string; id: string }; bundle: string; path: string; bytes: AsyncIterable<Uint8Array> },
): Promise<Kept> {
  const { attachments, discards } = tables
  const { bundle, path, bytes } = input
  const now = ctx.now()
  const object = attachmentKey(input.account, ctx.newId())
  const discard = { kind: 'file' as const, name: object, notBefore: now.getTime() + limits.uploads.abandonedAfterMs }
  await ctx.db.insert(discards).values(discard)
  const max = ctx.config.MAX_FILE_BYTES
  const written = await writeObject(ctx.files, object, bytes, (size) => {
    if (size > max) throw problem('file-too-large', { max })
  })
  const updatedAt = now.toISOString()
  const row = { bundle, path, size: written.size, object, entry: null, updatedAt }
  await ctx.db.batch([
    discardObjects(ctx, bundle, now.getTime() + limits.lines.dropReplacedAfterMs, path),
    ctx.db
      .insert(attachments)
      .values(row)
      .onConflictDoUpdate({ target: [attachments.bundle, attachments.path], set: row }),
    ctx.db.delete(discards).where(and(eq(discards.kind, 'file'), eq(discards.name, object))),
    ...countMetadata(ctx, bundle),
  ])
  return { ...written, updatedAt }
}

/** Removes one file of a bundle. @throws `file-not-found` */
export async function dropAttachment(ctx: Context, bundle: string, path: string): Promise<void> {
  const { attachments } = tables
  const [, removed] = await ctx.db.batch([
    discardObjects(ctx, bundle, ctx.now().getTime(), path),
    ctx.db
      .delete(attachments)
      .where(and(eq(attachments.bundle, bundle), eq(attachments.path, path)))
      .returning({ path: attachments.path }),
    ...countMetadata(ctx, bundle),
  ])
  if (removed.length === 0) throw problem('file-not-found')
}

/** The statement that counts the files of a description in the storage of its dataset or application. */
function countMetadata(ctx: Context, bundle: string) {
  const { applications, attachments, datasets } = tables
  const metadataBytes = sql<number>`(select coalesce(sum(${attachments.size}), 0) from ${attachments} where ${attachments.bundle} = ${bundle})`
  if (bundle.startsWith(applicationPrefix)) {
    const id = bundle.slice(applicationPrefix.length)
    return [ctx.db.update(applications).set({ metadataBytes }).where(eq(applications.id, id))]
  }
  if (!bundle.endsWith(metadataSuffix)) return []
  const id = bundle.slice(0, -metadataSuffix.length)
  return [ctx.db.update(datasets).set({ metadataBytes }).where(eq(datasets.id, id))]
}

/** The statements that discard a bundle of files that are objects of their own. */
export function discardBundle(ctx: Context, bundle: string, notBefore: number) {
  const row = { kind: 'attachments' as const, name: bundle, notBefore }
  return [
    discardObjects(ctx, bundle, notBefore),
    ctx.db.insert(tables.discards).values(row).onConflictDoNothing(),
  ] as const
}

function discardObjects(ctx: Context, bundle: string, notBefore: number, path?: string) {
  const { attachments, discards } = tables
  const only = path === undefined ? sql`1` : sql`${attachments.path} = ${path}`
  return ctx.db
    .insert(discards)
    .select(
      sql`select 'file', ${attachments.object}, ${notBefore} from ${attachments} where ${attachments.bundle} = ${bundle} and ${only}`,
    )
    .onConflictDoNothing()
}
