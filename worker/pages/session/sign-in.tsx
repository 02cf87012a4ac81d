import { Layout } from '../layout'
import type { View } from '../view'

/** What a redirect to the page may tell: a password was reset, an account deleted, an address confirmed. */
export const signInNotices = ['reset', 'resetUnconfirmed', 'deleted'] as const

/** Sign-in with e-mail and password, a passkey, or an OpenID Connect provider. */
export function SignInPage(props: {
  view: View
  back: string
  email?: string
  refused?: 'signInRefused' | 'signInGuesses' | 'signInBlocked' | 'signInFailed'
  /** What has happened just before. */
  told?: (typeof signInNotices)[number] | undefined
}) {
  const { view, back, email = '', refused, told } = props
  const { say, baseUrl } = view
  const { OIDC_ISSUER, OIDC_TITLE } = view.ctx.config
  return (
    <Layout view={view} title={say('signIn')} islands={['passkey']} current="account">
      <form class="card narrow" method="post" action={`${baseUrl}/sign-in`}>
        <h1>{say('signIn')}</h1>
        {told && (
          <p class="notice" role="status">
            {say(`told:${told}`)}
          </p>
        )}
        {refused && (
          <p class="notice danger" role="alert">
            {say(refused)}
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
        <p class="quiet">
          <a href={`${baseUrl}/forgotten-password`}>{say('forgottenPassword')}</a>
        </p>
        {view.ctx.config.SIGNUP !== 'closed' && (
          <p class="quiet">
            <a href={`${baseUrl}/sign-up?${new URLSearchParams({ back })}`}>{say('signUp')}</a>
          </p>
        )}
      </form>
      <form
        class="card narrow"
        method="post"
        action={`${baseUrl}/sign-in/passkey`}
        data-passkey="enter"
        data-api={`${baseUrl}/api/auth/passkey`}
        hidden
      >
        <p class="notice danger" role="alert" hidden>
          {say('passkeyUnknown')}
        </p>
        <input type="hidden" name="back" value={back} />
        <button type="submit">{say('signInWith', { provider: say('passkey') })}</button>
      </form>
      {OIDC_ISSUER && (
        <p class="card narrow">
          <a class="button" href={`${baseUrl}/sign-in/provider?${new URLSearchParams({ back })}`}>
            {say('signInWith', { provider: OIDC_TITLE })}
          </a>
        </p>
      )}
    </Layout>
  )
}
