/** The name, the colours, the logo and the footer of the service, and the styles made from them. */
import { Hono } from 'hono'
import type { HttpEnv } from '../../http/env'
import { instanceStyles, readInstance } from '../../instance'
import { limits } from '../../limits'
import { readForm, readFormFile } from '../form'
import { type PageContext, sendPage, viewOf } from '../send'
import { AppearancePage } from './appearance'
import { appearancePatch, inputOf, invalidLink } from './appearance-form'
import type { Result } from './frame'
import { resultOf, sendForm } from './send-form'

const logoPath = '/api/v1/admin/instance/logo'

/** The styles of a colour, at an address that changes with it. */
export function instanceStyleRoutes(): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()
  routes.get('/instance.css', async (c) => {
    const { color } = await readInstance(c.get('ctx'))
    return c.body(color ? instanceStyles(color) : '', 200, {
      'content-type': 'text/css; charset=UTF-8',
      'cache-control': `public, max-age=${limits.cache.publicMaxAgeSeconds}`,
    })
  })
  return routes
}

export function appearancePages(app: () => Hono<HttpEnv>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()

  routes.get('/admin/appearance', (c) => showAppearance(c, resultOf(c, 'saved')))
  routes.post('/admin/appearance', async (c) => {
    const form = await readForm(c)
    const line = invalidLink(form.get('links') ?? '')
    if (line !== undefined) {
      const text = viewOf(c).say('footerLinkInvalid', { line })
      return showAppearance(c, { refused: { input: 'links', text } }, 400, form)
    }
    return sendForm(c, app, {
      path: '/api/v1/admin/instance',
      method: 'PATCH',
      json: appearancePatch(form),
      part: 'appearance',
      show: (at, result, status) => showAppearance(at, result, status, form),
      inputOf,
    })
  })
  routes.post('/admin/appearance/logo', async (c) => {
    const logo = await readFormFile(c, 'logo', limits.instance.maxLogoBytes)
    const body = logo?.stream() ?? null
    const sent = { path: logoPath, method: 'PUT', body, type: 'image/png' }
    return sendForm(c, app, { ...sent, part: 'appearance', show: showAppearance, inputOf })
  })
  routes.post('/admin/appearance/logo/remove', async (c) => {
    await readForm(c)
    return sendForm(c, app, { path: logoPath, method: 'DELETE', part: 'appearance', show: showAppearance })
  })
  return routes
}

async function showAppearance(c: PageContext, result: Result, status = 200, form?: URLSearchParams): Promise<Response> {
  const view = viewOf(c)
  const instance = await readInstance(view.ctx)
  const page = <AppearancePage view={view} instance={instance} form={form} result={result} />
  return sendPage(c, view, page, { status })
}
