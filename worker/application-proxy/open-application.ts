import { type Application, applicationActor, baseAddress, withCurrentDatasets } from '../applications'
import { basemapStyles } from '../basemap'
import { LruCache } from '../collections/lru-cache'
import type { Context } from '../context'
import { type Actor, actorOfAccount } from '../identity'
import { limits } from '../limits'
import { baseOfPage, mayOpen, showsDraft, viewerOf } from './access'
import { type OpenedApplication, readOpenedApplication } from './application-cache'
import { applicationAddress, exposedAddress, injectedObject } from './application-context'
import { attributeText, scriptJson } from './escape'
import { bodyAdditions, headAdditions, manifestPath } from './page-additions'
import { type Page, readPageSource } from './page-source'
import type { RequestedApplication } from './requested-application'
import { render } from './template'

/** The parameters of the address that the service reads; the others are for the page. */
type PageParameters = { draft: string | null; 'd-frame': string | null }

const encoder = new TextEncoder()
const rendered = new LruCache<Uint8Array>(
  limits.applications.renderedBytes,
  (name, bytes) => name.length * 2 + bytes.length,
)

/**
 * The page of an application, with its configuration and what the service adds.
 *
 * @returns undefined when neither the permissions of the visitor nor a key open it: the login page comes next
 * @throws `application-not-found`, `base-application-restricted`, `configuration-dataset-refused`,
 *   `application-page-unreachable`, and what `applicationActor` throws
 */
export async function openApplication(
  ctx: Context,
  { requested, parameters }: { requested: RequestedApplication; parameters: PageParameters },
): Promise<Uint8Array | undefined> {
  const opened = await readOpenedApplication(ctx, requested)
  const actor = applicationActor(ctx)
  if (!mayOpen(actor, opened)) return undefined
  const { application } = opened
  countOpening(ctx, application)
  const draft = showsDraft(actor, application, parameters.draft)
  const base = baseOfPage(application, draft)
  const page = await readPageSource(ctx, {
    url: baseAddress(base.url, ctx.baseUrl),
    headers: contextHeaders(ctx, application),
    own: application.id,
    isFresh: !draft,
  })
  const inDFrame = parameters['d-frame'] === 'true'
  const shown: Shown = { opened, page, requested, actor, draft, inDFrame }
  return actor.type === 'anonymous' ? renderedOnce(ctx, shown) : encoder.encode(renderPage(ctx, shown))
}

/** What a server that renders the page itself is told: addresses, without the key of the visitor. */
export function contextHeaders(ctx: Pick<Context, 'baseUrl' | 'config'>, { id }: Pick<Application, 'id'>) {
  return {
    'x-exposed-url': exposedAddress(ctx.baseUrl, id),
    'x-application-url': applicationAddress(ctx.baseUrl, id),
    'x-api-url': `${ctx.baseUrl}/api/v1`,
    'x-directory-url': ctx.config.DIRECTORY_URL ?? `${ctx.baseUrl}/simple-directory`,
  }
}

/** For gateways that count usage. */
export function countOpening(ctx: Context, { id, metadata, owner }: Application): void {
  ctx.permitted = {
    resource: { type: 'applications', id, title: metadata.title },
    owner,
    operation: { class: 'read', id: 'openApplication', track: 'openApplication' },
  }
}

type Shown = {
  opened: OpenedApplication
  page: Page
  requested: RequestedApplication
  actor: Actor
  draft: boolean
  inDFrame: boolean
}

/** Anonymous visitors of one address get the same page until something changes. */
function renderedOnce(ctx: Context, shown: Shown): Uint8Array {
  const { opened, page, requested, inDFrame } = shown
  const { stamp, isOpenedByKey, hidesBrand } = opened
  const facts = [requested.name, requested.key, isOpenedByKey, stamp, page.version, inDFrame, hidesBrand]
  const name = JSON.stringify([...facts, ctx.baseUrl, ctx.language, opened.application.id])
  const found = rendered.get(name)
  if (found) return found
  const bytes = encoder.encode(renderPage(ctx, shown))
  if (bytes.length <= limits.applications.maxRenderedBytes) rendered.set(name, bytes)
  return bytes
}

/** @throws `configuration-dataset-refused` */
function renderPage(ctx: Context, { opened, page, requested, actor, draft, inDFrame }: Shown): string {
  const { application, datasets, isOpenedByKey } = opened
  const { baseUrl, language } = ctx
  const stored = (draft ? application.configurationDraft : undefined) ?? application.configuration
  const configuration =
    stored &&
    withCurrentDatasets(ctx, application, stored, {
      // A draft is not checked before it is published.
      reader: draft ? actor : actorOfAccount(application.owner),
      viewerOf: viewerOf(actor, opened),
      datasetsById: datasets,
    })
  const key = isOpenedByKey ? requested.key : undefined
  const json = scriptJson(
    injectedObject({
      ...{ application, configuration, baseUrl, language, key },
      site: ctx.site,
      basemap: basemapStyles(ctx),
      requested: requested.name,
    }),
  )
  const { template } = page
  const brand = opened.hidesBrand ? '' : ctx.config.BRAND_HTML
  const addition = { baseUrl, requested: requested.name, template, inDFrame, brand }
  return render(template, {
    application: json,
    attribute: attributeText(json),
    manifest: attributeText(manifestPath(addition)),
    head: headAdditions(addition),
    body: bodyAdditions(addition),
  })
}
