/** Attachments of a dataset: the files that its lines name, and those of its description. */

import {
  type Attachment,
  attachmentAt,
  attachmentsAfter,
  bundleOfLines,
  bundleOfMetadata,
  bundleUsage,
} from '../../attachments'
import type { Context } from '../../context'
import { causeOf, Problem, problem, untranslated } from '../../errors'
import { mimetypeOf } from '../../formats/kinds/mimetypes'
import { limits } from '../../limits'
import { fetchOutside } from '../../net/fetch'
import { VisitorFetches } from '../../net/visitor-fetches'
import {
  type ArrivingFile,
  removeDescriptionFile,
  type StoredDescriptionFile,
  storeDescriptionFile,
} from '../../resources'
import { addressField, attachmentAddress, attachmentField } from '../../schema/attachment-fields'
import { hasLine, openLines } from '../lines-api/read/open-lines'
import type { Dataset } from '../metadata/dataset'
import type { Metadata } from '../metadata/document'
import { datasetKind } from '../metadata/kind'
import { forgetDataset, loadDataset, loadDatasetForReading } from '../metadata/load'
import { isDraft, readableVersion } from '../metadata/present'
import { leavesOf, unqueryable } from '../virtual/tree'
import { type FetchedFile, readRemoteFile } from './remote-copy'

/** The attachment of a line. @throws `file-not-found` */
export async function readAttachment(
  ctx: Context,
  { id, path, draft }: { id: string; path: string; draft: boolean },
): Promise<Attachment> {
  const dataset = await loadDatasetForReading(ctx, id, 'downloadAttachment')
  if (dataset.nature === 'virtual') return attachmentOfChild(ctx, dataset, path)
  const bundle = dataset.nature === 'rest' ? bundleOfLines(id) : readableVersion(dataset, draft).attachments?.bundle
  if (bundle === undefined) throw problem('file-not-found')
  return attachmentAt(ctx, bundle, path)
}

/** The bundles of the attachments of a dataset's lines; for a virtual dataset, those of the datasets below it. */
export async function bundlesOf(ctx: Context, dataset: Dataset): Promise<string[]> {
  if (dataset.nature !== 'virtual') return bundleOf(dataset)
  const leaves = await leavesOf(ctx, dataset, unqueryable(dataset.id))
  return leaves.flatMap((leaf) => bundleOf(leaf.dataset))
}

/** The file at the path in a line, in the first bundle that has one; undefined for an address, and for a missing file. */
export async function firstAttachmentAt(
  ctx: Context,
  bundles: readonly string[],
  path: string,
): Promise<Attachment | undefined> {
  if (attachmentAddress(path) === undefined) return undefined
  for (const bundle of bundles) {
    try {
      return await attachmentAt(ctx, bundle, path)
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'file-not-found') throw error
    }
  }
  return undefined
}

function bundleOf({ id, nature, published }: Dataset): string[] {
  if (nature === 'rest') return [bundleOfLines(id)]
  return published.attachments ? [published.attachments.bundle] : []
}

/**
 * The attachment of a line of a virtual dataset, at `{child}/{path}`. A visible line of the virtual dataset must name it.
 *
 * @throws `attachment-child-unknown`, `attachment-column-missing`, `file-not-found`, what `openLines` throws
 */
async function attachmentOfChild(ctx: Context, dataset: Dataset, childAndPath: string): Promise<Attachment> {
  const [child = '', ...parts] = childAndPath.split('/')
  const leaves = await leavesOf(ctx, dataset, unqueryable(dataset.id))
  const leaf = leaves.find((candidate) => candidate.dataset.id === child)?.dataset
  if (!leaf) throw problem('attachment-child-unknown')
  if (!attachmentField(dataset.published.schema)) throw problem('attachment-column-missing')
  const path = parts.join('/').normalize('NFC')
  const opened = await openLines(ctx, { id: dataset.id, draft: false }, 'downloadAttachment')
  const value = `${ctx.baseUrl}/api/v1/datasets/${dataset.id}/attachments/${child}/${attachmentAddress(path)}`
  const isNamed = await hasLine(ctx, opened, { key: addressField, value })
  const [bundle] = bundleOf(leaf)
  if (!isNamed || bundle === undefined) throw problem('file-not-found')
  return attachmentAt(ctx, bundle, path)
}

