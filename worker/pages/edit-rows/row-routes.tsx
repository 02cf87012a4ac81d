/** The form of one line of an editable dataset. */
import { Hono } from 'hono'
import { type Dataset, loadDataset } from '../../datasets'
import type { HttpEnv } from '../../http/env'
import { NewLine } from '../embed/private'
import { isFollowing, resolveEmbedName } from '../embed/resolve-name'
import { sendEmbed } from '../embed/routes'
import { readForm, refusalOf } from '../form'
import { forward } from '../forward'
import { type PageContext, sendPage, viewOf } from '../send'
import { TableTab, TableView } from '../table/tab'
import type { View } from '../view'
import { formLine, outsideBounds, refusalsByField } from './values'

export function rowPages(app: () => Hono<HttpEnv>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()

  for (const framed of [false, true]) {
    routes.post(`${framed ? '/embed' : ''}/dataset/:id/lines`, (c) => saveLine(c, framed))
  }

  /** Saves or deletes the line of a form, then shows the table. */
  async function saveLine(c: PageContext, framed: boolean): Promise<Response> {
    const seen = viewOf(c)
    const name = c.req.param('id') ?? ''
    const followed = framed ? await resolveEmbedName(seen.ctx, name) : { id: name, ctx: seen.ctx }
    const view = { ...seen, ctx: followed.ctx }
    const form = await readForm(c)
    const id = form.get('id')
    const deletes = form.get('action') === 'delete' && id !== null
    const operation = deletes ? 'deleteLine' : id ? 'patchLine' : 'createLine'
    const dataset = await loadDataset(view.ctx, followed.id, operation)
    if (isFollowing(view.ctx)) return saveByLink(c, { view, dataset, name, form })
    const lines = `/api/v1/datasets/${dataset.id}/lines`
    const one = `${lines}/${encodeURIComponent(id ?? '')}`
    const json = formLine(form, dataset.published.schema, { isNew: id === null, reader: readerOf(view) })
    const outside = deletes ? new Map<string, string>() : outsideBounds(view, json, dataset.published.schema)
    const answer = outside.size
      ? new Response(null, { status: 400 })
      : deletes
        ? await forward(c, app, one, { method: 'DELETE' })
        : await forward(c, app, id === null ? lines : one, { method: id === null ? 'POST' : 'PATCH', json })
    const address = `${view.baseUrl}${framed ? '/embed' : ''}/dataset/${dataset.id}/table${framed ? '-edit' : ''}`
    const query = form.get('query') ?? ''
    const params = new URLSearchParams(query.replace(/^\?/, ''))
    if (isSaved(answer)) return c.redirect(`${address}?${params}`, 303)
    const refusals = outside.size ? outside : refusalsByField(view, await refusalOf(answer), dataset.published.schema)
    params.set('line', id ?? 'new')
    const input = { view, dataset, params, statistics: new Map(), address, refused: { form, refusals } }
    if (!framed) return sendPage(c, view, TableTab(input), answer)
    const { status } = answer
    return sendEmbed(c, {
      view,
      dataset,
      ownStyles: 'table-page.css',
      shown: await TableView(input),
      framing: 'us',
      status,
    })
  }

  /** Saves the line of a visitor with a protected link, then shows the form again. */
  async function saveByLink(
    c: PageContext,
    { view, dataset, name, form }: { view: View; dataset: Dataset; name: string; form: URLSearchParams },
  ): Promise<Response> {
    const address = `${view.baseUrl}/embed/dataset/${encodeURIComponent(name)}/form`
    const json = formLine(form, dataset.published.schema, { isNew: true, reader: readerOf(view) })
    const outside = outsideBounds(view, json, dataset.published.schema)
    const link = { page: address, token: form.get('token') ?? '' }
    const answer = outside.size
      ? new Response(null, { status: 400 })
      : await forward(c, app, `/api/v1/datasets/${dataset.id}/lines`, { method: 'POST', json, link })
    if (isSaved(answer)) return c.redirect(`${address}?saved=true`, 303)
    const refusals = outside.size ? outside : refusalsByField(view, await refusalOf(answer), dataset.published.schema)
    const refused = { form, refusals }
    const input = {
      view,
      dataset,
      params: new URLSearchParams(),
      statistics: new Map(),
      address,
      draft: false,
      refused,
    }
    return sendEmbed(c, { view, dataset, shown: await NewLine(input), framing: 'us', status: answer.status })
  }

  return routes
}

/** Whether the line is stored as it was sent. The API responds 304 when it already was. */
const isSaved = ({ ok, status }: Response): boolean => ok || status === 304

const readerOf = ({ language, locale }: View) => ({ language, locale, thisYear: new Date().getFullYear() })
