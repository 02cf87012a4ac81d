/** The notice of columns that a new version of a file no longer has. */
import { getCookie, setCookie } from 'hono/cookie'
import { type Dataset, loadDataset } from '../../datasets'
import { type RemovedColumns, removedColumns } from '../../datasets/runs'
import { limits } from '../../limits'
import { readForm } from '../form'
import type { PageContext } from '../send'
import type { View } from '../view'
import { allows } from './frame'

/** A cookie of the page of one dataset: the event of the notice that its reader has dismissed. */
const cookie = 'removed-columns'

/** The columns that the current version has lost without a review, for those who may replace it, until they dismiss the notice. */
export async function shownRemoval(c: PageContext, view: View, dataset: Dataset): Promise<RemovedColumns | undefined> {
  if (dataset.nature !== 'file' || !allows(view, dataset, 'writeData')) return undefined
  const removed = await removedColumns(view.ctx, dataset.id)
  return removed && getCookie(c, cookie) !== String(removed.event) ? removed : undefined
}

export function RemovedColumnsNotice(props: { view: View; dataset: Dataset; removed: RemovedColumns }) {
  const { view, dataset, removed } = props
  const { say, baseUrl } = view
  return (
    <form class="notice" method="post" action={`${baseUrl}/dataset/${dataset.id}/removed-columns`}>
      <p role="status">{say('columnsRemoved', { columns: removed.columns.join(', ') })}</p>
      <input type="hidden" name="event" value={String(removed.event)} />
      <a href={`${baseUrl}/dataset/${dataset.id}/schema`}>{say('tab:schema')}</a>
      <button type="submit">{say('dismissNotice')}</button>
    </form>
  )
}

/** Dismisses the notice in this browser: the one of a later version has another event. */
export async function dismissRemoval(c: PageContext): Promise<Response> {
  const ctx = c.get('ctx')
  const form = await readForm(c)
  const { id } = await loadDataset(ctx, c.req.param('id') ?? '', 'writeData')
  const page = `${ctx.baseUrl}/dataset/${id}`
  const { pathname: path, protocol } = new URL(page)
  setCookie(c, cookie, form.get('event') ?? '', {
    path,
    secure: protocol === 'https:',
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: limits.sessions.choiceCookieSeconds,
  })
  return c.redirect(page, 303)
}
