import { limits } from '../../limits'
import { Layout } from '../layout'
import type { View } from '../view'

/** Making an account. */
export function SignUpPage({ view, form, refusal }: { view: View; form?: URLSearchParams; refusal?: string }) {
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
        <label>
          {say('yourName')}
          <input name="name" value={form?.get('name') ?? ''} required maxlength={200} autocomplete="name" />
        </label>
        <label>
          {say('email')}
          <input type="email" name="email" value={form?.get('email') ?? ''} required autocomplete="username" />
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
          <a href={`${baseUrl}/sign-in`}>{say('haveAccount')}</a>
        </p>
      </form>
    </Layout>
  )
}
