/**
 * Embeds: parts of a dataset that other pages frame. Those that any site may frame are
 * anonymous: no session, no API key. Those that write or are private use the reader's session, and are framed by pages of this
 * origin. An application frames its datasets with its key in the URL, `{key}%3A{id}`.
 */
import { Hono } from 'hono'
import type { Child } from 'hono/jsx'
import {
  type Dataset,
  hasLines,
  loadDatasetForReading,
  noLinesProblem,
  readStatistics,
  versionOf,
} from '../../datasets'
import type { HttpEnv } from '../../http/env'
import { basemapOrigins, mapPolicy } from '../content-security-policy'
import { BarePage } from '../frame/bare'
import { type PageContext, sendPage, viewOf } from '../send'
import type { View } from '../view'
import { type OpenPart, openPartNames } from './framing'
import type { EmbedInput } from './input'
import { embedParams } from './parameters'
import { ownParts } from './private'
import { openParts, type Part } from './public'
import { resolveEmbedName } from './resolve-name'

export const embedRoutes = new Hono<HttpEnv>()

const open = openPartNames.join('|')
embedRoutes.get(`/embed/dataset/:id/:part{(?:${open})}`, async (c) => {
  const seen = viewOf(c)
  const name = c.req.param('id')
  const { id, ctx } = await resolveEmbedName({ ...seen.ctx, identity: { actor: { type: 'anonymous' } } }, name)
  const view = { ...seen, ctx }
  // One of the names that the route takes.
  const part = c.req.param('part') as OpenPart
  const { operation, islands = ['swap'], ownStyles, render }: Part = openParts[part]
  const input = await inputOf(view, { loaded: await loadDatasetForReading(ctx, id, operation), name, part })
  const { dataset } = input
  if (operation === 'readLines' && !hasLines(dataset, dataset.published)) throw noLinesProblem(dataset)
  return sendEmbed(c, { view, dataset, islands, ownStyles, shown: await render(input), framing: 'anyone' })
})

const own = Object.keys(ownParts).join('|')
embedRoutes.get(`/embed/dataset/:id/:part{(?:${own})}`, async (c) => {
  const seen = viewOf(c)
  const name = c.req.param('id')
  const { id, ctx } = await resolveEmbedName(seen.ctx, name)
  const view = { ...seen, ctx }
  // One of the names that the route takes.
  const part = c.req.param('part') as keyof typeof ownParts
  const { operation, render, ...options } = ownParts[part]
  const islands = 'islands' in options ? [...options.islands] : ['swap']
  const ownStyles = 'ownStyles' in options ? options.ownStyles : undefined
  const loaded = await loadDatasetForReading(ctx, id, operation)
  const input = await inputOf(view, { loaded, name, part, isForm: operation === 'createLine' })
  return sendEmbed(c, { view, dataset: input.dataset, islands, ownStyles, shown: await render(input), framing: 'us' })
})

/**
 * @param shown.loaded with `draft=true`, readers with permission get the draft, as in the API
 * @param shown.isForm a form to add a line: it shows no other lines, which the reader may not have permission for
 */
async function inputOf(
  view: View,
  shown: { loaded: Dataset; name: string; part: string; isForm?: boolean },
): Promise<EmbedInput> {
  const { loaded, name, part, isForm } = shown
  const params = embedParams(view.here.searchParams, [loaded.id, loaded.slug])
  const draft = params.get('draft') === 'true'
  const dataset = { ...loaded, published: versionOf(loaded, draft) }
  return {
    view,
    dataset,
    draft,
    params,
    statistics: isForm ? new Map() : await readStatistics(view.ctx, { dataset }),
    address: `${view.baseUrl}/embed/dataset/${encodeURIComponent(name)}/${part}`,
  }
}

type Shown = {
  view: View
  dataset: Dataset
  islands?: string[]
  ownStyles?: string | undefined
  shown: Child
  framing: 'anyone' | 'us'
  status?: number
}

/** A part of a dataset as a document of its own. */
export function sendEmbed(
  c: PageContext,
  { view, dataset, islands = ['swap'], ownStyles, shown, framing, status = 200 }: Shown,
): Promise<Response> {
  const locates = islands.includes('map')
  const page = (
    <BarePage
      view={view}
      title={dataset.metadata.title}
      islands={islands}
      ownStyles={locates ? 'map-page.css' : ownStyles}
    >
      {shown}
      <p class="embed-source">
        <a href={`${view.baseUrl}/dataset/${dataset.id}`} target="_blank" rel="noopener">
          {dataset.metadata.title}
        </a>
      </p>
    </BarePage>
  )
  const origins = locates ? basemapOrigins(view.ctx.config) : []
  return sendPage(c, view, page, { policy: mapPolicy(view.nonce, origins, framing), status, locates })
}
