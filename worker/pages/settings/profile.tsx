import type { Child } from 'hono/jsx'
import { limits } from '../../limits'
import type { View } from '../view'
import type { User } from './account'
import { type FormResult, SettingsFrame } from './frame'
import { CurrentPassword, NewPassword, type RefusedInput, refusalOfInput } from './identity-fields'
import { type Passkey, Passkeys } from './passkeys'
import { type SessionRow, Sessions } from './sessions'

export type Profile = {
  name: string
  email: string
  emailVerified: boolean
  /** The address that the user has asked for and not confirmed yet. */
  pendingEmail?: string
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
  const { refused } = result
  return (
    <SettingsFrame view={view} user={user} part="profile" islands={['passkey']} result={result}>
      <Name view={view} profile={profile} />
      <Email view={view} profile={profile} newEmail={newEmail} refused={refused} />
      <Password view={view} profile={profile} refused={refused} />
      <Passkeys
        view={view}
        passkeys={passkeys}
        hasPassword={profile.hasPassword}
        asksForCode={profile.twoFactor.isOn}
        refused={refused}
      />
      {profile.hasPassword && twoFactor}
      <Sessions view={view} sessions={sessions} />
      <Deletion view={view} profile={profile} refused={refused} />
    </SettingsFrame>
  )
}

type Part = Pick<Props, 'view' | 'profile'>
type ProtectedPart = Part & { refused: RefusedInput | undefined }

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

function Email({ view, profile, newEmail, refused }: ProtectedPart & { newEmail: string }) {
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
      {profile.pendingEmail && <PendingEmail view={view} email={profile.pendingEmail} />}
      {ctx.mail.canSend && (
        <form class="form" method="post" action={`${baseUrl}/settings/profile/email`} data-unsaved>
          <p class="quiet">{say('changeEmailHelp')}</p>
          <div class="fields">
            <label>
              {say('newEmail')}
              <input type="email" name="email" value={newEmail} required maxlength={limits.accounts.maxEmailChars} />
            </label>
            <CurrentPassword
              view={view}
              hasPassword={profile.hasPassword}
              refusal={refusalOfInput(refused, 'profile/email', 'password')}
            />
          </div>
          <p class="button-row">
            <button type="submit">{say('changeEmail')}</button>
          </p>
        </form>
      )}
    </section>
  )
}

/** The address that the user has asked for, until the link sent to it is opened. */
function PendingEmail({ view, email }: { view: View; email: string }) {
  const { say, baseUrl, ctx } = view
  const action = `${baseUrl}/settings/profile/email`
  return (
    <div class="notice">
      <p>{say('emailPending', { email })}</p>
      <div class="button-row">
        {ctx.mail.canSend && (
          <form method="post" action={`${action}/again`}>
            <button type="submit">{say('sendAgain')}</button>
          </form>
        )}
        <form method="post" action={`${action}/cancel`}>
          <button type="submit" aria-label={say('cancelEmailChange')}>
            {say('cancel')}
          </button>
        </form>
      </div>
    </div>
  )
}

function Password({ view, profile, refused }: ProtectedPart) {
  const { say, baseUrl } = view
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
        <CurrentPassword
          view={view}
          hasPassword={profile.hasPassword}
          refusal={refusalOfInput(refused, 'profile/password', 'password')}
        />
        <NewPassword view={view} refusal={refusalOfInput(refused, 'profile/password', 'newPassword')} />
      </div>
      <p class="button-row">
        <button type="submit">{say('changePassword')}</button>
      </p>
    </form>
  )
}

function Deletion({ view, profile, refused }: ProtectedPart) {
  const { say, baseUrl } = view
  const form = 'profile/deletion'
  return (
    <section class="card" id="deletion">
      <h2>{say('deleteAccount')}</h2>
      <p class="quiet">{say('deleteAccountHelp')}</p>
      <details class="confirmed" open={refused?.form === form}>
        <summary class="button danger">{say('deleteAccount')}</summary>
        <form class="form" method="post" action={`${baseUrl}/settings/${form}`} data-unsaved>
          <p>{say('deleteAccountWarning', { email: profile.email })}</p>
          <CurrentPassword
            view={view}
            hasPassword={profile.hasPassword}
            refusal={refusalOfInput(refused, form, 'password')}
          />
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
