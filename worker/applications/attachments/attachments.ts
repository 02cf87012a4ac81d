/** The files of an application's description. */
import { checkQuotas } from '../../accounts'
import { type Attachment, attachmentAt, bundleOfApplication, storeAttachment } from '../../attachments'
import type { Context } from '../../context'
import { Problem, problem } from '../../errors'
import { percentDecoded } from '../../net/percent'
import {
  type ArrivingFile,
  removeDescriptionFile,
  type StoredDescriptionFile,
  storeDescriptionFile,
} from '../../resources'
import { type PictureSource, pictureAt, storedPicture } from '../../thumbnails/source'
import { applicationKind } from '../kind'
import { type Application, loadApplication } from '../load'

/** Stores a file; it is listed once `attachments` is patched. @throws `file-too-large`, `quota-storage` */
export async function storeApplicationFile(
  ctx: Context,
  id: string,
  file: ArrivingFile,
): Promise<StoredDescriptionFile> {
  const operation = 'postAttachment'
  const resource = await loadApplication(ctx, id, operation)
  return storeDescriptionFile(ctx, applicationKind, { resource, bundle: bundleOfApplication(id), operation, file })
}

/** @throws `file-not-found` */
export async function readApplicationAttachment(ctx: Context, id: string, path: string): Promise<Attachment> {
  await loadApplication(ctx, id, 'downloadAttachment')
  return attachmentAt(ctx, bundleOfApplication(id), path)
}

/** @throws `file-not-found` */
export async function removeApplicationFile(ctx: Context, id: string, path: string): Promise<void> {
  const operation = 'deleteAttachment'
  await loadApplication(ctx, id, operation)
  await removeDescriptionFile(ctx, applicationKind, { id, bundle: bundleOfApplication(id), operation, path })
}

/** Copies the listed files of an application to another. Missing files are skipped. */
export async function copyAttachments(
  ctx: Context,
  { from, to }: { from: Application; to: Pick<Application, 'id' | 'owner'> },
): Promise<void> {
  for (const { name } of from.metadata.attachments ?? []) {
    const file = await attachmentAt(ctx, bundleOfApplication(from.id), name).catch(ignoreMissing)
    if (!file) continue
    await checkQuotas(ctx, to.owner, { storeBytes: file.size })
    const bundle = bundleOfApplication(to.id)
    await storeAttachment(ctx, { account: to.owner, bundle, path: name, bytes: file.bytes() })
  }
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof Problem && error.code === 'file-not-found') return undefined
  throw error
}

/** The image of an application. @throws `application-image-none`, `file-not-found` */
export async function imageOf(
  ctx: Context,
  { id, metadata }: Pick<Application, 'id' | 'metadata'>,
): Promise<PictureSource> {
  const { image } = metadata
  if (!image) throw problem('application-image-none')
  const address = URL.canParse(image, `${ctx.baseUrl}/`) ? new URL(image, `${ctx.baseUrl}/`).href : image
  const own = `${ctx.baseUrl}/api/v1/applications/${id}/attachments/`
  if (!address.startsWith(own)) return ofApplication(pictureAt(ctx, address))
  const path = percentDecoded(address.slice(own.length).replace(/[?#].*$/, ''))
  return storedPicture(await attachmentAt(ctx, bundleOfApplication(id), path), address)
}

/** The thumbnail of an application. Where it does not exist, the problem names the application. */
const ofApplication = (picture: PictureSource): PictureSource => ({
  ...picture,
  bytes: () =>
    picture.bytes().catch((error: unknown) => {
      const isMissing = error instanceof Problem && error.code === 'thumbnail-unknown'
      throw isMissing ? problem('application-thumbnail-unknown') : error
    }),
})
