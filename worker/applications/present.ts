/** The application as the API shows it (contract applications A.6). Pure. */

import type { Language } from '../errors'
import { thumbnailSize, usualThumbnail } from '../formats/image/thumbnail-size'
import { type Actor, applicationOperations } from '../identity'
import { isPublic, operationsOf } from '../permissions'
import { type Prose, toldShort } from '../resources/list'
import { saidOf, snapshotOf } from './base/present'
import type { Application } from './load'

export type Presentation = Prose & {
  actor: Actor
  baseUrl: string
  language: Language
  /** Leave out what is computed for each caller. */
  raw?: boolean
  /** Computed parts to leave out, from `select=-…`. */
  without?: ReadonlySet<string>
}

/** The cleaned application. Keys without a value are absent; its configurations are never in it. */
export function present(application: Application, view: Presentation): Record<string, unknown> {
  const { base, baseDraft, metadata } = application
  const { title, description, image, attachments, ...said } = metadata
  const address = `${view.baseUrl}/api/v1/applications/${application.id}`
  const document: Record<string, unknown> = {
    id: application.id,
    slug: application.slug,
    title,
    description: toldShort(description ?? '', view),
    ...said,
    image: imageAddress(image, view.baseUrl),
    url: application.url,
    urlDraft: application.urlDraft,
    applicationName: base && saidOf(base, view.language).applicationName,
    baseApp: base && snapshotOf(base, view.language),
    baseAppDraft: baseDraft && snapshotOf(baseDraft, view.language),
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
      attachments: { size: application.metadataBytes, count: attachments?.length ?? 0 },
    },
    attachments: attachments?.map((one) => ({
      ...one,
      url: `${address}/attachments/${one.name.split('/').map(encodeURIComponent).join('/')}`,
    })),
  }
  if (!view.raw) Object.assign(document, computed(application, view, address))
  return Object.fromEntries(
    Object.entries(document).filter(([key, value]) => value !== undefined && value !== null && !view.without?.has(key)),
  )
}

function computed(application: Application, view: Presentation, address: string): Record<string, unknown> {
  const { id, metadata, permissions } = application
  const isOpen = isPublic(permissions, applicationOperations)
  const links = view.without?.has('links')
    ? {}
    : {
        href: address,
        page: `${view.baseUrl}/application/${id}`,
        exposedUrl: `${view.baseUrl}/app/${id}`,
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

/** The address of an image; one of this service may be told by its path alone. */
function imageAddress(image: string | null | undefined, baseUrl: string): string | null | undefined {
  if (!image?.startsWith('/') || /^\/[/\\]/.test(image)) return image
  return URL.canParse(image, `${baseUrl}/`) ? new URL(image, `${baseUrl}/`).href : image
}
