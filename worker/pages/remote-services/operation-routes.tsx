/** The page that makes an operation of a service one that enriches datasets. Each form is forwarded to the API. */
import { Hono } from 'hono'
import { privateConcepts } from '../../accounts'
import { problem } from '../../errors'
import type { HttpEnv } from '../../http/env'
import {
  loadOwnService,
  type Operation,
  operationsOf,
  type RemoteService,
  readDescription,
} from '../../remote-services'
import { readForm, refusalOf } from '../form'
import { forward } from '../forward'
import { pageParams } from '../page-query'
import { type PageContext, sendPage, viewOf } from '../send'
import { isSignedIn, signInTo } from '../session/required'
import type { View } from '../view'
import { annotationOf } from './forms'
import { OperationPage } from './operation-page'

export function operationPages(app: () => Hono<HttpEnv>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()

  routes.get('/remote-service/:id/operation', async (c) => {
    const view = viewOf(c)
    if (!isSignedIn(view)) return signInTo(c, view)
    return showPage(c, view, await opened(c, view))
  })

  routes.post('/remote-service/:id/operation', async (c) => {
    const view = viewOf(c)
    const sent = await readForm(c)
    const found = await opened(c, view)
    const annotation = annotationOf(sent, found.operation)
    const missing = annotation.inputs.length === 0 ? 'chooseInput' : 'chooseOutput'
    if (annotation.inputs.length === 0 || annotation.outputs.length === 0) {
      return showPage(c, view, { ...found, sent, refusal: view.say(missing) }, 400)
    }
    const address = `/api/v1/remote-services/${encodeURIComponent(found.service.id)}/annotations`
    const answer = await forward(c, app, address, { method: 'PUT', json: annotation })
    if (!answer.ok) return showPage(c, view, { ...found, sent, refusal: await refusalOf(answer) }, answer.status)
    return c.redirect(`${view.baseUrl}/remote-service/${encodeURIComponent(found.service.id)}?saved=operation`, 303)
  })

  return routes
}

type Found = { service: RemoteService; operation: Operation }

/** The operation that the address names. @throws what `loadOwnService` throws, `operation-unknown` */
async function opened(c: PageContext, view: View): Promise<Found> {
  const path = pageParams(view.here.searchParams).get('path') ?? ''
  const service = await loadOwnService(view.ctx, c.req.param('id') ?? '')
  const operations = operationsOf(await readDescription(view.ctx, service), service.key)
  const operation = operations.find((one) => one.method === 'get' && one.path === path && !one.hindrance)
  if (!operation || service.datasetId !== undefined) throw problem('operation-unknown', { path })
  return { service, operation }
}

async function showPage(
  c: PageContext,
  view: View,
  shown: Found & { sent?: URLSearchParams; refusal?: string },
  status = 200,
): Promise<Response> {
  const { owner } = shown.service
  const concepts = owner ? await privateConcepts(view.ctx, owner) : []
  return sendPage(c, view, <OperationPage view={view} concepts={concepts} {...shown} />, { status })
}
