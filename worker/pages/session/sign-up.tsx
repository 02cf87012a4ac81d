import { limits } from '../../limits'
import { Layout } from '../layout'
import type { View } from '../view'

/** The form for a new account. */
export function SignUpPage(props: {
  view: View
  back: string
  email?: string | undefined
  name?: string | undefined
  refusal?: string
}) {
  const { view, back, email = '', name = '', refusal } = props
  const { say, baseUrl } = view
  return (
    <Layout view={view} title={say('signUp')} current="account">
      <form class="card narrow" method="post" action={`${baseUrl}/sign-up`}>
        <h1>{say('signUp')}</h1>
        {refusal && (
          <p class="notice danger" role="alert">
            {refusal}
          </p>
        )}
        <input type="hidden" name="back" value={back} />
        <label>
          {say('yourName')}
          <input name="name" value={name} required maxlength={limits.accounts.maxNameChars} autocomplete="name" />
        </label>
        <label>
          {say('email')}
          <input type="email" name="email" value={email} required autocomplete="username" />
        </label>
        <label>
          {say('newPassword', { count: limits.accounts.minPasswordChars })}
          <input
            type="password"
            name="password"
            required
            minlength={limits.accounts.minPasswordChars}
            autocomplete="new-password"
          />
        </label>
        <button class="primary" type="submit">
          {say('signUp')}
        </button>
        <p class="quiet">
          <a href={`${baseUrl}/sign-in?${new URLSearchParams({ back })}`}>{say('haveAccount')}</a>
        </p>
      </form>
    </Layout>
  )
}

/** What a new user has to do to confirm the address, before the page that they came from. */
export function MessageSentPage({ view, email, next }: { view: View; email: string; next: string }) {
  const { say } = view
  return (
    <Layout view={view} title={say('confirmEmail')} current="account">
      <section class="card narrow">
        <h1>{say('accountCreated')}</h1>
        <p role="status">{say('confirmationSent', { email })}</p>
        <p class="quiet">{say('emailUnverifiedHelp')}</p>
        <p>
          <a class="button primary" href={next}>
            {say('continueSignedUp')}
          </a>
        </p>
      </section>
    </Layout>
  )
}
