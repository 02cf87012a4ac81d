/** The source of an image: a stored file, or an external URL. */

import { type Attachment, attachmentAt, bundleOfLines, bundleOfMetadata } from '../attachments'
import type { Context } from '../context'
import { type Dataset, versionOf } from '../datasets'
import { readAttachment } from '../datasets/attachments'
import { hasLine, type OpenedLines } from '../datasets/lines-api'
import { Problem, problem, type Reason, untranslated } from '../errors'
import { joinBytes } from '../formats/archive/join-bytes'
import { limits } from '../limits'
import { fetchOutside, readBounded } from '../net/fetch'
import { percentDecoded } from '../net/percent'
import { VisitorFetches } from '../net/visitor-fetches'
import { attachmentAddress } from '../schema/attachment-fields'
import { roleOf } from '../schema/concepts'

/**
 * `version` changes with the image, if that is known. `unfit` marks bytes that cannot be resized.
 *
 * @throws what `bytes` throws
 */
export type PictureSource = { address: string; version: string; bytes: () => Promise<Uint8Array>; unfit?: () => void }

const fetches = new VisitorFetches()

/** The image of a dataset. @throws `thumbnail-none` */
export async function imageOfDataset(ctx: Context, dataset: Dataset): Promise<PictureSource> {
  const { image } = dataset.metadata
  if (!image) throw problem('thumbnail-none')
  const base = `${ctx.baseUrl}/api/v1/datasets/${dataset.id}/metadata-attachments/`
  const address = URL.canParse(image, `${ctx.baseUrl}/`) ? new URL(image, `${ctx.baseUrl}/`).href : image
  if (!address.startsWith(base)) return pictureAt(ctx, address)
  const name = percentDecoded(address.slice(base.length).replace(/[?#].*$/, ''))
  return storedPicture(await attachmentAt(ctx, bundleOfMetadata(dataset.id), name), address)
}

/** The image that a line names. @throws `thumbnail-unknown` when no line does */
export async function pictureOfLine(ctx: Context, opened: OpenedLines, hex: string): Promise<PictureSource> {
  const { dataset, ofDraft } = opened
  const named = fromHex(hex)
  const path = dataset.metadata.attachmentsAsImage ? /^\/attachments\/(.+)$/.exec(named)?.[1] : undefined
  if (path !== undefined) {
    if (dataset.nature === 'virtual') return pictureOfChild(ctx, dataset.id, path)
    const bundle =
      dataset.nature === 'rest' ? bundleOfLines(dataset.id) : versionOf(dataset, ofDraft).attachments?.bundle
    const attachment = bundle === undefined ? undefined : await attachmentAt(ctx, bundle, path).catch(unknown)
    const address = `${ctx.baseUrl}/api/v1/datasets/${dataset.id}/attachments/${attachmentAddress(path)}`
    if (attachment) return storedPicture(attachment, ofDraft ? `${address}?draft=true` : address)
  }
  const field = opened.source.fields.find((one) => roleOf(one['x-refersTo'] ?? '') === 'image')
  if (!field || !(await hasLine(ctx, opened, { key: field.key, value: named }))) throw problem('thumbnail-unknown')
  return pictureAt(ctx, named)
}

/** @param path `{child}/{path}`, as in the addresses of the attachments of a virtual dataset */
async function pictureOfChild(ctx: Context, id: string, path: string): Promise<PictureSource> {
  const attachment = await readAttachment(ctx, { id, path: percentDecoded(path), draft: false }).catch(unknown)
  if (!attachment) throw problem('thumbnail-unknown')
  return storedPicture(attachment, `${ctx.baseUrl}/api/v1/datasets/${id}/attachments/${path}`)
}

export function storedPicture({ size, updatedAt, bytes }: Attachment, address: string): PictureSource {
  return {
    address,
    version: updatedAt,
    bytes: async () => {
      const max = limits.thumbnails.maxBytes
      if (size > max) throw problem('file-too-large', { max })
      const chunks: Uint8Array[] = []
      for await (const chunk of bytes()) chunks.push(chunk)
      return joinBytes(chunks, size)
    },
  }
}

/**
 * An external image; one that fails is not fetched again for a while.
 *
 * @param fetchImage sends the request
 * @throws by its bytes: `address-refused`, `upstream-failed`, `upstream-busy`, `thumbnail-unknown` for a 404
 */
export function pictureAt(
  ctx: Context,
  address: string,
  fetchImage = () => fetchOutside(address, { allowed: ctx.config.OUTGOING_ALLOW }),
): PictureSource {
  const now = () => ctx.now().getTime()
  const failed = (reason: Reason) => problem('upstream-failed', { host: new URL(address).host, reason })
  return {
    address,
    version: '',
    bytes: () =>
      fetches.run(address, now, async () => {
        const response = await fetchImage()
        if (response.ok) return readBounded(response, limits.thumbnails.maxBytes)
        await response.body?.cancel()
        if (response.status === 404 || response.status === 410) throw problem('thumbnail-unknown')
        throw failed(untranslated(`${response.status}`))
      }),
    unfit: () => fetches.fail(address, failed(notReducible), now()),
  }
}

const notReducible: Reason = {
  en: 'it is no picture that can be made smaller',
  fr: "ce n'est pas une image qui peut être réduite",
}

/** @throws `thumbnail-unknown` */
function fromHex(hex: string): string {
  if (!/^(?:[0-9a-f]{2})+$/i.test(hex)) throw problem('thumbnail-unknown')
  return new TextDecoder().decode(Buffer.from(hex, 'hex'))
}

function unknown(error: unknown): undefined {
  if (error instanceof Problem && error.status === 404) return undefined
  throw error
}
