/** Pages of the reset of a forgotten password. */
import { limits } from '../../limits'
import { durationText } from '../../typography'
import { Layout } from '../layout'
import type { View } from '../view'

type AskProps = { view: View; email?: string; sent?: boolean; refusal?: string }

/** Asks for the address that the link is sent to. */
export function ForgottenPasswordPage({ view, email = '', sent = false, refusal }: AskProps) {
  const { say, baseUrl, ctx } = view
  return (
    <Layout view={view} title={say('forgottenPassword')} current="account">
      <form class="card narrow" method="post" action={`${baseUrl}/forgotten-password`}>
        <h1>{say('forgottenPassword')}</h1>
        {sent && (
          <p class="notice" role="status">
            {say(ctx.mail.isLogged ? 'resetLogged' : 'resetSent', {
              duration: durationText(limits.accounts.mailedTokenMs['password-reset'], view.language),
            })}
          </p>
        )}
        {refusal && (
          <p class="notice danger" role="alert">
            {refusal}
          </p>
        )}
        {ctx.mail.canSend ? (
          <>
            <p class="quiet">{say(ctx.mail.isLogged ? 'forgottenPasswordLogged' : 'forgottenPasswordHelp')}</p>
            <label>
              {say('email')}
              <input type="email" name="email" value={email} required autocomplete="username" />
            </label>
            <button class={sent ? '' : 'primary'} type="submit">
              {say(sent ? 'sendLinkAgain' : 'sendLink')}
            </button>
          </>
        ) : (
          <p>{say('forgottenPasswordNoMail')}</p>
        )}
        <p class="quiet">
          <a href={`${baseUrl}/sign-in`}>{say('backToSignIn')}</a>
        </p>
      </form>
    </Layout>
  )
}

type ResetProps = { view: View; token: string; refusal?: string; removesOthers: boolean }

/** The form for a new password, which the link in the mail opens. */
export function ResetPasswordPage({ view, token, refusal, removesOthers }: ResetProps) {
  const { say, baseUrl } = view
  return (
    <Layout view={view} title={say('chooseNewPassword')} current="account">
      <form class="card narrow" method="post" action={`${baseUrl}/reset-password`}>
        <h1>{say('chooseNewPassword')}</h1>
        {refusal && (
          <p class="notice danger" role="alert">
            {refusal}
          </p>
        )}
        <p class="quiet">{say('chooseNewPasswordHelp')}</p>
        {removesOthers && <p class="notice warning">{say('resetRemovesOthers')}</p>}
        <input type="hidden" name="token" value={token} />
        <label>
          {say('nextPassword', { count: limits.accounts.minPasswordChars })}
          <input
            type="password"
            name="password"
            required
            minlength={limits.accounts.minPasswordChars}
            maxlength={limits.accounts.maxPasswordChars}
            autocomplete="new-password"
          />
        </label>
        <button class="primary" type="submit">
          {say('changePassword')}
        </button>
      </form>
    </Layout>
  )
}

/** The page of a link that does not work any more, with the way to another. */
export function InvalidLinkPage({ view, refusal }: { view: View; refusal: string }) {
  const { say, baseUrl } = view
  return (
    <Layout view={view} title={say('chooseNewPassword')} current="account">
      <div class="card narrow">
        <h1>{say('chooseNewPassword')}</h1>
        <p class="notice danger" role="alert">
          {refusal}
        </p>
        <p class="button-row">
          <a class="button primary" href={`${baseUrl}/forgotten-password`}>
            {say('askNewLink')}
          </a>
        </p>
      </div>
    </Layout>
  )
}
