/** The forms of the documents of a dataset: a file, a link, and their removal. */
import { Hono, type Context as HonoContext } from 'hono'
import { z } from 'zod'
import { type Dataset, loadDataset } from '../../datasets'
import { problem } from '../../errors'
import type { HttpEnv } from '../../http/env'
import { isSameOrigin } from '../../http/same-origin'
import { readForm, refusalOf } from '../form'
import { forward } from '../forward'
import { Layout } from '../layout'
import { sendPage, viewOf } from '../send'

type Document = NonNullable<Dataset['metadata']['attachments']>[number]
type Listed = (documents: readonly Document[]) => readonly Document[]

/** The response to a stored file, with the other inputs of its form. */
const storedSchema = z.object({
  name: z.string(),
  size: z.number(),
  mimetype: z.string(),
  title: z.string().optional(),
})

export function documentRoutes(app: () => Hono<HttpEnv>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()

  routes.post('/dataset/:id/documents', async (c) => {
    if (!isSameOrigin(c.req.raw, c.get('ctx').baseUrl)) throw problem('origin-refused')
    const { id } = await loadDataset(viewOf(c).ctx, c.req.param('id'), 'writeDescription')
    const path = `/api/v1/datasets/${id}/metadata-attachments`
    const answer = await forward(c, app, path, { method: 'POST', body: c.req.raw.body })
    if (!answer.ok) return sendRefusal(c, answer)
    const { title, ...stored } = storedSchema.parse(await answer.json())
    const document = { type: 'file' as const, ...stored, title: title?.trim() || stored.name }
    return relist(c, (documents) => [...documents.filter(({ name }) => name !== stored.name), document])
  })

  routes.post('/dataset/:id/documents/link', async (c) => {
    const form = await readForm(c)
    const url = form.get('url')?.trim() ?? ''
    const document = { type: 'url' as const, url, title: form.get('title')?.trim() || url }
    return relist(c, (documents) => [...documents, document])
  })

  routes.post('/dataset/:id/documents/remove', async (c) => {
    const form = await readForm(c)
    const dataset = await loadDataset(viewOf(c).ctx, c.req.param('id'), 'writeDescription')
    const removed = dataset.metadata.attachments?.[Number(form.get('at'))]
    // The list may have changed since the page was read.
    if (!removed || removed.title !== form.get('title')) return relist(c, (documents) => documents)
    if (removed.type === 'file' && removed.name) {
      const path = `/api/v1/datasets/${dataset.id}/metadata-attachments/${encodeURIComponent(removed.name)}`
      const answer = await forward(c, app, path, { method: 'DELETE' })
      if (!answer.ok && answer.status !== 404) return sendRefusal(c, answer)
    }
    const isRemoved = ({ title, name, url }: Document) =>
      title === removed.title && name === removed.name && url === removed.url
    return relist(c, (documents) => documents.filter((document) => !isRemoved(document)))
  })

  /** Saves the list after a change, and shows it. */
  async function relist(c: HonoContext<HttpEnv>, change: Listed): Promise<Response> {
    const { ctx, baseUrl } = viewOf(c)
    const { id, metadata } = await loadDataset(ctx, c.req.param('id') ?? '', 'writeDescription')
    const before = metadata.attachments ?? []
    const attachments = change(before)
    if (attachments !== before) {
      const answer = await forward(c, app, `/api/v1/datasets/${id}`, { method: 'PATCH', json: { attachments } })
      if (!answer.ok) return sendRefusal(c, answer)
    }
    return c.redirect(`${baseUrl}/dataset/${id}/edit?saved=documents#documents`, 303)
  }

  return routes
}

/** Why a document was not saved, with a link back to the edit page. */
async function sendRefusal(c: HonoContext<HttpEnv>, answer: Response): Promise<Response> {
  const view = viewOf(c)
  const page = (
    <Layout view={view} title={view.say('documents')} current="datasets">
      <h1>{view.say('documents')}</h1>
      <p class="notice danger" role="alert">
        {await refusalOf(answer)}
      </p>
      <p>
        <a class="button" href={`${view.baseUrl}/dataset/${c.req.param('id')}/edit#documents`}>
          {view.say('editTitle')}
        </a>
      </p>
    </Layout>
  )
  return sendPage(c, view, page, answer)
}
