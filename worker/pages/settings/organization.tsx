import { limits } from '../../limits'
import { TypedDeletion } from '../components/typed-deletion'
import type { View } from '../view'
import type { User } from './account'
import { type FormResult, SettingsFrame } from './frame'

type Props = { view: View; user: User; isAdmin: boolean; result: FormResult }

/** The active organization: its name, its identifier in the API, its deletion. */
export function OrganizationPage({ view, user, isAdmin, result }: Props) {
  const { say, baseUrl } = view
  const { id, name } = user.account
  return (
    <SettingsFrame view={view} user={user} part="organization" result={result}>
      <section class="card form">
        {isAdmin ? (
          <form class="form" method="post" action={`${baseUrl}/settings/organization`} data-unsaved>
            <label>
              {say('organizationName')}
              <input name="name" value={name} required maxlength={limits.accounts.maxNameChars} />
            </label>
            <p class="button-row">
              <button type="submit">{say('save')}</button>
            </p>
          </form>
        ) : (
          <p>
            <strong>{name}</strong>
          </p>
        )}
        <p class="quiet">
          {say('organizationId')} <code>{id}</code>
        </p>
        <p>
          <a href={`${baseUrl}/settings/members`}>{say('settings:members')}</a>
        </p>
      </section>
      {isAdmin && <OrganizationDeletion view={view} name={name} action={`${baseUrl}/settings/organization/delete`} />}
    </SettingsFrame>
  )
}

/** The deletion of an organization, confirmed by its name. */
export function OrganizationDeletion({ view, name, action }: { view: View; name: string; action: string }) {
  const { say } = view
  return (
    <TypedDeletion
      label={say('deleteOrganization')}
      help={say('deleteOrganizationHelp')}
      warning={say('deleteOrganizationWarning')}
      typed={say('typeName', { name })}
      action={action}
    />
  )
}
