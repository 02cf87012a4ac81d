import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../context'
import { tables } from '../db/client'
import { problem } from '../errors'
import { attachmentKey } from '../files/object-keys'
import { type StoredObject, writeObject } from '../files/r2-objects'
import { limits } from '../limits'

/** Bundles of a dataset: the files of its lines (editable datasets), and those of its description. */
export const bundleOfLines = (dataset: string): string => dataset
export const bundleOfMetadata = (dataset: string): string => dataset + metadataSuffix
const metadataSuffix = ':metadata'
/** The bundle of an application. Ids have no colon, so it differs from the bundles of datasets. */
export const bundleOfApplication = (application: string): string => applicationPrefix + application
const applicationPrefix = 'application:'

type StoredAttachment = StoredObject & { updatedAt: string }

/**
 * Stores a file at a path of a bundle, and replaces the previous one. The object is in `discards` until its row is written,
 * so that an interrupted request leaves no orphan in R2.
 *
 * @throws `file-too-large`, and what reading `bytes` throws
 */
export async function storeAttachment(
  ctx: Context,
  input: { account: { type: string; id: string }; bundle: string; path: string; bytes: AsyncIterable<Uint8Array> },
): Promise<StoredAttachment> {
  const { attachments, discards } = tables
  const { bundle, path, bytes } = input
  const now = ctx.now()
  const object = attachmentKey(input.account, ctx.newId())
  const discard = {
    kind: 'file' as const,
    name: object,
    notBefore: now.getTime() + limits.files.deleteUnreferencedAfterMs,
  }
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

/** The statement that updates the bytes and the number of the description files in its dataset or application. */
function countMetadata(ctx: Context, bundle: string) {
  const { applications, attachments, datasets } = tables
  const files = sql`from ${attachments} where ${attachments.bundle} = ${bundle}`
  const totals = {
    metadataBytes: sql<number>`(select coalesce(sum(${attachments.size}), 0) ${files})`,
    metadataFiles: sql<number>`(select count(*) ${files})`,
  }
  if (bundle.startsWith(applicationPrefix)) {
    const id = bundle.slice(applicationPrefix.length)
    return [ctx.db.update(applications).set(totals).where(eq(applications.id, id))]
  }
  if (!bundle.endsWith(metadataSuffix)) return []
  const id = bundle.slice(0, -metadataSuffix.length)
  return [ctx.db.update(datasets).set(totals).where(eq(datasets.id, id))]
}

/**
 * The statements that discard a bundle whose files are separate objects. Its rows are deleted with the batch: another dataset may
 * take the same id.
 */
export function discardBundle(ctx: Context, bundle: string, notBefore: number) {
  const { attachments } = tables
  return [
    discardObjects(ctx, bundle, notBefore),
    ctx.db.delete(attachments).where(eq(attachments.bundle, bundle)),
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
