import type { Child } from 'hono/jsx'
import { limits } from '../../limits'
import type { View } from '../view'
import type { User } from './account'
import { type FormResult, SettingsFrame } from './frame'
import { CurrentPassword } from './identity-fields'
import { type Passkey, Passkeys } from './passkeys'
import { type SessionRow, Sessions } from './sessions'

export type Profile = {
  name: string
  email: string
  emailVerified: boolean
  hasPassword: boolean
  twoFactor: { isOn: boolean; recoveryCodes: number }
}

type Props = {
  view: View
  user: User
  profile: Profile
  passkeys: Passkey[]
  sessions: SessionRow[]
  /** The new address of a change that was refused. */
  newEmail: string
  /** Two-factor authentication, for users with a password. */
  twoFactor: Child
  result: FormResult
}

/** The profile of a user, and what protects its account. */
export function ProfilePage({ view, user, profile, passkeys, sessions, newEmail, twoFactor, result }: Props) {
  return (
    <SettingsFrame view={view} user={user} part="profile" islands={['passkey']} result={result}>
      <Name view={view} profile={profile} />
      <Email view={view} profile={profile} newEmail={newEmail} />
      <Password view={view} profile={profile} />
      <Passkeys
        view={view}
        passkeys={passkeys}
        hasPassword={profile.hasPassword}
        asksForCode={profile.twoFactor.isOn}
      />
      {profile.hasPassword && twoFactor}
      <Sessions view={view} sessions={sessions} />
      <Deletion view={view} profile={profile} />
    </SettingsFrame>
  )
}

type Part = Pick<Props, 'view' | 'profile'>

function Name({ view, profile }: Part) {
  const { say, baseUrl } = view
  return (
    <form class="card form" method="post" action={`${baseUrl}/settings/profile/name`} data-unsaved>
      <h2>{say('profile')}</h2>
      <label>
        {say('yourName')}
        <input name="name" value={profile.name} required maxlength={limits.accounts.maxNameChars} autocomplete="name" />
      </label>
      <p class="button-row">
        <button class="primary" type="submit">
          {say('save')}
        </button>
      </p>
    </form>
  )
}

function Email({ view, profile, newEmail }: Part & { newEmail: string }) {
  const { say, baseUrl, ctx } = view
  return (
    <section class="card" id="email">
      <h2>{say('email')}</h2>
      <p>
        {profile.email}{' '}
        <span class={profile.emailVerified ? 'chip' : 'chip warn'}>
          {say(profile.emailVerified ? 'emailVerified' : 'emailUnverified')}
        </span>
      </p>
      {!ctx.mail.canSend && <p class="quiet">{say('emailFixed')}</p>}
      {ctx.mail.isLogged && <p class="quiet">{say('mailLogged')}</p>}
      {ctx.mail.canSend && !profile.emailVerified && (
        <form method="post" action={`${baseUrl}/settings/profile/verification`}>
          <p class="quiet">{say('emailUnverifiedHelp')}</p>
          <button type="submit">{say('sendVerification')}</button>
        </form>
      )}
      {ctx.mail.canSend && (
        <form class="form" method="post" action={`${baseUrl}/settings/profile/email`} data-unsaved>
          <p class="quiet">{say('changeEmailHelp')}</p>
          <div class="fields">
            <label>
              {say('newEmail')}
              <input type="email" name="email" value={newEmail} required maxlength={limits.accounts.maxEmailChars} />
            </label>
            <CurrentPassword view={view} hasPassword={profile.hasPassword} />
          </div>
          <p class="button-row">
            <button type="submit">{say('changeEmail')}</button>
          </p>
        </form>
      )}
    </section>
  )
}

function Password({ view, profile }: Part) {
  const { say, baseUrl } = view
  const { minPasswordChars, maxPasswordChars } = limits.accounts
  if (!profile.hasPassword) {
    return (
      <section class="card" id="password">
        <h2>{say('password')}</h2>
        <p>{say('noPassword')}</p>
        <a class="button" href={`${baseUrl}/forgotten-password`}>
          {say('askPassword')}
        </a>
      </section>
    )
  }
  return (
    <form class="card form" method="post" action={`${baseUrl}/settings/profile/password`} data-unsaved id="password">
      <h2>{say('password')}</h2>
      <p class="quiet">{say('changePasswordHelp')}</p>
      <div class="fields">
        <CurrentPassword view={view} hasPassword={profile.hasPassword} />
        <label>
          {say('nextPassword', { count: minPasswordChars })}
          <input
            type="password"
            name="newPassword"
            required
            minlength={minPasswordChars}
            maxlength={maxPasswordChars}
            autocomplete="new-password"
          />
        </label>
      </div>
      <p class="button-row">
        <button type="submit">{say('changePassword')}</button>
      </p>
    </form>
  )
}

function Deletion({ view, profile }: Part) {
  const { say, baseUrl } = view
  return (
    <section class="card" id="deletion">
      <h2>{say('deleteAccount')}</h2>
      <p class="quiet">{say('deleteAccountHelp')}</p>
      <details class="confirmed">
        <summary class="button danger">{say('deleteAccount')}</summary>
        <form class="form" method="post" action={`${baseUrl}/settings/profile/deletion`} data-unsaved>
          <p>{say('deleteAccountWarning', { email: profile.email })}</p>
          <CurrentPassword view={view} hasPassword={profile.hasPassword} />
          <p class="button-row">
            <button class="danger" type="submit">
              {say('deleteForEver')}
            </button>
          </p>
        </form>
      </details>
    </section>
  )
}
