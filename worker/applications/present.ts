/** The document of an application in the API. Pure. */

import type { SiteDomain } from '../context'
import type { Language } from '../errors'
import { thumbnailSize, usualThumbnail } from '../formats/image/thumbnail-size'
import { type Actor, applicationOperations } from '../identity'
import { isPublic, operationsOf } from '../permissions'
import { nameIn, pageIn } from '../resources'
import { type Prose, renderTruncated, withValues } from '../resources/list'
import { baseAddress } from './base/bundled'
import { snapshotOf, textsOf } from './base/present'
import type { Application } from './load'

export type Presentation = Prose & {
  actor: Actor
  baseUrl: string
  /** The publication site at whose domain the document is read. */
  site: SiteDomain | undefined
  language: Language
  /** Omits the properties that are computed for each caller. */
  raw?: boolean
  /** Computed properties to omit, from `select=-…`. */
  without?: ReadonlySet<string>
}

/** The document, without keys that have no value, and without configurations. */
export function present(application: Application, view: Presentation) {
  const { base, baseDraft, metadata } = application
  const { title, description, image, attachments, ...others } = metadata
  const address = `${view.baseUrl}/api/v1/applications/${application.id}`
  const document = {
    id: application.id,
    slug: application.slug,
    title,
    description: renderTruncated(description ?? '', view),
    ...others,
    image: imageAddress(image, view.baseUrl),
    url: baseAddress(application.url, view.baseUrl),
    urlDraft: application.urlDraft && baseAddress(application.urlDraft, view.baseUrl),
    applicationName: base && textsOf(base, view.language).applicationName,
    baseApp: base && snapshotOf(base, view),
    baseAppDraft: baseDraft && snapshotOf(baseDraft, view),
    owner: application.owner,
    status: application.status,
    errorMessage: application.errorMessage,
    errorMessageDraft: application.errorMessageDraft,
    createdAt: application.createdAt,
    createdBy: { id: application.createdBy.id },
    updatedAt: application.updatedAt,
    updatedBy: { id: application.updatedBy.id },
    lastConfigured: application.lastConfigured,
    storage: {
      size: application.metadataBytes,
      attachments: { size: application.metadataBytes, count: application.metadataFiles },
    },
    attachments: attachments?.map((attachment) => ({
      ...attachment,
      url: `${address}/attachments/${attachment.name.split('/').map(encodeURIComponent).join('/')}`,
    })),
    ...(view.raw ? {} : computed(application, view, address)),
  }
  return withValues<Partial<typeof document> & { id: string }>(document, view.without)
}

/** An application as responses describe it. */
export type ApplicationDocument = ReturnType<typeof present>

function computed(application: Application, view: Presentation, address: string) {
  const { id, metadata, permissions } = application
  const isOpen = isPublic(permissions, applicationOperations)
  const name = nameIn(view.site, application)
  const links = view.without?.has('links')
    ? {}
    : {
        href: `${view.baseUrl}/api/v1/applications/${name}`,
        page: pageIn(view.site?.applicationUrlTemplate, application, `${view.baseUrl}/application/${id}`),
        exposedUrl: `${view.baseUrl}/app/${name}`,
      }
  return {
    visibility: application.visibility,
    public: isOpen,
    userPermissions: operationsOf(view.actor, application, applicationOperations),
    thumbnail:
      metadata.image && isOpen ? `${address}/thumbnail?${view.thumbnail || thumbnailSize(usualThumbnail)}` : undefined,
    ...links,
  }
}

/** The absolute address of an image: images of this service may be stored as a path. */
function imageAddress(image: string | null | undefined, baseUrl: string): string | null | undefined {
  if (!image?.startsWith('/') || /^\/[/\\]/.test(image)) return image
  return URL.canParse(image, `${baseUrl}/`) ? new URL(image, `${baseUrl}/`).href : image
}
