/** Forms for sign-in, sign-up, sign-out, the active account and the language: they work without scripts. */
import { Hono } from 'hono'
import { blockedCode, oidcProvider, rememberLanguage } from '../../accounts'
import { problem } from '../../errors'
import type { HttpEnv } from '../../http/env'
import { readForm } from '../form'
import { forward } from '../forward'
import { backTo, type PageContext, sendPage, viewOf } from '../send'
import { userOf } from '../settings/account'
import { codePages } from './code-routes'
import { setLanguageCookie } from './language-cookie'
import { SignInPage, signInNotices } from './sign-in'
import { MessageSentPage, SignUpPage } from './sign-up'
import { type Organization, redirectWith, switchAccount, switchOrganization } from './switch-account'

export function sessionPages(app: () => Hono<HttpEnv>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()

  routes.get('/sign-in', (c) => {
    const view = viewOf(c)
    const told = signInNotices.find((one) => one === c.req.query('told'))
    // The callback of a provider redirects here with its error.
    const error = c.req.query('error')
    const refused =
      error === undefined ? {} : ({ refused: error === blockedCode ? 'signInBlocked' : 'signInFailed' } as const)
    return sendPage(c, view, <SignInPage {...{ view, told, ...refused }} {...invitedIn(c)} />)
  })

  routes.post('/sign-in', async (c) => {
    const view = viewOf(c)
    const form = await readForm(c)
    const [email = '', password = '', back = ''] = ['email', 'password', 'back'].map((name) => form.get(name) ?? '')
    const answer = await forward(c, app, '/api/auth/sign-in/email', { method: 'POST', json: { email, password } })
    if (answer.ok) {
      const { twoFactor } = (await answer.clone().json()) as { twoFactor?: boolean } // the answer of the directory
      if (!twoFactor) return enter(c, answer, back)
      return redirectWith(
        `${view.baseUrl}/sign-in/code?${new URLSearchParams({ back })}`,
        answer.headers.getSetCookie(),
      )
    }
    const { status } = answer
    const refused = status === 429 ? 'signInGuesses' : status === 403 ? 'signInBlocked' : 'signInRefused'
    const page = <SignInPage view={view} back={back} email={email} refused={refused} />
    return sendPage(c, view, page, { status: status === 429 || status === 403 ? status : 401 })
  })

  // The script of the page has signed in and then submits this form.
  routes.post('/sign-in/passkey', async (c) => {
    const form = await readForm(c)
    return enter(c, new Response(null), form.get('back') ?? '')
  })

  // A link, not a form: the policy of the page forbids forms that redirect to another host.
  routes.get('/sign-in/provider', async (c) => {
    const { baseUrl, config } = c.get('ctx')
    if (!config.OIDC_ISSUER) throw problem('route-not-found', { path: c.req.path })
    const json = { provider: oidcProvider, callbackURL: backTo(baseUrl, c.req.query('back')) }
    const { origin } = new URL(baseUrl)
    const answer = await forward(c, app, '/api/auth/sign-in/social', { method: 'POST', json, origin })
    if (!answer.ok) throw problem('directory-unreachable')
    const { url } = (await answer.json()) as { url: string } // better-auth's answer
    return redirectWith(url, answer.headers.getSetCookie())
  })

  routes.get('/sign-up', (c) => {
    const view = viewOf(c)
    if (view.ctx.config.SIGNUP === 'closed') throw problem('route-not-found', { path: c.req.path })
    return sendPage(c, view, <SignUpPage view={view} {...invitedIn(c)} />)
  })

  routes.post('/sign-up', async (c) => {
    const view = viewOf(c)
    const form = await readForm(c)
    const [name, email] = ['name', 'email'].map((field) => form.get(field)?.trim() ?? '')
    // Spaces belong to a password, as at the sign-in.
    const json = { name, email, password: form.get('password') ?? '' }
    const answer = await forward(c, app, '/api/auth/sign-up/email', { method: 'POST', json })
    const back = form.get('back') ?? ''
    if (answer.ok) {
      const { canSend, isLogged } = view.ctx.mail
      // The messages of a local instance are in its log.
      return enter(c, answer, canSend && !isLogged ? `/sign-up/sent?${new URLSearchParams({ back })}` : back)
    }
    // The error of better-auth, or a problem of this service.
    const { message, detail } = (await answer.json()) as { message?: string; detail?: string }
    const page = (
      <SignUpPage {...{ view, back, email, name }} refusal={detail ?? message ?? view.say('signUpRefused')} />
    )
    return sendPage(c, view, page, answer)
  })

  routes.get('/sign-up/sent', async (c) => {
    const view = viewOf(c)
    const next = backTo(view.baseUrl, c.req.query('back'))
    const { email, emailVerified } = userOf(c)
    if (emailVerified) return c.redirect(next, 303)
    return sendPage(c, view, <MessageSentPage view={view} email={email} next={next} />)
  })

  routes.post('/sign-out', async (c) => {
    await readForm(c)
    const answer = await forward(c, app, '/api/auth/sign-out', { method: 'POST', json: {} })
    return redirectWith(`${c.get('ctx').baseUrl}/`, answer.headers.getSetCookie())
  })

  routes.post('/account', async (c) => {
    const { baseUrl, identity } = c.get('ctx')
    const form = await readForm(c)
    const user = 'actor' in identity && identity.actor.type === 'user' ? identity.actor : undefined
    const membership = user?.memberships[Number(form.get('membership') || -1)]
    const cookies = membership
      ? await switchOrganization(c, app, {
          id: membership.organization.id,
          ...(membership.department ? { department: membership.department.id } : {}),
          role: membership.role,
        })
      : await switchAccount(c, app, { type: 'user', id: user?.id ?? '' })
    return redirectWith(backTo(baseUrl, form.get('back')), cookies)
  })

  routes.post('/language', async (c) => {
    const ctx = c.get('ctx')
    const { baseUrl } = ctx
    const form = await readForm(c)
    const language = form.get('to') === 'fr' ? 'fr' : 'en'
    if ('actor' in ctx.identity && ctx.identity.actor.type === 'user') {
      await rememberLanguage(ctx, { userId: ctx.identity.actor.id, language })
    }
    setLanguageCookie(c, language)
    return c.redirect(backTo(baseUrl, form.get('back')), 303)
  })

  routes.route('/', codePages(app, enter))

  /** Redirects with a new session. The first organization of the user becomes the active account, since most publish for one. */
  async function enter(c: PageContext, answer: Response, back: string): Promise<Response> {
    const cookies = answer.headers.getSetCookie()
    const cookie = cookies.map((one) => one.split(';')[0]).join('; ')
    const session = await forward(c, app, '/api/v1/session', { cookie })
    const { organizations = [] } = (await session.json()) as { organizations?: Organization[] } // the schema of the route
    const [first] = organizations
    const chosen = first ? await switchOrganization(c, app, first, cookie) : []
    return redirectWith(backTo(c.get('ctx').baseUrl, back), [...cookies, ...chosen])
  }

  return routes
}

/** The page to go to after the sign-in, and the e-mail address that an invitation was sent to. */
const invitedIn = (c: PageContext) => ({ back: c.req.query('back') ?? '', email: c.req.query('email') ?? '' })
