import { Confirmed } from '../components/confirmation'
import type { View } from '../view'
import { CodeField, CurrentPassword, type RefusedInput, refusalOfInput } from './identity-fields'

export type Passkey = { id: string; name?: string | null; createdAt?: string | null }

type Props = {
  view: View
  passkeys: Passkey[]
  hasPassword: boolean
  asksForCode: boolean
  refused: RefusedInput | undefined
}

/** The passkeys of a user, and a form that adds one. */
export function Passkeys({ view, passkeys, hasPassword, asksForCode, refused }: Props) {
  const { say, baseUrl } = view
  return (
    <section class="card" id="passkeys">
      <h2>{say('passkeys')}</h2>
      <p class="quiet">{say('passkeysHelp')}</p>
      {passkeys.length > 0 && (
        <table class="figures">
          <tbody>
            {passkeys.map(({ id, name, createdAt }) => {
              const form = `passkeys/${encodeURIComponent(id)}/remove`
              return (
                <tr>
                  <th scope="row">{name || say('passkeyUnnamed')}</th>
                  <td>{createdAt && view.date(createdAt)}</td>
                  <td>
                    <Confirmed
                      view={view}
                      label={say('removePasskey')}
                      object={name || say('passkeyUnnamed')}
                      warning={say('removePasskeyWarning')}
                      action={`${baseUrl}/settings/${form}`}
                      isOpen={refused?.form === form}
                    >
                      <CurrentPassword
                        view={view}
                        hasPassword={hasPassword}
                        refusal={refusalOfInput(refused, form, 'password')}
                      />
                    </Confirmed>
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
      <p class="quiet" data-passkey-unavailable>
        {say('passkeysUnavailable')}
      </p>
      <form
        class="form"
        method="post"
        action={`${baseUrl}/settings/passkeys`}
        data-passkey="make"
        data-api={`${baseUrl}/api/auth/passkey`}
        data-options={`${baseUrl}/api/v1/profile/passkeys`}
        hidden
      >
        <p class="notice danger" role="alert" hidden>
          {say('passkeyRefused')}
        </p>
        <div class="fields">
          <label>
            {say('passkeyName')}
            <input name="title" required maxlength={100} />
          </label>
          <CurrentPassword view={view} hasPassword={hasPassword} />
          {asksForCode && <CodeField label={say('codeOrRecovery')} />}
        </div>
        <p class="button-row">
          <button type="submit">{say('addPasskey')}</button>
        </p>
      </form>
    </section>
  )
}
