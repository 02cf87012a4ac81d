/** The gallery of base applications, and the creation of an application with its dataset. */
import { Hono } from 'hono'
import { baseAt, baseTexts } from '../../applications'
import { type Dataset, hasLines, loadDataset, present, readStatistics } from '../../datasets'
import type { HttpEnv } from '../../http/env'
import { chosen } from '../charts/chart-choice'
import { chartsBase, configurationOf } from '../charts/chart-configuration'
import { chartStatistics } from '../charts/open-chart'
import { fieldsOf } from '../fields'
import { readForm, refusalOf } from '../form'
import { forward } from '../forward'
import { type PageContext, sendPage, viewOf } from '../send'
import { isSignedIn, signInTo } from '../session/required'
import { userOf } from '../settings/account'
import type { View } from '../view'
import { applicationTitle, draftOf } from './creation'
import { GalleryPage } from './gallery'

export function creationPages(app: () => Hono<HttpEnv>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()

  routes.get('/new-application', (c) => showGallery(c, c.req.query('dataset')))

  routes.post('/new-application', async (c) => {
    const view = viewOf(c)
    const { ctx } = view
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
      const named = { ...document, id: dataset.id, title: dataset.metadata.title, href }
      const hasFirst = base.url === chartsBase && hasLines(dataset, dataset.published)
      const json = {
        ...draftOf(named, base.datasetsFilters),
        ...(hasFirst ? await firstChart(view, dataset) : {}),
      }
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

/** The chart that the page of the dataset begins with, as a configuration. */
async function firstChart(view: View, dataset: Dataset) {
  const params = new URLSearchParams()
  const statistics = await chartStatistics({ view, dataset, statistics: await readStatistics(view.ctx, { dataset }) })
  const choice = chosen(params, fieldsOf(view, dataset), statistics)
  return choice && configurationOf(choice, params)
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
