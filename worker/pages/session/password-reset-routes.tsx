/** The reset of a forgotten password, by plain forms. Each is forwarded to the API. */
import { Hono } from 'hono'
import { checkReset } from '../../accounts'
import { problem } from '../../errors'
import type { HttpEnv } from '../../http/env'
import { limits } from '../../limits'
import { readForm, refusalOf } from '../form'
import { forward } from '../forward'
import { type PageContext, sendPage, viewOf } from '../send'
import { ForgottenPasswordPage, InvalidLinkPage, ResetPasswordPage } from './password-reset'

export function passwordResetPages(app: () => Hono<HttpEnv>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()

  routes.get('/forgotten-password', (c) => {
    checkEmbedded(c)
    const view = viewOf(c)
    return sendPage(c, view, <ForgottenPasswordPage view={view} sent={c.req.query('sent') !== undefined} />)
  })

  routes.post('/forgotten-password', async (c) => {
    checkEmbedded(c)
    const view = viewOf(c)
    const email = (await readForm(c)).get('email')?.trim() ?? ''
    const answer = await forward(c, app, '/api/v1/password-resets', { method: 'POST', json: { email } })
    if (answer.ok) return c.redirect(`${view.baseUrl}/forgotten-password?sent`, 303)
    const page = <ForgottenPasswordPage view={view} email={email} refusal={await refusalOf(answer)} />
    return sendPage(c, view, page, answer)
  })

  routes.get('/reset-password', async (c) => {
    checkEmbedded(c)
    const token = c.req.query('token') ?? ''
    const answer = await forward(c, app, '/api/v1/password-resets/check', { method: 'POST', json: { token } })
    if (!answer.ok) return invalid(c, answer)
    const view = viewOf(c)
    return sendPage(c, view, <ResetPasswordPage view={view} token={token} {...(await checkReset(view.ctx, token))} />)
  })

  routes.post('/reset-password', async (c) => {
    checkEmbedded(c)
    const view = viewOf(c)
    const form = await readForm(c)
    const [token = '', password = ''] = ['token', 'password'].map((name) => form.get(name) ?? '')
    const { minPasswordChars, maxPasswordChars } = limits.accounts
    if (password.length < minPasswordChars || password.length > maxPasswordChars) {
      const refusal = view.say('passwordLength', { count: minPasswordChars, most: maxPasswordChars })
      const page = <ResetPasswordPage view={view} token={token} refusal={refusal} removesOthers={false} />
      return sendPage(c, view, page, { status: 400 })
    }
    const json = { token, password }
    const check = await forward(c, app, '/api/v1/password-resets/check', { method: 'POST', json: { token } })
    if (!check.ok) return invalid(c, check)
    const { removesOthers } = await checkReset(view.ctx, token)
    const answer = await forward(c, app, '/api/v1/password-resets/complete', { method: 'POST', json })
    if (!answer.ok) return invalid(c, answer)
    return c.redirect(`${view.baseUrl}/sign-in?told=${removesOthers ? 'resetUnconfirmed' : 'reset'}`, 303)
  })

  async function invalid(c: PageContext, answer: Response): Promise<Response> {
    const view = viewOf(c)
    return sendPage(c, view, <InvalidLinkPage view={view} refusal={await refusalOf(answer)} />, answer)
  }

  return routes
}

/** @throws `route-not-found` where another service signs people in */
function checkEmbedded(c: PageContext): void {
  if (c.get('ctx').config.DIRECTORY_URL) throw problem('route-not-found', { path: c.req.path })
}
