/** The profile of the user. Each form is forwarded to the API. */
import { Hono } from 'hono'
import { problem } from '../../errors'
import type { HttpEnv } from '../../http/env'
import { limits } from '../../limits'
import { readForm } from '../form'
import { forward } from '../forward'
import { type PageContext, sendPage, viewOf } from '../send'
import { redirectWith } from '../session/switch-account'
import { readFromApi, userOf } from './account'
import { doneIn, type FormResult } from './frame'
import type { Passkey } from './passkeys'
import { type Profile, ProfilePage } from './profile'
import { refusedResult } from './refused-result'
import type { SessionRow } from './sessions'
import { TwoFactor } from './two-factor'
import { twoFactorPages } from './two-factor-routes'

export function profilePages(app: () => Hono<HttpEnv>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()
  const changePassword = 'profile/password'
  const pageUrl = (c: PageContext) => `${c.get('ctx').baseUrl}/settings/profile`

  routes.get('/settings/profile', (c) => show(c, doneIn(c)))

  routes.post('/settings/profile/name', async (c) => {
    const name = (await readForm(c)).get('name') ?? ''
    return send(c, { path: '', method: 'PATCH', json: { name } }, 'name')
  })

  routes.post('/settings/profile/email', async (c) => {
    const form = await readForm(c)
    const [email, password] = [form.get('email')?.trim() ?? '', form.get('password') ?? '']
    return send(c, { path: '/email', method: 'POST', json: { email, password }, email }, 'email')
  })

  routes.post('/settings/profile/email/again', async (c) => {
    await readForm(c)
    return send(c, { path: '/email/pending', method: 'POST', json: {} }, 'email')
  })

  routes.post('/settings/profile/email/cancel', async (c) => {
    await readForm(c)
    return send(c, { path: '/email/pending', method: 'DELETE' }, 'emailCancelled')
  })

  routes.post('/settings/profile/verification', async (c) => {
    await readForm(c)
    return send(c, { path: '/email/verification', method: 'POST', json: {} }, 'verification')
  })

  routes.post('/settings/profile/password', async (c) => {
    const form = await readForm(c)
    const view = viewOf(c)
    const [currentPassword, newPassword] = [form.get('password') ?? '', form.get('newPassword') ?? '']
    const { minPasswordChars, maxPasswordChars } = limits.accounts
    if (newPassword.length < minPasswordChars || newPassword.length > maxPasswordChars) {
      const text = view.say('passwordLength', { count: minPasswordChars, most: maxPasswordChars })
      return show(c, { refused: { form: changePassword, input: 'newPassword', text } }, { status: 400 })
    }
    const json = { currentPassword, newPassword }
    const answer = await forward(c, app, '/api/auth/change-password', { method: 'POST', json })
    if (!answer.ok) {
      const result: FormResult =
        answer.status === 429
          ? { refusal: view.say('signInGuesses') }
          : { refused: { form: changePassword, input: 'password', text: view.say('passwordWrong') } }
      return show(c, result, { status: answer.status })
    }
    return redirectWith(`${pageUrl(c)}?done=password`, answer.headers.getSetCookie())
  })

  routes.post('/settings/profile/sessions/end-others', async (c) => {
    await readForm(c)
    return send(c, { path: '/sessions', method: 'DELETE' }, 'sessions')
  })

  routes.post('/settings/profile/sessions/:session/end', async (c) => {
    await readForm(c)
    return send(c, { path: `/sessions/${encodeURIComponent(c.req.param('session'))}`, method: 'DELETE' }, 'session')
  })

  routes.post('/settings/profile/deletion', async (c) => {
    const password = (await readForm(c)).get('password') ?? ''
    const answer = await forward(c, app, '/api/v1/profile/deletion', { method: 'POST', json: { password } })
    if (!answer.ok) return show(c, await refusedResult(answer, 'profile/deletion'), answer)
    const left = await forward(c, app, '/api/auth/sign-out', { method: 'POST', json: {} })
    return redirectWith(`${c.get('ctx').baseUrl}/sign-in?told=deleted`, left.headers.getSetCookie())
  })

  // Below the settings, but in the page of the profile.
  routes.get('/settings/passkeys/:passkey?/:form?', (c) => c.redirect(`${c.get('ctx').baseUrl}/settings/profile`, 303))

  // The script of the page has created the passkey and then submits this form.
  routes.post('/settings/passkeys', async (c) => {
    await readForm(c)
    return c.redirect(`${pageUrl(c)}?done=passkey#passkeys`, 303)
  })

  routes.post('/settings/passkeys/:passkey/remove', async (c) => {
    const password = (await readForm(c)).get('password') ?? ''
    const path = `/passkeys/${encodeURIComponent(c.req.param('passkey'))}/removal`
    return send(c, { path, method: 'POST', json: { password } }, 'passkeyRemoved')
  })

  routes.route('/', twoFactorPages(app, show))

  /** Sends a request to the API, then shows the profile with its result. */
  async function send(
    c: PageContext,
    request: { path: string; method: string; json?: object; email?: string },
    done: string,
  ): Promise<Response> {
    const { path, method, json, email = '' } = request
    const answer = await forward(c, app, `/api/v1/profile${path}`, { method, ...(json ? { json } : {}) })
    if (!answer.ok) {
      const form = c.req.path.split('/settings/')[1] ?? ''
      return show(c, await refusedResult(answer, form), { status: answer.status, email })
    }
    return c.redirect(`${pageUrl(c)}?done=${done}`, 303)
  }

  async function show(
    c: PageContext,
    result: FormResult,
    { status = 200, email = '' }: { status?: number; email?: string } = {},
  ): Promise<Response> {
    if (c.get('ctx').config.DIRECTORY_URL) throw problem('route-not-found', { path: c.req.path })
    const view = viewOf(c)
    const user = userOf(c)
    const [profile, passkeys, sessions] = await Promise.all([
      readFromApi<Profile>(c, app, '/api/v1/profile'),
      readFromApi<Passkey[]>(c, app, '/api/auth/passkey/list-user-passkeys'),
      readFromApi<SessionRow[]>(c, app, '/api/v1/profile/sessions'),
    ])
    const twoFactor = <TwoFactor view={view} profile={profile} refused={result.refused} />
    const parts = { profile, passkeys, sessions, twoFactor, newEmail: email }
    return sendPage(c, view, <ProfilePage view={view} user={user} {...parts} result={result} />, { status })
  }

  return routes
}
