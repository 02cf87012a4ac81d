import { CopyButton } from '../components/copy-button'
import { QrCode } from '../components/qr-code'
import type { View } from '../view'
import type { User } from './account'
import { type FormResult, SettingsFrame } from './frame'
import { CodeField, CurrentPassword, type RefusedInput, refusalOfInput } from './identity-fields'
import type { Profile } from './profile'

type Part = { view: View; profile: Profile; refused: RefusedInput | undefined }

/** Two-factor authentication in the profile: turned on, or off again. */
export function TwoFactor({ view, profile, refused }: Part) {
  const { say, baseUrl } = view
  const { isOn, recoveryCodes } = profile.twoFactor
  const part = { view, profile, refused }
  return (
    <section class="card" id="two-factor">
      <h2>
        {say('twoFactor')} <span class={isOn ? 'chip' : 'chip warn'}>{say(isOn ? 'twoFactorOn' : 'twoFactorOff')}</span>
      </h2>
      <p class="quiet">{say('twoFactorHelp')}</p>
      {!profile.emailVerified && view.ctx.mail.canSend && (
        <p class="notice warning">
          {say('twoFactorUnconfirmed')} <a href="#email">{say('email')}</a>
        </p>
      )}
      {!isOn && (
        <form class="form" method="post" action={`${baseUrl}/settings/profile/two-factor`}>
          <div class="fields">
            <CurrentPassword
              view={view}
              hasPassword={profile.hasPassword}
              refusal={refusalOfInput(refused, 'profile/two-factor', 'password')}
            />
          </div>
          <p class="button-row">
            <button type="submit">{say('turnOn')}</button>
          </p>
        </form>
      )}
      {isOn && (
        <>
          <p>{say('recoveryCodesLeft', { count: recoveryCodes })}</p>
          <CodeForm {...part} action="recovery-codes" label={say('newRecoveryCodes')} />
          <CodeForm {...part} action="removal" label={say('turnOff')} isDanger />
        </>
      )}
    </section>
  )
}

function CodeForm({
  view,
  profile,
  refused,
  action,
  label,
  isDanger,
}: Part & { action: string; label: string; isDanger?: boolean }) {
  const form = `profile/two-factor/${action}`
  return (
    <details class="confirmed" open={refused?.form === form}>
      <summary class={isDanger ? 'button danger' : 'button'}>{label}</summary>
      <form class="form" method="post" action={`${view.baseUrl}/settings/${form}`}>
        <div class="fields">
          <CurrentPassword
            view={view}
            hasPassword={profile.hasPassword}
            refusal={refusalOfInput(refused, form, 'password')}
          />
          <CodeField label={view.say('codeOrRecovery')} refusal={refusalOfInput(refused, form, 'code')} />
        </div>
        <p class="button-row">
          <button class={isDanger ? 'danger' : ''} type="submit">
            {view.say('confirm')}
          </button>
        </p>
      </form>
    </details>
  )
}

type EnrolmentProps = { view: View; user: User; secret: string; uri: string; result: FormResult }

/** The secret for an authenticator application, and the form for its first code. */
export function EnrolmentPage({ view, user, secret, uri, result }: EnrolmentProps) {
  const { say, baseUrl } = view
  const form = 'profile/two-factor/confirmation'
  return (
    <SettingsFrame view={view} user={user} part="profile" result={result}>
      <form class="card form" method="post" action={`${baseUrl}/settings/${form}`}>
        <h2>{say('turnTwoFactorOn')}</h2>
        <p>{say('scanCode')}</p>
        <QrCode text={uri} label={say('qrCode')} />
        <p class="quiet">{say('typeSecret')}</p>
        <p class="code">
          <code>{(secret.match(/.{1,4}/g) ?? []).join(' ')}</code>
        </p>
        <input type="hidden" name="secret" value={secret} />
        <input type="hidden" name="uri" value={uri} />
        <div class="fields">
          <CodeField label={say('codeOfApplication')} refusal={refusalOfInput(result.refused, form, 'code')} />
        </div>
        <p class="button-row">
          <button class="primary" type="submit">
            {say('turnOn')}
          </button>
          <a class="button" href={`${baseUrl}/settings/profile`}>
            {say('cancel')}
          </a>
        </p>
      </form>
    </SettingsFrame>
  )
}

/** The recovery codes, shown once. */
export function RecoveryCodesPage({ view, user, codes }: { view: View; user: User; codes: string[] }) {
  const { say, baseUrl } = view
  return (
    <SettingsFrame view={view} user={user} part="profile" result={{ done: 'recoveryCodes' }}>
      <section class="card">
        <h2>{say('recoveryCodes')}</h2>
        <p>{say('recoveryCodesHelp')}</p>
        <div class="code inline-code">
          <code class="recovery-codes">{codes.join('\n')}</code>
          <CopyButton view={view} />
        </div>
        <p class="button-row">
          {/* The codes are nowhere else: the file is in the link. */}
          <a
            class="button"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(codesFile(view, codes))}`}
            download={`${say('recoveryCodesFile')}.txt`}
          >
            {say('downloadCodes')}
          </a>
          <a class="button primary" href={`${baseUrl}/settings/profile`}>
            {say('recoveryCodesKept')}
          </a>
        </p>
      </section>
    </SettingsFrame>
  )
}

/** The text file of the codes: the service that they are of, then one on each line. */
const codesFile = ({ say, baseUrl }: View, codes: readonly string[]): string =>
  [say('labelled', { label: say('recoveryCodes'), text: new URL(baseUrl).host }), '', ...codes, ''].join('\r\n')
