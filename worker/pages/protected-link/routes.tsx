/**
 * The page of a protected link of a dataset: `/link/{key}%3A{id}`. Its reader has the rights of the link and no others,
 * whatever the session. The browser sends its address with the requests of its parts, which open the dataset (docs/links.md).
 */
import { Hono } from 'hono'
import { hasLines, loadDatasetForReading, noLinesProblem, readStatistics } from '../../datasets'
import type { HttpEnv } from '../../http/env'
import { basemapOrigins, mapPolicy } from '../content-security-policy'
import { embedParams } from '../embed/parameters'
import { openParts, type Part } from '../embed/public'
import { isFollowing, resolveEmbedName } from '../embed/resolve-name'
import { type PageContext, sendPage, viewOf } from '../send'
import { ProtectedLinkPage, type ProtectedLinkPart, partsOf, protectedLinkParts } from './page'

export const protectedLinkPages = new Hono<HttpEnv>()

protectedLinkPages.get('/link/:id', (c) => show(c, 'description'))
protectedLinkPages.get(`/link/:id/:part{(?:${protectedLinkParts.join('|')})}`, (c) =>
  // One of the names that the route takes.
  show(c, c.req.param('part') as ProtectedLinkPart),
)

async function show(c: PageContext, part: ProtectedLinkPart): Promise<Response> {
  const seen = viewOf(c)
  const name = c.req.param('id') ?? ''
  const { id, ctx } = await resolveEmbedName({ ...seen.ctx, identity: { actor: { type: 'anonymous' } } }, name)
  const view = { ...seen, ctx }
  const shown: Part | undefined =
    part === 'description' ? undefined : openParts[part === 'files' ? 'search-files' : part]
  const dataset = await loadDatasetForReading(ctx, id, shown?.operation ?? 'readDescription')
  // The key opens nothing, but everybody may read the dataset.
  if (!isFollowing(ctx)) return c.redirect(`${view.baseUrl}/dataset/${dataset.id}`, 303)
  if (shown?.operation === 'readLines' && !hasLines(dataset, dataset.published)) throw noLinesProblem(dataset)
  const base = `${view.baseUrl}/link/${encodeURIComponent(name)}`
  const content = await shown?.render({
    view,
    dataset,
    draft: false,
    params: embedParams(view.here.searchParams, [dataset.id, dataset.slug]),
    statistics: await readStatistics(ctx, { dataset }),
    address: `${base}/${part}`,
  })
  const locates = part === 'map'
  const page = (
    <ProtectedLinkPage
      {...{ view, dataset, part, base }}
      parts={partsOf(dataset)}
      islands={shown?.islands ?? ['swap']}
      ownStyles={locates ? 'map-page.css' : shown ? shown.ownStyles : 'glance.css'}
    >
      {content}
    </ProtectedLinkPage>
  )
  const policy = mapPolicy(view.nonce, locates ? basemapOrigins(ctx.config) : [])
  const response = await sendPage(c, view, page, { policy, locates })
  response.headers.set('x-robots-tag', 'noindex')
  return response
}
