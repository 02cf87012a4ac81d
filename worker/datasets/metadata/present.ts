/** The document of a dataset in the API. Pure. */

import type { SiteDomain } from '../../context'
import { type Language, problem } from '../../errors'
import { thumbnailSize, usualThumbnail } from '../../formats/image/thumbnail-size'
import type { Actor } from '../../identity'
import { can, isPublic, operationsOf } from '../../permissions'
import { nameIn, pageIn } from '../../resources'
import { describedIn, type Prose, renderTruncated, type Unfiltered, withValues } from '../../resources/list'
import { attachmentField, hasFileFields } from '../../schema/attachment-fields'
import { isErrorField, lineOptions, withCalculated } from '../../schema/calculated'
import { conceptOf, roleOf, vocabularyTitle } from '../../schema/concepts'
import type { Field } from '../../schema/field'
import type { Dataset } from './dataset'
import type { AnalyzedFile, StoredFile, Version } from './document'
import { metadataWithDraft } from './draft-description'
import { indexedSize } from './indexed-size'
import { describeAsCsv, hasLeftOut } from './present-file'
import type { DatasetDocument } from './response-schema'
import { isPerAccount, visibleDefinition, visibleTo } from './visible'

export type Presentation = Prose & {
  actor: Actor
  baseUrl: string
  /** The publication site at whose domain the document is read. */
  site: SiteDomain | undefined
  language: Language
  /** Merges the draft over the published version. */
  draft?: boolean
  /** Omits the properties that are computed for each caller. */
  raw?: boolean
  /** Computed properties to omit, from `select=-…`. */
  without?: ReadonlySet<string>
}

/** The draft when it is requested and exists, else the published version. */
export function versionOf(dataset: Dataset, draft: boolean | undefined): Version {
  return (draft ? dataset.draft : undefined) ?? dataset.published
}

/**
 * Whether a version has readable lines. A virtual dataset has some when it was finalized with a number of lines; with
 * `filterActiveAccount`, which hides that number from most callers, when it was finalized.
 */
export function hasLines(dataset: Pick<Dataset, 'nature' | 'metadata'>, version: Version): boolean {
  if (dataset.nature !== 'virtual') return version.lines !== undefined
  return isPerAccount(dataset) ? version.finalizedAt !== undefined : lineCount(version) !== undefined
}

/** Number of lines of a version. */
export const lineCount = ({ lines, count }: Version): number | undefined => lines?.count ?? count

/** Whether `versionOf` returns the draft: addresses then have `draft=true`. */
export const isDraft = (dataset: Dataset, draft: boolean): boolean => draft && dataset.draft !== undefined

/** The version whose data is read. @throws `status-incompatible`: the dataset has a first draft only */
export function readableVersion(dataset: Dataset, draft: boolean | undefined): Version {
  const version = versionOf(dataset, draft)
  if (version.status === 'draft') throw problem('status-incompatible', { status: version.status })
  return version
}

/** The document of a dataset, as visible to the actor, without keys that have no value or null. */
export function present(stored: Dataset, view: Presentation): DatasetDocument {
  const dataset = visibleTo(view.actor, stored)
  const version = versionOf(dataset, view.draft)
  const { title, description, attachments, ...metadata } = {
    ...(version === dataset.draft ? metadataWithDraft(dataset) : dataset.metadata),
    ...calendarMetadata(dataset, version),
  }
  const address = `${view.baseUrl}/api/v1/datasets/${dataset.id}`
  const isOriginalShown =
    !version.originalFile || !hasLeftOut(version.originalFile) || can(view.actor, 'writeData', dataset)
  const document: Unfiltered<DatasetDocument> = {
    id: dataset.id,
    slug: dataset.slug,
    title,
    description: renderTruncated(description ?? '', view),
    ...metadata,
    virtual: visibleDefinition(view.actor, dataset),
    owner: dataset.owner,
    // Without data there is no processing status.
    status: dataset.nature === 'metaOnly' ? undefined : version.status,
    errorStatus: version.errorStatus,
    errorRetry: version.errorRetry,
    draftReason: version.draftReason,
    createdAt: dataset.createdAt,
    createdBy: { id: dataset.createdBy.id },
    ...lastUpdate(dataset, version),
    dataUpdatedAt: version.dataUpdatedAt,
    dataUpdatedBy: version.dataUpdatedBy && { id: version.dataUpdatedBy.id },
    finalizedAt: version.finalizedAt,
    ...presentFiles(version, isOriginalShown),
    remoteFile: dataset.remoteFile,
    schema: describedIn(presentSchema(dataset, version, view.language), view),
    isRest: dataset.nature === 'rest' || undefined,
    isVirtual: dataset.nature === 'virtual' || undefined,
    isMetaOnly: dataset.nature === 'metaOnly' || undefined,
    count: wasWritten(version) ? lineCount(version) : version.count,
    projection: dataset.metadata.projection ?? version.projection,
    timeZone: version.calendar?.timeZone,
    bbox: version.bbox,
    timePeriod: version.timePeriod,
    storage: storageOf(version, { size: dataset.metadataBytes, count: dataset.metadataFiles }, isOriginalShown),
    attachments:
      attachments &&
      describedIn(attachments, view).map(({ targetUrl: _, ...one }) =>
        one.type !== 'url'
          ? { ...one, url: `${address}/metadata-attachments/${encodeURIComponent(one.name ?? '')}` }
          : one,
      ),
  }
  if (!view.raw) Object.assign(document, computed(dataset, version, view, address))
  return withValues(document, view.without)
}

