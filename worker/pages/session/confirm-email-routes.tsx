/** The link that confirms an e-mail address. Programs that scan mail open links: the address is confirmed by a button. */
import { Hono } from 'hono'
import { problem } from '../../errors'
import type { HttpEnv } from '../../http/env'
import { readForm, refusalOf } from '../form'
import { forward } from '../forward'
import { Layout } from '../layout'
import { type PageContext, sendPage, viewOf } from '../send'
import { userOf } from '../settings/account'
import type { View } from '../view'
import { isSignedIn, signInTo } from './required'

export function confirmEmailPages(app: () => Hono<HttpEnv>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()
  const confirmations = '/api/v1/email-confirmations'

  routes.get('/confirm-email', async (c) => {
    const view = viewOf(c)
    if (!isSignedIn(view)) return signInTo(c, view)
    const token = c.req.query('token') ?? ''
    return show(c, token, await forward(c, app, `${confirmations}/check`, { method: 'POST', json: { token } }))
  })

  routes.post('/confirm-email', async (c) => {
    const token = (await readForm(c)).get('token') ?? ''
    const answer = await forward(c, app, confirmations, { method: 'POST', json: { token } })
    if (!answer.ok) return show(c, token, answer)
    return c.redirect(`${c.get('ctx').baseUrl}/settings/profile?done=confirmed`, 303)
  })

  async function show(c: PageContext, token: string, answer: Response): Promise<Response> {
    if (c.get('ctx').config.DIRECTORY_URL) throw problem('route-not-found', { path: c.req.path })
    const view = viewOf(c)
    // A confirmed address can only be changed; the other one is that of the sign-up, or is about to be.
    const isChange = userOf(c).emailVerified
    const props = { view, token, isChange }
    if (answer.ok) return sendPage(c, view, <ConfirmEmailPage {...props} />)
    return sendPage(c, view, <ConfirmEmailPage {...props} refusal={await refusalOf(answer)} />, answer)
  }

  return routes
}

type Props = { view: View; token: string; isChange: boolean; refusal?: string }

function ConfirmEmailPage({ view, token, isChange, refusal }: Props) {
  const { say, baseUrl } = view
  return (
    <Layout view={view} title={say('confirmEmail')} current="account">
      <form class="card narrow" method="post" action={`${baseUrl}/confirm-email`}>
        <h1>{say('confirmEmail')}</h1>
        {refusal ? (
          <>
            <p class="notice danger" role="alert">
              {refusal}
            </p>
            <a class="button" href={`${baseUrl}/settings/profile`}>
              {say('profile')}
            </a>
          </>
        ) : (
          <>
            <p>{say(isChange ? 'confirmEmailHelp' : 'confirmOwnEmailHelp')}</p>
            <input type="hidden" name="token" value={token} />
            <button class="primary" type="submit">
              {say('confirm')}
            </button>
          </>
        )}
      </form>
    </Layout>
  )
}
