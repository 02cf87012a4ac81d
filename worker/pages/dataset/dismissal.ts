/** Notices of a dataset that their reader dismisses, in this browser. */
import { setCookie } from 'hono/cookie'
import { loadDataset } from '../../datasets'
import type { DatasetOperation } from '../../identity'
import { limits } from '../../limits'
import { readForm } from '../form'
import { backTo, type PageContext } from '../send'

/** Stores the event of a notice in a cookie of the pages of its dataset, and shows the page of the form again. */
export async function dismiss(
  c: PageContext,
  { cookie, operation }: { cookie: string; operation: DatasetOperation },
): Promise<Response> {
  const ctx = c.get('ctx')
  const form = await readForm(c)
  const { id } = await loadDataset(ctx, c.req.param('id') ?? '', operation)
  const page = `${ctx.baseUrl}/dataset/${id}`
  const { pathname: path, protocol } = new URL(page)
  setCookie(c, cookie, form.get('event') ?? '', {
    path,
    secure: protocol === 'https:',
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: limits.sessions.choiceCookieSeconds,
  })
  return c.redirect(backTo(ctx.baseUrl, form.get('back') ?? path), 303)
}
