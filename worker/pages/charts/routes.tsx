/** The files of a chart, and its saving as a visualization of the dataset. */
import { Hono } from 'hono'
import { baseAddress, baseAt } from '../../applications'
import { hasLines, loadDataset, loadDatasetForReading, noLinesProblem, present, readStatistics } from '../../datasets'
import { Problem, problem } from '../../errors'
import { attachmentDisposition } from '../../http/content-disposition'
import type { HttpEnv } from '../../http/env'
import { readInstance } from '../../instance'
import { defaultPermissions } from '../../permissions'
import { draftOf } from '../applications/creation'
import { filterTexts } from '../filters/filter-text'
import { mergedValues } from '../filters/value-filter'
import { readForm } from '../form'
import { forward } from '../forward'
import { pageParams } from '../page-query'
import { type PageContext, viewOf } from '../send'
import { isSignedIn, signInTo } from '../session/required'
import { userOf } from '../settings/account'
import { audienceOf, permissionsTo } from '../share/grants'
import { fileNameOf, keptParams, keptQuery } from '../table/state'
import type { View } from '../view'
import { chartsBase, configurationOf } from './chart-configuration'
import { svgFile } from './draw/file'
import { csvOf } from './figures'
import { type OpenedChart, openChart, proposedTitle } from './open-chart'
import { ChartDrawing } from './tab'

export function chartRoutes(app: () => Hono<HttpEnv>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()

  routes.get('/dataset/:id/:file{charts\\.(?:svg|csv)}', async (c) => {
    const params = mergedValues(pageParams(new URL(c.req.url).searchParams))
    const { view, dataset, opened } = await open(c, params)
    const drawn = opened?.drawn
    if (!opened || drawn === undefined) throw problem('chart-empty')
    if (drawn instanceof Problem) throw drawn
    const format = c.req.param('file').slice('charts.'.length)
    const headers = {
      'content-disposition': attachmentDisposition(
        `${fileNameOf(`${dataset.slug}-${view.say('chartFile')}`, params, view.say('filteredFile'))}.${format}`,
      ),
      'cache-control': 'private, no-cache',
      vary: 'cookie, accept-language',
    }
    if (format === 'csv') {
      // Excel reads UTF-8 with a byte order mark, as that of the rows.
      const csv = `\ufeff${csvOf(opened.choice.chart, drawn.data)}`
      return new Response(csv, { headers: { ...headers, 'content-type': 'text/csv; charset=UTF-8' } })
    }
    const drawing = String(await (<ChartDrawing view={view} opened={opened} drawn={drawn} />))
    const type = { 'content-type': 'image/svg+xml; charset=UTF-8', 'content-security-policy': "default-src 'none'" }
    const caption = {
      title: opened.title,
      filters: filtersIn(view, opened, params),
      leading: (await readInstance(view.ctx)).color,
      source: view.say('chartSource', {
        dataset: dataset.metadata.title,
        owner: dataset.owner.name,
        url: `${view.baseUrl}/dataset/${dataset.id}`,
      }),
    }
    return new Response(svgFile(drawing, caption), { headers: { ...headers, ...type } })
  })

  routes.post('/dataset/:id/charts', async (c) => {
    const view = viewOf(c)
    const { ctx } = view
    const form = pageParams(await readForm(c))
    const params = keptParams(form)
    const page = `${ctx.baseUrl}/dataset/${encodeURIComponent(c.req.param('id'))}/charts`
    // A session may have ended: the chart is there again after the sign-in.
    if (!isSignedIn(view)) return signInTo(c, { ...view, here: new URL(page + keptQuery(params)) })
    const actor = userOf(c)
    const dataset = await loadDataset(ctx, c.req.param('id'), 'writeDescription')
    const { opened } = await open(c, params)
    if (!opened) throw problem('chart-empty')
    const configuration = configurationOf(opened.choice, params)
    const subtitle = filtersIn(view, opened, params)
    const base = await baseAt(ctx, baseAddress(chartsBase, ctx.baseUrl))
    const send = (method: string, path: string, json: unknown) =>
      forward(c, app, `/api/v1/applications${path}`, { method, json })
    const proposed = proposedTitle(opened, dataset)
    const title = form.get('title')?.trim() || proposed
    const created = await send('POST', '', { url: base.url, title })
    if (!created.ok) return created
    const { id } = (await created.json()) as { id: string } // an application
    const href = `${ctx.baseUrl}/api/v1/datasets/${dataset.id}`
    const document = present(dataset, { actor, baseUrl: ctx.baseUrl, site: ctx.site, language: ctx.language })
    const named = { ...document, id: dataset.id, title: dataset.metadata.title, href }
    // A title that was typed is that of the chart; the proposed one names the dataset, which is below the chart.
    const display = {
      title: title === proposed ? opened.title : title,
      ...(subtitle ? { subtitle } : {}),
      ...configuration.display,
    }
    const stored = await send('PUT', `/${id}/configuration`, {
      ...draftOf(named, base.datasetsFilters),
      data: configuration.data,
      display,
    })
    if (!stored.ok) return stored
    // Everyone, or the members of the owner, see the charts of the datasets that they see.
    const audience = audienceOf(dataset.permissions, dataset.owner)
    if (audience !== 'protected') {
      const permissions = permissionsTo(defaultPermissions(dataset.owner), audience, dataset.owner)
      const opening = await send('PUT', `/${id}/permissions`, permissions)
      if (!opening.ok) return opening
    }
    const shown = new URLSearchParams([...params, ['saved', id]])
    return c.redirect(`${ctx.baseUrl}/dataset/${dataset.id}/charts?${shown}`, 303)
  })

  return routes
}

/** The filters of a chart in words. */
const filtersIn = (view: View, { fields }: OpenedChart, params: URLSearchParams): string =>
  filterTexts(view, { params, all: fields, hasSearch: true }).join(' · ')

async function open(c: PageContext, params: URLSearchParams) {
  const view = viewOf(c)
  const dataset = await loadDatasetForReading(view.ctx, c.req.param('id') ?? '', 'readLines')
  if (!hasLines(dataset, dataset.published)) throw noLinesProblem(dataset)
  const statistics = await readStatistics(view.ctx, { dataset })
  return { view, dataset, opened: await openChart({ view, dataset, params, statistics }) }
}
