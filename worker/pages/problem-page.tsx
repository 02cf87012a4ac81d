/** Problems as pages, for people who follow a link. */
import { Problem } from '../errors'
import { problemResponse } from '../http/problem-response'
import { pagePolicy } from './content-security-policy'
import { framingOf } from './embed/framing'
import { AccountSwitch } from './frame/account-switch'
import { BarePage } from './frame/bare'
import { Layout } from './layout'
import type { MessageKey } from './messages'
import { problemText } from './problem-text'
import { type PageContext, sendPage, viewOf } from './send'
import { isSignedIn } from './session/required'
import type { View } from './view'

/** Whether a browser asks for a page: programs, and the paths of the API, get JSON. */
export function wantsPage({ req }: PageContext): boolean {
  const isRead = req.method === 'GET' || req.method === 'HEAD'
  return isRead && (req.header('accept') ?? '').includes('text/html') && !/^\/(.*\/)?api\//.test(req.path)
}

/** The page of an error: what happened, and what its reader can do. In a frame, it is for that frame. */
export async function sendProblem(c: PageContext, error: unknown): Promise<Response> {
  const view = viewOf(c)
  const { say, baseUrl, here } = view
  const { status, headers } = problemResponse(error, c)
  const anonymous = !isSignedIn(view)
  const back = new URLSearchParams({ back: here.pathname + here.search })
  const isMissing = status === 404
  const framed = framingOf(c.req.path)
  const user = userOf(view)
  // Permissions for an address wait until it is confirmed.
  const awaits =
    status === 403 && framed !== 'anyone' && user && !user.emailVerified && view.ctx.mail.canSend
      ? user.email
      : undefined
  const title = say(titleOf(status))
  // Embeds for any site are read without a session.
  const isOpenEmbed = framed === 'anyone' && (status === 401 || status === 403)
  // In a frame, the pages of the service open outside of it.
  const elsewhere = framed === 'nobody' ? {} : { target: '_blank', rel: 'noopener' }
  const content = (
    <div class="empty problem">
      <p class="status">{status}</p>
      {framed === 'nobody' ? <h1>{title}</h1> : <h2>{title}</h2>}
      <p>{isOpenEmbed ? say('forbiddenEmbed') : textOf(view, { error, anonymous })}</p>
      {awaits && <p>{say('confirmToOpen', { email: awaits })}</p>}
      {isMissing && <p>{say(anonymous ? 'missingAnonymous' : 'missing')}</p>}
      {status >= 500 && (
        <p class="quiet">
          {say('requestId')} <code>{view.ctx.requestId}</code>
        </p>
      )}
      {isMissing && framed === 'nobody' && (
        <form class="search" action={`${baseUrl}/`}>
          <input type="search" name="q" placeholder={say('searchPlaceholder')} aria-label={say('searchLabel')} />
          <button type="submit">{say('search')}</button>
        </form>
      )}
      {status === 403 && framed === 'nobody' && user && user.memberships.length > 0 && (
        <AccountSwitch view={view} actor={user} onlyOthers />
      )}
      <p class="button-row">
        {(status === 401 || status === 403 || isMissing) && anonymous && !isOpenEmbed && (
          <a class="button primary" href={`${baseUrl}/sign-in?${back}`} {...elsewhere}>
            {say('signIn')}
          </a>
        )}
        {awaits && (
          <a class="button primary" href={`${baseUrl}/settings/profile#email`} {...elsewhere}>
            {say('confirmEmail')}
          </a>
        )}
        <a class="button" href={`${baseUrl}/`} {...elsewhere}>
          {say('home')}
        </a>
      </p>
    </div>
  )
  const Page = framed === 'nobody' ? Layout : BarePage
  const page = (
    <Page view={view} title={title}>
      {content}
    </Page>
  )
  const response = await sendPage(c, view, page, { status, policy: pagePolicy(view.nonce, framed) })
  const retryAfter = headers.get('retry-after')
  if (retryAfter) response.headers.set('retry-after', retryAfter)
  return response
}

function userOf({ ctx: { identity } }: View) {
  return 'actor' in identity && identity.actor.type === 'user' ? identity.actor : undefined
}

const titleOf = (status: number) =>
  status === 401 ? 'signInFirst' : status === 403 ? 'noAccess' : status === 404 ? 'pageNotFound' : 'problem'

/** Texts for people where those of the API are for programs too. */
const textsOfVisitors: ReadonlyMap<string, MessageKey> = new Map([
  ['permission-missing', 'forbiddenAnonymous'],
  ['dataset-private', 'forbiddenAnonymous'],
  ['application-private', 'forbiddenAnonymous'],
  ['sign-in-required', 'signInText'],
] as const)

/** Refusals of accounts that are signed in. */
const signedInTexts: ReadonlySet<string> = new Set(['permission-missing', 'account-refused'])

function textOf(view: View, { error, anonymous }: { error: unknown; anonymous: boolean }): string {
  if (!(error instanceof Problem)) return problemText({ code: 'internal-error', params: {} }, view.language)
  const text = anonymous ? textsOfVisitors.get(error.code) : signedInTexts.has(error.code) && 'forbidden'
  if (text) return view.say(text)
  if (error.code === 'route-not-found') return view.say('noSuchPage')
  return problemText({ code: error.code, params: error.params }, view.language)
}
