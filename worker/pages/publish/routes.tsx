/** Publication pages: upload a file, review it as a draft, correct it, publish it. Each step is a form; scripts add progress. */
import { Hono } from 'hono'
import { loadDataset } from '../../datasets'
import { problem } from '../../errors'
import type { HttpEnv } from '../../http/env'
import { forward } from '../data/forward'
import { readForm, refusalOf } from '../form'
import { type PageContext, sendPage, viewOf } from '../send'
import { correctedSchema, readingOf } from './corrections'
import { ReviewPage } from './review'
import { UploadPage } from './upload'

export function publishRoutes(app: () => Hono<HttpEnv>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()

  routes.get('/publish', (c) => {
    const view = viewOf(c)
    return sendPage(c, view, <UploadPage view={view} />)
  })

  routes.post('/publish', async (c) => {
    const answer = await sendFile(c, '/api/v1/datasets?draft=true')
    const view = viewOf(c)
    if (!answer.ok) return sendPage(c, view, <UploadPage view={view} refusal={await refusalOf(answer)} />, answer)
    const { id } = (await answer.json()) as { id: string } // a dataset
    return c.redirect(`${view.baseUrl}/dataset/${id}/review`, 303)
  })

  routes.get('/dataset/:id/replace', async (c) => {
    const view = viewOf(c)
    const dataset = await loadDataset(view.ctx, c.req.param('id'), 'writeData')
    return sendPage(c, view, <UploadPage view={view} dataset={dataset} />)
  })

  routes.post('/dataset/:id/replace', async (c) => {
    const view = viewOf(c)
    const dataset = await loadDataset(view.ctx, c.req.param('id'), 'writeData')
    const answer = await sendFile(c, `/api/v1/datasets/${dataset.id}?draft=true`)
    if (!answer.ok) {
      const page = <UploadPage view={view} dataset={dataset} refusal={await refusalOf(answer)} />
      return sendPage(c, view, page, answer)
    }
    return c.redirect(`${view.baseUrl}/dataset/${dataset.id}/review`, 303)
  })

  routes.get('/dataset/:id/review', async (c) => {
    const view = viewOf(c)
    const dataset = await loadDataset(view.ctx, c.req.param('id'), 'validateDraft')
    // The draft was published automatically, or there is nothing to review: open the dataset.
    if (!dataset.draft) return c.redirect(`${view.baseUrl}/dataset/${dataset.id}`, 303)
    return sendPage(c, view, ReviewPage({ view, dataset }))
  })

  routes.post('/dataset/:id/review', async (c) => {
    const view = viewOf(c)
    const form = await readForm(c)
    const dataset = await loadDataset(view.ctx, c.req.param('id'), 'validateDraft')
    const api = `/api/v1/datasets/${dataset.id}`
    const page = `${view.baseUrl}/dataset/${dataset.id}`
    const again = async (refused: Response) =>
      sendPage(c, view, ReviewPage({ view, dataset, refusal: await refusalOf(refused) }), refused)
    switch (form.get('action')) {
      case 'cancel': {
        const isNew = !dataset.published.lines
        const answer = await forward(c, app, isNew ? api : `${api}/draft`, { method: 'DELETE' })
        return answer.ok ? c.redirect(isNew ? `${view.baseUrl}/` : page, 303) : again(answer)
      }
      case 'reread': {
        const json = readingOf(form)
        const answer = await forward(c, app, `${api}/draft`, { method: 'PATCH', json })
        return answer.ok ? c.redirect(`${page}/review`, 303) : again(answer)
      }
      case 'correct': {
        const { draft } = dataset
        if (!draft) return c.redirect(page, 303)
        const json = { schema: correctedSchema(draft, form) }
        const answer = await forward(c, app, `${api}?draft=true`, { method: 'PATCH', json })
        return answer.ok ? c.redirect(`${page}/review`, 303) : again(answer)
      }
      default: {
        const answer = await forward(c, app, `${api}/draft`, { method: 'POST', json: {} })
        return answer.ok ? c.redirect(page, 303) : again(answer)
      }
    }
  })

  /** The body of the form has a file: it is forwarded as a stream. */
  function sendFile(c: PageContext, path: string): Promise<Response> {
    if (!c.req.header('content-type')?.startsWith('multipart/form-data')) throw problem('content-type-unsupported')
    return forward(c, app, path, { method: 'POST', body: c.req.raw.body })
  }

  return routes
}
