/** The second step of a sign-in with a password: the code of an authenticator application, or a recovery code. */
import { Hono } from 'hono'
import type { HttpEnv } from '../../http/env'
import { readForm } from '../form'
import { forward } from '../forward'
import { Layout } from '../layout'
import { type PageContext, sendPage, viewOf } from '../send'
import { CodeField } from '../settings/identity-fields'
import type { View } from '../view'

/** @param enter redirects with the session of an answer */
export function codePages(
  app: () => Hono<HttpEnv>,
  enter: (c: PageContext, answer: Response, back: string) => Promise<Response>,
): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()

  routes.get('/sign-in/code', (c) => {
    const view = viewOf(c)
    return sendPage(c, view, <CodePage view={view} back={c.req.query('back') ?? ''} />)
  })

  routes.post('/sign-in/code', async (c) => {
    const form = await readForm(c)
    const [code = '', back = ''] = ['code', 'back'].map((name) => form.get(name) ?? '')
    const answer = await forward(c, app, '/api/auth/second-factor', { method: 'POST', json: { code } })
    if (answer.ok) return enter(c, answer, back)
    const view = viewOf(c)
    // The password was entered too long ago, or has changed.
    if (answer.status === 403) return c.redirect(`${view.baseUrl}/sign-in?${new URLSearchParams({ back })}`, 303)
    const page = <CodePage view={view} back={back} refused={answer.status === 429 ? 'guesses' : 'wrong'} />
    return sendPage(c, view, page, { status: answer.status === 429 ? 429 : 401 })
  })

  return routes
}

function CodePage({ view, back, refused }: { view: View; back: string; refused?: 'wrong' | 'guesses' }) {
  const { say, baseUrl } = view
  return (
    <Layout view={view} title={say('enterCode')} current="account">
      <form class="card narrow" method="post" action={`${baseUrl}/sign-in/code`}>
        <h1>{say('enterCode')}</h1>
        {refused === 'guesses' && (
          <p class="notice danger" role="alert">
            {say('signInGuesses')}
          </p>
        )}
        <p class="quiet">{say('enterCodeHelp')}</p>
        <input type="hidden" name="back" value={back} />
        <CodeField label={say('codeOrRecovery')} refusal={refused === 'wrong' ? say('codeRefused') : undefined} />
        <button class="primary" type="submit">
          {say('signIn')}
        </button>
        <p class="quiet">{say('codeLost')}</p>
        <p class="quiet">
          <a href={`${baseUrl}/sign-in?${new URLSearchParams({ back })}`}>{say('backToSignIn')}</a>
        </p>
      </form>
    </Layout>
  )
}
