import type { Child } from 'hono/jsx'
import { contentEtag } from '../../http/etag'
import { isPublic, type Permission } from '../../permissions'
import { Copied } from '../components/copy-button'
import { type Refused, refusalAt } from '../components/field'
import { Icon } from '../components/icon'
import { Visibility } from '../components/visibility'
import { Invitations } from '../settings/invitations'
import type { View } from '../view'
import { EmbedCodes } from './embed-codes'
import { grantsOf, shownAudience } from './grants'
import type { LinkKey } from './link-keys'
import type { OwnOrganization } from './organization'
import { AddForm, AudienceForm, People, whoText } from './people'
import { ProtectedLinks } from './protected-links'
import type { Shared } from './shared-resource'

/** Results of a form. */
export const shareOutcomes = [
  'access',
  'access-add',
  'access-mailed',
  'access-change',
  'access-remove',
  'link-add',
  'link-remove',
  'invited',
  'invitedByMail',
  'invitationRemoved',
] as const
export type ShareOutcome = (typeof shareOutcomes)[number]

export type PanelProps = {
  view: View
  shared: Shared
  /** The organization that owns the resource, for readers who may give access. */
  organization: OwnOrganization | undefined
  keys: readonly LinkKey[]
  done?: ShareOutcome | undefined
  /** Text of the problem of the last form, and its values. */
  refusal?: string
  /** The input of the form that gives access that was refused. */
  refused?: Refused
  form?: URLSearchParams
}

/** The name of the newest grant: new entries are appended to the permissions. */
function latestName(view: View, permissions: readonly Permission[]): string {
  const latest = grantsOf(permissions).at(-1)
  return latest ? whoText(view, latest.who) : ''
}

type Section = 'access' | 'people' | 'invitations' | 'links' | 'other'

/** The section of a form, where its result is shown, among those that the reader sees. */
function sectionOf(
  part: string | null | undefined,
  { may, hasInvitations }: { may: Shared['may']; hasInvitations: boolean },
): Section {
  if (part?.startsWith('link-')) return may.setKeys ? 'links' : 'other'
  if (!may.setPermissions) return 'other'
  if (part === 'access') return 'access'
  if (part?.startsWith('access-')) return 'people'
  return hasInvitations && part ? 'invitations' : 'other'
}

/** The result of the last form. */
function Result({
  view,
  permissions,
  done,
  refusal,
}: Pick<PanelProps, 'view' | 'done'> & { permissions: readonly Permission[]; refusal: string | undefined }) {
  if (done)
    return (
      <p class="notice" role="status" tabindex={-1} data-result>
        {view.say(`shared:${done}`, { name: latestName(view, permissions) })}
      </p>
    )
  return refusal ? (
    <p class="notice danger" role="alert" tabindex={-1} data-result>
      {refusal}
    </p>
  ) : null
}

/** A section that few readers need, closed until there is something in it. */
function Folded(props: { title: string; id?: string; isOpen: boolean; children: Child }) {
  const { title, id, isOpen, children } = props
  return (
    <details class="folded" open={isOpen}>
      <summary>
        <h2 id={id}>{title}</h2>
      </summary>
      <section>{children}</section>
    </details>
  )
}

/** The sharing of a dataset or an application: who has access, invitations, protected links, addresses. */
export function SharePanel({ view, shared, organization, keys, done, refusal, refused, form }: PanelProps) {
  const { say, baseUrl } = view
  const { may, path, permissions, hidden = [] } = shared
  const action = `${baseUrl}${path}/share`
  const tag = contentEtag(permissions)
  const typedIn = (part: string) => ((refusal || refused) && form?.get('part') === part ? form : undefined)
  const invitations = organization?.invitations
  const from = sectionOf(done ?? form?.get('part'), { may, hasInvitations: invitations !== undefined })
  const resultOf = (section: Section) => section === from && <Result {...{ view, permissions, done, refusal }} />
  return (
    <div class="share-panel" data-share-panel>
      <link rel="stylesheet" href={`${baseUrl}/assets/build/sharing.css`} />
      <template data-visibility-of={path}>
        <Visibility view={view} audience={shownAudience(shared)} />
      </template>
      {resultOf('other')}
      {may.setPermissions && hidden.length > 0 && (
        <div class="notice" role="status">
          <p>{say('applicationDataPrivate')}</p>
          {hidden.map(({ id, title }) => (
            <a class="button" href={`${baseUrl}/dataset/${id}/share`}>
              {say('accessOf', { title })}
            </a>
          ))}
        </div>
      )}
      {may.setPermissions && (
        <section>
          <h2>{say('access')}</h2>
          {resultOf('access')}
          <AudienceForm {...{ view, shared, action, tag }} />
          {shared.openHistory && (
            <p class="notice">
              {say('historyIsOpen')} <a href={shared.openHistory}>{say('historySettings')}</a>
            </p>
          )}
        </section>
      )}
      {may.edit && !may.setPermissions && (
        <p class="quiet">{say('accessByAdministrators', { owner: shared.owner.name })}</p>
      )}
      <section>
        <h2>{say('linkAndEmbeds')}</h2>
        {!isPublic(permissions) && <p class="quiet">{say('linksRestricted')}</p>}
        {shared.links.map(({ label, text }) => (
          <Copied view={view} label={label} text={text} />
        ))}
        {shared.kind === 'dataset' && !isPublic(permissions) && <p class="quiet">{say('embedsArePublic')}</p>}
        {shared.embeds.length > 0 && (shared.kind !== 'dataset' || isPublic(permissions)) && (
          <EmbedCodes
            view={view}
            embeds={shared.embeds}
            isDataset={shared.kind === 'dataset'}
            isPublic={isPublic(permissions)}
          />
        )}
        {may.edit && (
          <p class="button-row">
            <a class="button" href={`${baseUrl}/visitor${path}`}>
              <Icon name="eye" />
              {say('viewAsVisitor')}
            </a>
          </p>
        )}
      </section>
      {may.setPermissions && (
        <section>
          <h2>{say('peopleWithAccess')}</h2>
          {resultOf('people')}
          <People {...{ view, shared, action, tag }} />
          <AddForm
            {...{ view, shared, action, tag }}
            departments={organization?.departments ?? []}
            typed={typedIn('access-add')}
            refusal={refusalAt(refused, 'name')}
          />
        </section>
      )}
      {may.setPermissions && invitations && (
        <Folded
          title={say('inviteTo', { organization: shared.owner.name })}
          isOpen={invitations.length > 0 || from === 'invitations'}
        >
          {resultOf('invitations')}
          <Invitations
            view={view}
            action={action}
            invitations={invitations}
            departments={organization.departments}
            typed={typedIn('invite')}
          />
        </Folded>
      )}
      {may.setKeys && (
        <Folded title={say('protectedLinks')} id="links" isOpen={keys.length > 0 || from === 'links'}>
          <ProtectedLinks {...{ view, shared, action, keys }} typed={typedIn('link-add')} result={resultOf('links')} />
        </Folded>
      )}
    </div>
  )
}
