/** The gallery of base applications, and the creation of an application with its dataset. */
import { Hono } from 'hono'
import { baseAt, baseTexts } from '../../applications'
import { loadDataset, present } from '../../datasets'
import type { HttpEnv } from '../../http/env'
import { readForm, refusalOf } from '../form'
import { forward } from '../forward'
import { type PageContext, sendPage, viewOf } from '../send'
import { isSignedIn, signInTo } from '../session/required'
import { userOf } from '../settings/account'
import { applicationTitle, draftOf } from './creation'
import { GalleryPage } from './gallery'

export function creationPages(app: () => Hono<HttpEnv>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()

  routes.get('/new-application', (c) => showGallery(c, c.req.query('dataset')))

  routes.post('/new-application', async (c) => {
    const { ctx } = viewOf(c)
    const form = await readForm(c)
    const actor = userOf(c)
    const base = await baseAt(ctx, form.get('url') ?? '')
    const id = form.get('dataset')
    const dataset = id ? await loadDataset(ctx, id, 'readDescription') : undefined
    const title = applicationTitle(baseTexts(base, ctx.language).title, dataset?.metadata.title)
    const created = await forward(c, app, '/api/v1/applications', { method: 'POST', json: { url: base.url, title } })
    if (!created.ok) return showGallery(c, id ?? undefined, created)
    const application = (await created.json()) as { id: string } // an application
    if (dataset) {
      const href = `${ctx.baseUrl}/api/v1/datasets/${dataset.id}`
      const document = present(dataset, { actor, baseUrl: ctx.baseUrl, site: ctx.site, language: ctx.language })
      const json = draftOf({ ...document, id: dataset.id, title: dataset.metadata.title, href }, base.datasetsFilters)
      const stored = await forward(c, app, `/api/v1/applications/${application.id}/configuration-draft`, {
        method: 'PUT',
        json,
      })
      if (!stored.ok) return showGallery(c, id ?? undefined, stored)
    }
    return c.redirect(`${ctx.baseUrl}/application/${application.id}/config`, 303)
  })

  return routes
}

/** Shows the base applications, for one dataset if `id` is set. Redirects visitors to the sign-in page. @throws `sign-in-required`, `dataset-not-found` */
async function showGallery(c: PageContext, id: string | undefined, refused?: Response): Promise<Response> {
  const view = viewOf(c)
  if (!isSignedIn(view)) return signInTo(c, view)
  const dataset = id ? await loadDataset(view.ctx, id, 'readDescription') : undefined
  const refusal = refused && (await refusalOf(refused))
  return sendPage(c, view, <GalleryPage view={view} dataset={dataset} refusal={refusal} />, {
    status: refused?.status ?? 200,
  })
}
