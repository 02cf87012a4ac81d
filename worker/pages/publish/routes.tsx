/** Publication pages: upload a file, review it as a draft, correct it, publish it. Each step is a form; scripts add progress. */
import { Hono } from 'hono'
import { type Dataset, loadDataset } from '../../datasets'
import { problem } from '../../errors'
import { projectionCodes } from '../../geometry'
import type { HttpEnv } from '../../http/env'
import { forward } from '../data/forward'
import { patchOf } from '../edit/changes'
import { type Offered, offeredTo } from '../edit/offered'
import { readForm, refusalOf } from '../form'
import { type PageContext, sendPage, viewOf } from '../send'
import { audiences, permissionsTo } from '../share/grants'
import { isBreaking } from './changes'
import { correctedSchema, readingOf } from './corrections'
import { pointsOf } from './points'
import { chosenProjection, projectionIn } from './projection'
import { readFirstLines } from './read-draft'
import { remoteFileFrom } from './remote-file'
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
    const next = view.here.searchParams.has('editable') ? '?editable=true' : ''
    if (!answer.ok) return sendPage(c, view, <UploadPage view={view} refusal={await refusalOf(answer)} />, answer)
    const { id } = (await answer.json()) as { id: string } // a dataset
    return c.redirect(`${view.baseUrl}/dataset/${id}/review${next}`, 303)
  })

  routes.post('/publish/address', async (c) => {
    const form = await readForm(c)
    const remoteFile = { url: form.get('url')?.trim() ?? '' }
    const answer = await forward(c, app, '/api/v1/datasets?draft=true', { method: 'POST', json: { remoteFile } })
    const view = viewOf(c)
    if (!answer.ok) {
      return sendPage(c, view, <UploadPage view={view} refusal={await refusalOf(answer)} form={form} />, answer)
    }
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
    const answer = await sendFile(c, `/api/v1/datasets/${dataset.id}?draft=never`)
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
      sendPage(c, view, ReviewPage({ view, dataset, refusal: await refusalOf(refused), form }), refused)
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
      default: {
        const { draft } = dataset
        if (!draft) return c.redirect(page, 303)
        if (!form.has('anyway') && isBreaking(dataset, draft)) {
          return sendPage(c, view, ReviewPage({ view, dataset, refusal: view.say('publishAnywayMissing'), form }), {
            status: 409,
          })
        }
        for (const [method, path, json] of descriptionOf(dataset, form, await offeredTo(view, dataset))) {
          const answer = await forward(c, app, api + path, { method, json })
          if (!answer.ok) return again(answer)
        }
        const schema = correctedSchema(draft, form)
        const projection = chosenProjection(form, dataset, { version: draft, fields: schema })
        const json = { schema, ...(projection ? { projection } : {}) }
        const answer = await forward(c, app, `${api}/draft`, { method: 'POST', json })
        if (!answer.ok) return again(answer)
        return c.redirect(
          form.has('editable') ? `${view.baseUrl}/new-dataset?source=${dataset.id}&from=file` : page,
          303,
        )
      }
    }
  })

  // The map of the review, with the concepts, types and projection of the form.
  routes.post('/dataset/:id/review/points', async (c) => {
    const view = viewOf(c)
    const form = await readForm(c)
    const dataset = await loadDataset(view.ctx, c.req.param('id'), 'validateDraft')
    const { draft } = dataset
    if (!draft) throw problem('not-a-draft')
    const projection = projectionCodes.find((code) => code === form.get('projection')) ?? projectionIn(dataset, draft)
    const lines = await readFirstLines(view, dataset, draft)
    return c.json(pointsOf(view, correctedSchema(draft, form), { lines, projection }))
  })

  /** The body of the form has a file: it is forwarded as a stream. */
  function sendFile(c: PageContext, path: string): Promise<Response> {
    if (!c.req.header('content-type')?.startsWith('multipart/form-data')) throw problem('content-type-unsupported')
    return forward(c, app, path, { method: 'POST', body: c.req.raw.body })
  }

  return routes
}

/** The requests that store the description of a new dataset, before its data is published. */
function descriptionOf(
  { owner, permissions, remoteFile }: Dataset,
  form: URLSearchParams,
  offered: Offered,
): ['PATCH' | 'PUT', string, unknown][] {
  const access = audiences.find((one) => one === form.get('access'))
  return [
    ...(form.has('title') ? [['PATCH', '?draft=true', patchOf(form, offered)] as ['PATCH', string, unknown]] : []),
    ...(remoteFile && form.has('from-address')
      ? [
          ['PATCH', '?draft=true', { remoteFile: remoteFileFrom(withAddress(form, remoteFile)) }] as [
            'PATCH',
            string,
            unknown,
          ],
        ]
      : []),
    ...(access ? [['PUT', '/permissions', permissionsTo(permissions, access, owner)] as ['PUT', string, unknown]] : []),
  ]
}

/** The form of the review has no input for the address. */
function withAddress(form: URLSearchParams, { url }: { url: string }): URLSearchParams {
  const whole = new URLSearchParams(form)
  whole.set('url', url)
  return whole
}
