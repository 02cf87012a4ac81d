/** The dataset as the API shows it (contract datasets §2): pure. */

import { problem } from '../../errors'
import { thumbnailSize, usualThumbnail } from '../../formats/image/thumbnail-size'
import type { Actor } from '../../identity'
import { isPublic, operationsOf } from '../../permissions'
import { describedIn, type Prose, toldShort } from '../../resources/list'
import { hasFileFields } from '../../schema/attached'
import { lineOptions, withCalculated } from '../../schema/calculated'
import { conceptOf, roleOf } from '../../schema/concepts'
import type { Field } from '../../schema/field'
import type { AnalyzedFile, StoredFile, Version } from './document'
import type { Dataset } from './load'
import { toldFile } from './present-file'
import { isPerAccount, visibleTo } from './visible'

export type Presentation = Prose & {
  actor: Actor
  baseUrl: string
  language: 'en' | 'fr'
  /** Show the draft merged over the published version. */
  draft?: boolean
  /** Leave out what is computed for each caller. */
  raw?: boolean
  /** Computed parts to leave out, from `select=-…`. */
  without?: ReadonlySet<string>
}

/** The version that a caller works with: the draft when asked for and there is one. */
export function versionOf(dataset: Dataset, draft: boolean | undefined): Version {
  return (draft ? dataset.draft : undefined) ?? dataset.published
}

/**
 * Whether a version has lines that can be read: those of others, for a virtual dataset that was finalized with some.
 * Where each account has its own lines, their number is hidden from most callers and the end of a run stands for it.
 */
export function hasLines(dataset: Pick<Dataset, 'nature' | 'metadata'>, version: Version): boolean {
  if (dataset.nature !== 'virtual') return version.lines !== undefined
  return isPerAccount(dataset) ? version.finalizedAt !== undefined : lineCount(version) !== undefined
}

/** How many lines a version has. */
export const lineCount = ({ lines, count }: Version): number | undefined => lines?.count ?? count

/** Whether that version is the draft: its addresses then say `draft=true`. */
export const isDraft = (dataset: Dataset, draft: boolean): boolean => draft && dataset.draft !== undefined

/** The version that a caller reads data of. @throws `status-incompatible`: nothing is published, there is a first draft only */
export function readableVersion(dataset: Dataset, draft: boolean | undefined): Version {
  const version = versionOf(dataset, draft)
  if (version.status === 'draft') throw problem('status-incompatible', { status: version.status })
  return version
}

/** The cleaned dataset, as its actor sees it. Keys without a value are absent; stored nulls never show. */
export function present(stored: Dataset, view: Presentation): Record<string, unknown> {
  const dataset = visibleTo(view.actor, stored)
  const version = versionOf(dataset, view.draft)
  const { title, description, attachments, ...metadata } = { ...dataset.metadata, ...saidOfCalendar(dataset, version) }
  const address = `${view.baseUrl}/api/v1/datasets/${dataset.id}`
  const document: Record<string, unknown> = {
    id: dataset.id,
    slug: dataset.slug,
    title,
    description: toldShort(description ?? '', view),
    ...metadata,
    owner: dataset.owner,
    // There is nothing that could have one.
    status: dataset.nature === 'metaOnly' ? undefined : version.status,
    errorStatus: version.errorStatus,
    errorRetry: version.errorRetry,
    draftReason: version.draftReason,
    createdAt: dataset.createdAt,
    createdBy: { id: dataset.createdBy.id },
    updatedAt: dataset.updatedAt,
    updatedBy: { id: dataset.updatedBy.id },
    dataUpdatedAt: version.dataUpdatedAt,
    dataUpdatedBy: version.dataUpdatedBy && { id: version.dataUpdatedBy.id },
    finalizedAt: version.finalizedAt,
    originalFile: version.originalFile && presentFile({ ...version.originalFile, encoding: version.file?.encoding }),
    file: version.file && presentFile(toldFile(version.file)),
    schema: describedIn(presentSchema(dataset, version, view.language), view),
    isRest: dataset.nature === 'rest' || undefined,
    isVirtual: dataset.nature === 'virtual' || undefined,
    isMetaOnly: dataset.nature === 'metaOnly' || undefined,
    count: wasWritten(version) ? lineCount(version) : version.count,
    projection: dataset.metadata.projection ?? version.projection,
    timeZone: version.calendar?.timeZone,
    bbox: version.bbox,
    timePeriod: version.timePeriod,
    storage: storageOf(version, { size: dataset.metadataBytes, listed: attachments ?? [] }),
    attachments:
      attachments &&
      describedIn(attachments, view).map(({ targetUrl: _, ...one }) =>
        one.type !== 'url'
          ? { ...one, url: `${address}/metadata-attachments/${encodeURIComponent(one.name ?? '')}` }
          : one,
      ),
  }
  if (!view.raw) Object.assign(document, computed(dataset, version, view, address))
  return Object.fromEntries(
    Object.entries(document).filter(([key, value]) => value !== undefined && value !== null && !view.without?.has(key)),
  )
}

