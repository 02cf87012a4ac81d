/** What the page of an application is told: `window.APPLICATION`. Pure. */
import { type Application, baseAddress, type Configuration, snapshotOf } from '../applications'
import type { basemapStyles } from '../basemap'
import type { Context } from '../context'
import type { Language } from '../errors'
import { nameIn } from '../resources'

type Injection = {
  application: Application
  /** With current descriptions of its datasets; undefined when there is none. */
  configuration: Configuration | undefined
  baseUrl: string
  /** The publication site of the domain of the request. */
  site: Context['site']
  language: Language
  /** The styles of the base map of the instance. */
  basemap: ReturnType<typeof basemapStyles>
  /** The id in the requested address, with its key: `{key}:{id}`. */
  requested: string
  /** The key that opened the application. */
  key?: string | undefined
}

/** The object, without permissions, authors and drafts. */
export function injectedObject(injection: Injection): Record<string, unknown> {
  const { application, configuration, baseUrl, requested, key, basemap } = injection
  const { id, metadata, base, baseDraft } = application
  const { title, summary, description, image, topics, publicationSites, requestedPublicationSites } = metadata
  const object = {
    id,
    slug: application.slug,
    title,
    summary,
    description,
    image,
    topics,
    publicationSites,
    requestedPublicationSites,
    preferLargeDisplay: metadata.preferLargeDisplay,
    owner: application.owner,
    url: baseAddress(application.url, baseUrl),
    urlDraft: application.urlDraft && baseAddress(application.urlDraft, baseUrl),
    baseApp: base && snapshotOf(base, injection),
    baseAppDraft: baseDraft && snapshotOf(baseDraft, injection),
    status: application.status,
    errorMessage: application.errorMessage,
    createdAt: application.createdAt,
    updatedAt: application.updatedAt,
    lastConfigured: application.lastConfigured,
    configuration,
    href: applicationAddress(baseUrl, nameIn(injection.site, application)),
    page: `${baseUrl}/application/${id}`,
    exposedUrl: exposedAddress(baseUrl, requested),
    apiUrl: `${baseUrl}/api/v1`,
    wsUrl: `${baseUrl.replace(/^http/, 'ws')}/`,
    // The capture service is at the root of the site.
    captureUrl: new URL('/capture', baseUrl).href,
    basemap,
    applicationKey: key,
  }
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined && value !== null))
}

/** The address of an application in the API. @param name its id or its slug */
export const applicationAddress = (baseUrl: string, name: string): string => `${baseUrl}/api/v1/applications/${name}`

/** The address of the page. Applications read the key in it, before `%3A`. */
export const exposedAddress = (baseUrl: string, requested: string): string =>
  `${baseUrl}/app/${encodeURIComponent(requested)}`
