import { Layout } from '../layout'
import type { View } from '../view'

/** E-mail and password. */
export function SignInPage(props: { view: View; back: string; email?: string; refused?: 'wrong' | 'guesses' }) {
  const { view, back, email = '', refused } = props
  const { say, baseUrl } = view
  return (
    <Layout view={view} title={say('signIn')} current="account">
      <form class="card narrow" method="post" action={`${baseUrl}/sign-in`}>
        <h1>{say('signIn')}</h1>
        {refused && (
          <p class="notice danger" role="alert">
            {say(refused === 'guesses' ? 'signInGuesses' : 'signInRefused')}
          </p>
        )}
        <input type="hidden" name="back" value={back} />
        <label>
          {say('email')}
          <input type="email" name="email" value={email} required autocomplete="username" />
        </label>
        <label>
          {say('password')}
          <input type="password" name="password" required autocomplete="current-password" />
        </label>
        <button class="primary" type="submit">
          {say('signIn')}
        </button>
        {view.ctx.config.SIGNUP !== 'closed' && (
          <p class="quiet">
            <a href={`${baseUrl}/sign-up`}>{say('signUp')}</a>
          </p>
        )}
      </form>
    </Layout>
  )
}