/** A page of the attachments of the lines, in the order of their paths. */
export async function listAttachments(
  ctx: Context,
  { id, draft, after }: { id: string; draft: boolean; after: string | undefined },
): Promise<Record<string, unknown>> {
  const dataset = await loadDataset(ctx, id, 'downloadAttachment')
  const isEditable = dataset.nature === 'rest'
  const { attachments } = readableVersion(dataset, draft)
  const bundle = isEditable ? bundleOfLines(id) : attachments?.bundle
  const limit = limits.attachments.listedAtOnce
  const page = bundle === undefined ? [] : await attachmentsAfter(ctx, bundle, { after, limit })
  const address = `${ctx.baseUrl}/api/v1/datasets/${id}/attachments/`
  const query = isDraft(dataset, draft) ? '?draft=true' : ''
  const results = page.map(({ path, size, updatedAt }) => ({
    path,
    size,
    mimetype: mimetypeOf(path),
    updatedAt,
    url: address + path.split('/').map(encodeURIComponent).join('/') + query,
  }))
  const next = page.length === limit ? page.at(-1)?.path : undefined
  const count = isEditable ? (await bundleUsage(ctx, bundleOfLines(id))).count : (attachments?.count ?? 0)
  return { count, results, ...(next === undefined ? {} : { after: next }) }
}

/** Stores a file of the description; it is listed once `attachments` is patched. @throws `file-too-large` */
export async function storeMetadataFile(ctx: Context, id: string, file: ArrivingFile): Promise<StoredDescriptionFile> {
  const operation = 'postMetadataAttachment'
  const resource = await loadDataset(ctx, id, operation)
  const stored = await storeDescriptionFile(ctx, datasetKind, {
    resource,
    bundle: bundleOfMetadata(id),
    operation,
    file,
  })
  forgetDataset(id)
  return stored
}

/** @throws `file-not-found` */
export async function readMetadataAttachment(ctx: Context, id: string, name: string): Promise<Attachment> {
  await loadDatasetForReading(ctx, id, 'downloadMetadataAttachment')
  return attachmentAt(ctx, bundleOfMetadata(id), name)
}

/** @throws `file-not-found` */
export async function removeMetadataFile(ctx: Context, id: string, name: string): Promise<void> {
  const operation = 'deleteMetadataAttachment'
  await loadDataset(ctx, id, operation)
  await removeDescriptionFile(ctx, datasetKind, { id, bundle: bundleOfMetadata(id), operation, path: name })
  forgetDataset(id)
}

/**
 * Completes the attachments in a request with their media types, and with the stored `targetUrl` of remote files, which
 * clients cannot read and do not send again.
 *
 * @throws `body-invalid`
 */
export function describedAttachments(sent: Listed, stored: Listed = []): Listed {
  const targets = new Map(stored.map((attachment) => [attachment.name, attachment.targetUrl]))
  return sent.map(({ url, targetUrl, ...attachment }) => {
    if (attachment.type === 'url') return { ...attachment, url }
    if (!attachment.name || !/.\.[^.]+$/.test(attachment.name)) {
      throw problem('body-invalid', {
        reason: {
          en: 'a file among the attachments needs a name with an extension',
          fr: 'un fichier parmi les pièces jointes doit avoir un nom avec une extension',
        },
      })
    }
    const described = { ...attachment, mimetype: mimetypeOf(attachment.name) }
    if (attachment.type === 'file') return described
    const target = targetUrl ?? targets.get(attachment.name)
    if (target === undefined)
      throw problem('body-invalid', {
        reason: {
          en: `the remote file "${attachment.name}" needs a targetUrl`,
          fr: `il manque un targetUrl au fichier distant "${attachment.name}"`,
        },
      })
    return { ...described, targetUrl: target }
  })
}

type Listed = NonNullable<Metadata['attachments']>

/**
 * Fetches a remote file of the description; undefined when the name is not that of a remote file.
 *
 * @param validators conditional headers of the request
 * @throws `remote-file-failed`, which is remembered for a short time per file, `upstream-busy`
 */
export async function fetchRemoteAttachment(
  ctx: Context,
  input: { id: string; name: string; validators: Record<string, string> },
): Promise<FetchedFile | undefined> {
  const dataset = await loadDatasetForReading(ctx, input.id, 'downloadMetadataAttachment')
  const remote = dataset.metadata.attachments?.find(({ type, name }) => type === 'remoteFile' && name === input.name)
  if (!remote?.targetUrl) return undefined
  const address = remote.targetUrl
  // For gateways it is data that the service reads, not a stored file.
  if (ctx.permitted) ctx.permitted.operation.track = 'readDataAPI'
  const now = () => ctx.now().getTime()
  const download = (headers: Record<string, string>) =>
    fetches.run(
      address,
      now,
      async () => {
        const response = await fetchOutside(address, { allowed: ctx.config.OUTGOING_ALLOW, headers }).catch(
          (error: unknown) => {
            if (error instanceof Problem) throw problem('remote-file-failed', { reason: causeOf(error) })
            throw error
          },
        )
        if (response.ok || response.status === 304) return response
        await response.body?.cancel()
        throw problem('remote-file-failed', { reason: untranslated(String(response.status)) })
      },
      { remembers: Object.keys(headers).length === 0 },
    )
  return readRemoteFile(ctx, address, { sent: input.validators, download })
}

const fetches = new VisitorFetches()