/** The last change of the description, or of the draft when it is shown. */
function lastUpdate(dataset: Dataset, version: Version): { updatedAt: string; updatedBy: { id: string } } {
  const { dataUpdatedAt, dataUpdatedBy } = version
  const isLater = version === dataset.draft && dataUpdatedAt !== undefined && dataUpdatedAt > dataset.updatedAt
  return isLater && dataUpdatedBy
    ? { updatedAt: dataUpdatedAt, updatedBy: { id: dataUpdatedBy.id } }
    : { updatedAt: dataset.updatedAt, updatedBy: { id: dataset.updatedBy.id } }
}

/** Metadata that an iCalendar file adds. */
function calendarMetadata({ metadata }: Dataset, { calendar }: Version): Partial<Dataset['metadata']> {
  if (!calendar) return {}
  return {
    extras: { ...metadata.extras, iCalendar: calendar.properties },
    analysis: { escapeKeyAlgorithm: 'legacy' },
  }
}

/** Whether lines were ever written: an editable dataset has no `count` before. */
const wasWritten = ({ lines, dataUpdatedAt }: Version): boolean =>
  !lines?.layout.editable || dataUpdatedAt !== undefined

/** All fields with their concepts, calculated fields last. */
export function presentSchema(
  { nature, metadata }: Pick<Dataset, 'nature' | 'metadata'>,
  version: Version,
  language: Language,
): Field[] {
  if (version.schema.length === 0 && nature !== 'rest') return []
  return withCalculated(version.schema, nature === 'rest' ? 'rest' : 'file', language, lineOptions(metadata)).map(
    (field) => {
      const concept = field['x-refersTo'] ? conceptOf(field['x-refersTo']) : undefined
      if (isErrorField(field)) return { ...field, 'x-calculated': true }
      if (!concept) return field
      return {
        ...field,
        'x-concept': { id: concept.id, title: vocabularyTitle(concept, language), primary: true },
      }
    },
  )
}

function computed(
  dataset: Dataset,
  version: Version,
  view: Presentation,
  address: string,
): Partial<Unfiltered<DatasetDocument>> {
  const preview = (id: string, title: string) => ({
    id,
    title,
    href: `${view.baseUrl}/embed/dataset/${dataset.id}/${id}`,
  })
  const french = view.language === 'fr'
  // Previews are listed before the first lines exist, except of virtual datasets, which may never have lines.
  const links = view.without?.has('links')
    ? {}
    : {
        href: `${view.baseUrl}/api/v1/datasets/${nameIn(view.site, dataset)}`,
        page: pageIn(view.site?.datasetUrlTemplate, dataset, `${view.baseUrl}/dataset/${dataset.id}`),
      }
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
      ...(isReadable && hasImages(dataset, version)
        ? [preview('thumbnails', french ? 'Vignettes' : 'Thumbnails')]
        : []),
    ],
    thumbnail:
      dataset.metadata.image && isPublic(dataset.permissions)
        ? `${address}/thumbnail?${view.thumbnail || thumbnailSize(usualThumbnail)}`
        : undefined,
    ...links,
  }
}

/** Whether the lines have pictures: in a field, or as attachments. */
const hasImages = ({ metadata }: Dataset, { schema }: Version): boolean =>
  (metadata.attachmentsAsImage === true && attachmentField(schema) !== undefined) ||
  schema.some((field) => roleOf(field['x-refersTo'] ?? '') === 'image')

function presentFile({ object: _, sha256: __, updatedAt: ___, ...shown }: StoredFile | AnalyzedFile) {
  return shown
}

/**
 * The files of a version. An original file that the reader may not open is described without its hash, its size and the names of the
 * columns that were left out; so is the text that it was converted to.
 */
function presentFiles(
  { originalFile, file }: Version,
  isShown: boolean,
): Pick<Unfiltered<DatasetDocument>, 'originalFile' | 'file'> {
  const original = originalFile && presentFile({ ...originalFile, encoding: file?.encoding })
  const converted = file && presentFile(describeAsCsv(file))
  return isShown
    ? { originalFile: original, file: converted }
    : { originalFile: original && withoutContent(original), file: converted && withoutContent(converted) }
}

function withoutContent({ md5: _, size: __, normalizeOptions: ___, ...shown }: ReturnType<typeof presentFile>) {
  return shown
}

function storageOf(
  version: Version,
  metadataAttachments: { size: number; count: number },
  isOriginalShown: boolean,
): DatasetDocument['storage'] {
  const { originalFile, file, attachments, storage } = version
  if (!originalFile) {
    if (storage) {
      return {
        ...storage,
        size: storage.size + metadataAttachments.size,
        indexed: indexedSize(version),
        metadataAttachments,
      }
    }
    const attachmentsOfLines = { size: 0, count: 0 }
    return {
      size: metadataAttachments.size,
      indexed: indexedSize(version),
      attachments: attachmentsOfLines,
      metadataAttachments,
    }
  }
  const isApart = attachments?.object !== originalFile.object
  const derived = file && file.object !== originalFile.object ? file.size : 0
  return {
    size: originalFile.size + derived + (isApart ? (attachments?.size ?? 0) : 0) + metadataAttachments.size,
    indexed: indexedSize(version),
    ...(isOriginalShown
      ? { dataFiles: [originalFile, ...(derived && file ? [file] : [])].map(({ name, size }) => ({ name, size })) }
      : {}),
    attachments: { size: version.attachments?.filesSize ?? 0, count: version.attachments?.count ?? 0 },
    metadataAttachments,
  }
}
