import { organizationLogoAddress, type Presentation } from '../../instance'
import { limits } from '../../limits'
import { LogoForms } from '../components/logo-forms'
import { MarkdownField } from '../components/markdown-field'
import { TypedDeletion } from '../components/typed-deletion'
import type { View } from '../view'
import type { User } from './account'
import { type FormResult, SettingsFrame } from './frame'

type Props = { view: View; user: User; isAdmin: boolean; presentation: Presentation; result: FormResult }

/** The active organization: its name, its identifier in the API, what it says of itself, its deletion. */
export function OrganizationPage({ view, user, isAdmin, presentation, result }: Props) {
  const { say, baseUrl } = view
  const { id, name } = user.account
  return (
    <SettingsFrame view={view} user={user} part="organization" result={result} islands={['markdown']}>
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
      {isAdmin && <DescriptionForm view={view} presentation={presentation} />}
      {isAdmin && (
        <LogoForms
          view={view}
          logo={organizationLogoAddress(view.ctx, id, presentation)}
          action={`${baseUrl}/settings/organization/logo`}
        />
      )}
      {isAdmin && <OrganizationDeletion view={view} name={name} action={`${baseUrl}/settings/organization/delete`} />}
    </SettingsFrame>
  )
}

function DescriptionForm({ view, presentation }: { view: View; presentation: Presentation }) {
  const { say, baseUrl } = view
  return (
    <section class="card form">
      <h2>{say('organizationPresentation')}</h2>
      <p class="quiet">{say('organizationPresentationHelp')}</p>
      <form class="form" method="post" action={`${baseUrl}/settings/organization/description`} data-unsaved>
        <MarkdownField
          view={view}
          label={say('descriptionMarkdown')}
          value={presentation.description ?? ''}
          max={limits.instance.maxPresentationChars}
          rows={4}
        />
        <p class="button-row">
          <button type="submit">{say('save')}</button>
        </p>
      </form>
    </section>
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
