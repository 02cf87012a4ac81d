/** Publication pages: a new dataset from a file or an address, another file of a dataset, rows of a file. Each step is a form; scripts add progress. */
import { Hono } from 'hono'
import { loadDataset } from '../../datasets'
import { testRemoteAddress } from '../../datasets/remote-file'
import { Problem } from '../../errors'
import type { HttpEnv } from '../../http/env'
import { canCreateFor } from '../../permissions'
import { importRoutes } from '../edit-rows/import-routes'
import { readForm, refusalOf } from '../form'
import { forward } from '../forward'
import { Layout } from '../layout'
import { problemText } from '../problem-text'
import { type PageContext, sendPage, viewOf } from '../send'
import type { View } from '../view'
import { readDrafts } from './drafts'
import { discarded } from './published-notice'
import { replacementRoutes, sendFile } from './replacement'
import { type StepAddress, stepsBelow } from './replacement-steps'
import { UploadPage } from './upload'

export function publishRoutes(app: () => Hono<HttpEnv>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()

  routes.get('/publish', async (c) => {
    const view = viewOf(c)
    return sendPage(c, view, <UploadPage view={view} drafts={await readDrafts(view)} />)
  })

  routes.post('/publish', async (c) => {
    const answer = await sendFile(c, app, '/api/v1/datasets?draft=true')
    if (!answer.ok) return refuse(c, answer)
    const { id } = (await answer.json()) as { id: string } // a dataset
    return c.redirect(`${viewOf(c).baseUrl}/dataset/${id}/review`, 303)
  })

  routes.post('/publish/address', async (c) => {
    const form = await readForm(c)
    const remoteFile = { url: form.get('url')?.trim() ?? '' }
    const view = viewOf(c)
    const unread = await whyUnread(view, remoteFile.url)
    if (unread !== undefined) return sendRefusal(c, { refusal: unread, form }, { status: 400 })
    const answer = await forward(c, app, '/api/v1/datasets?draft=true', { method: 'POST', json: { remoteFile } })
    if (!answer.ok) return refuse(c, answer, form)
    const { id } = (await answer.json()) as { id: string } // a dataset
    return c.redirect(`${view.baseUrl}/dataset/${id}/review`, 303)
  })

  routes.route('/', replacementRoutes(app, ownPages))
  routes.route('/', importRoutes(app, ownPages))
  return routes
}

/** The page again, with why the file was refused. */
async function refuse(c: PageContext, answer: Response, form?: URLSearchParams): Promise<Response> {
  const refusal = await refusalOf(answer)
  return sendRefusal(c, form ? { refusal, form } : { refusal }, answer)
}

async function sendRefusal(
  c: PageContext,
  refused: { refusal: string; form?: URLSearchParams },
  sent: { status: number },
): Promise<Response> {
  const view = viewOf(c)
  return sendPage(c, view, <UploadPage view={view} drafts={await readDrafts(view)} {...refused} />, sent)
}

/** The error of the file at an address. Actors who may not create datasets cause no request: the API refuses them. */
async function whyUnread({ ctx, language }: View, url: string): Promise<string | undefined> {
  if (!('actor' in ctx.identity)) return undefined
  const { actor } = ctx.identity
  if ((actor.type !== 'user' && actor.type !== 'apiKey') || !canCreateFor(actor, actor.account)) return undefined
  try {
    await testRemoteAddress(ctx, url)
    return undefined
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return problemText({ code: error.code, params: error.params }, language)
  }
}

/** The replacement of a file in pages of the service. */
const ownPages: StepAddress = {
  route: '/dataset/:id',
  open: async (c, operation) => {
    const view = viewOf(c)
    const dataset = await loadDataset(view.ctx, c.req.param('id') ?? '', operation)
    const url = `${view.baseUrl}/dataset/${dataset.id}`
    return {
      view,
      dataset,
      steps: stepsBelow(url, '', {
        cancelled: `${url}?${discarded}=true`,
        published: url,
        discarded: `${view.baseUrl}/?${discarded}=true`,
      }),
    }
  },
  send: (c, view, { children, ...page }, sent) =>
    sendPage(
      c,
      view,
      <Layout view={view} current="publish" {...page}>
        {children}
      </Layout>,
      sent,
    ),
}