/** What the file of a calendar adds to the description (contract datasets §4.3). */
function saidOfCalendar({ metadata }: Dataset, { calendar }: Version): Partial<Dataset['metadata']> {
  if (!calendar) return {}
  return {
    extras: { ...metadata.extras, iCalendar: calendar.properties },
    analysis: { escapeKeyAlgorithm: 'legacy' },
  }
}

/** A dataset that was never written to has no count (contract editable-accounts A.1). */
const wasWritten = ({ lines, dataUpdatedAt }: Version): boolean =>
  !lines?.layout.editable || dataUpdatedAt !== undefined

/** All fields, calculated ones last, each with its concept. */
export function presentSchema(
  { nature, metadata }: Pick<Dataset, 'nature' | 'metadata'>,
  version: Version,
  language: 'en' | 'fr',
): Field[] {
  if (version.schema.length === 0 && nature !== 'rest') return []
  return withCalculated(version.schema, nature === 'rest' ? 'rest' : 'file', language, lineOptions(metadata)).map(
    (field) => {
      const concept = field['x-refersTo'] ? conceptOf(field['x-refersTo']) : undefined
      if (!concept) return field
      return {
        ...field,
        'x-concept': { id: concept.id, title: concept.title[language] || concept.title.fr, primary: true },
      }
    },
  )
}

function computed(dataset: Dataset, version: Version, view: Presentation, address: string): Record<string, unknown> {
  const preview = (id: string, title: string) => ({
    id,
    title,
    href: `${view.baseUrl}/embed/dataset/${dataset.id}/${id}`,
  })
  const french = view.language === 'fr'
  // That of lines which are not there yet is there already; a virtual dataset may never have any.
  const isReadable = dataset.nature !== 'metaOnly' && (dataset.nature !== 'virtual' || hasLines(dataset, version))
  return {
    visibility: dataset.visibility,
    public: isPublic(dataset.permissions),
    userPermissions: operationsOf(view.actor, dataset),
    previews: [
      ...(isReadable ? [preview('table', french ? 'Tableau' : 'Table')] : []),
      ...(isReadable && version.bbox?.length
        ? [preview('map', french ? 'Carte' : 'Map'), preview('map-bounds', french ? 'Étendue' : 'Extent')]
        : []),
      ...(isReadable && hasFileFields(version.schema) ? [preview('search-files', french ? 'Fichiers' : 'Files')] : []),
      ...(isReadable && version.schema.some((field) => roleOf(field['x-refersTo'] ?? '') === 'image')
        ? [preview('thumbnails', french ? 'Vignettes' : 'Thumbnails')]
        : []),
    ],
    thumbnail:
      dataset.metadata.image && isPublic(dataset.permissions)
        ? `${address}/thumbnail?${view.thumbnail || thumbnailSize(usualThumbnail)}`
        : undefined,
    href: address,
    page: `${view.baseUrl}/dataset/${dataset.id}`,
  }
}

function presentFile({
  object: _,
  sha256: __,
  updatedAt: ___,
  ...shown
}: StoredFile | AnalyzedFile): Record<string, unknown> {
  return shown
}

type Listed = NonNullable<Dataset['metadata']['attachments']>

function storageOf(version: Version, described: { size: number; listed: Listed }): Record<string, unknown> | undefined {
  const { originalFile, file, attachments, storage } = version
  const metadataAttachments = {
    size: described.size,
    count: described.listed.filter(({ type }) => type === 'file').length,
  }
  if (!originalFile) {
    if (storage) {
      const indexed = { size: storage.indexed, parts: ['lines'] }
      return { ...storage, size: storage.size + described.size, indexed, metadataAttachments }
    }
    return described.size > 0 ? { size: described.size, metadataAttachments } : undefined
  }
  const isApart = attachments?.object !== originalFile.object
  const derived = file && file.object !== originalFile.object ? file.size : 0
  return {
    size: originalFile.size + derived + (isApart ? (attachments?.size ?? 0) : 0) + described.size,
    indexed: { size: file?.size ?? originalFile.size, parts: ['original-file'] },
    dataFiles: [originalFile, ...(derived && file ? [file] : [])].map(({ name, size }) => ({ name, size })),
    attachments: { size: version.attachments?.filesSize ?? 0, count: version.attachments?.count ?? 0 },
    metadataAttachments,
  }
}
