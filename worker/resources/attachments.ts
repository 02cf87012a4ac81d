/** The files of the description of a resource. */
import { type AuditedAction, audit, checkQuotas } from '../accounts'
import { dropAttachment, sizeAt, storeAttachment } from '../attachments'
import type { Context } from '../context'
import { safeFileName } from '../files/safe-file-name'
import { mimetypeOf } from '../formats/kinds/mimetypes'
import type { Resource, ResourceKind } from './kind'

/** A file while it arrives. */
export type ArrivingFile = {
  fileName: string
  bytes: AsyncIterable<Uint8Array>
  /** Size that the request announces, in bytes. */
  declared: number
}

export type StoredDescriptionFile = { name: string; mimetype: string; size: number; updatedAt: string }

/** Stores a file; it is listed once `attachments` is patched. @throws `file-too-large`, `quota-storage` */
export async function storeDescriptionFile(
  ctx: Context,
  { name: kind }: ResourceKind,
  input: { resource: Resource; bundle: string; operation: AuditedAction; file: ArrivingFile },
): Promise<StoredDescriptionFile> {
  const { resource, bundle, operation, file } = input
  const name = safeFileName(file.fileName)
  const before = await sizeAt(ctx, bundle, name)
  await checkQuotas(ctx, resource.owner, { storeBytes: file.declared - before })
  const stored = await storeAttachment(ctx, { account: resource.owner, bundle, path: name, bytes: file.bytes })
  await audit(ctx, operation, `${kind}/${resource.id}`)
  return { name, mimetype: mimetypeOf(name), size: stored.size, updatedAt: stored.updatedAt }
}

/** @throws `file-not-found` */
export async function removeDescriptionFile(
  ctx: Context,
  { name: kind }: ResourceKind,
  input: { id: string; bundle: string; operation: AuditedAction; path: string },
): Promise<void> {
  await dropAttachment(ctx, input.bundle, input.path)
  await audit(ctx, input.operation, `${kind}/${input.id}`)
}
