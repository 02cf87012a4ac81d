import type { Instance } from '../../instance'
import { Icon } from '../components/icon'
import type { View } from '../view'
import { AccountSwitch } from './account-switch'

/** A section of the service, by which menus mark the current page. */
export type Section = 'datasets' | 'applications' | 'collectors' | 'publish' | 'api' | 'account' | 'administration'

type Props = { view: View; instance: Instance; current: Section | undefined }

/** The header of every page: the name of the service, the menu, the account. */
export function Header({ view, instance, current }: Props) {
  const { baseUrl, say } = view
  const here = (name: Props['current']) => (current === name ? ({ 'aria-current': 'page' } as const) : {})
  return (
    <header class="top">
      <a class="brand" href={`${baseUrl}/`}>
        {instance.logo ? (
          <img src={`${baseUrl}/api/v1/instance/logo?v=${instance.version}`} alt="" height="28" />
        ) : (
          <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
            <path d="M3 20C7 20 8 4 12 4s5 16 9 16" />
            <circle cx="12" cy="4" r="2.2" />
          </svg>
        )}
        <span>{instance.title ?? 'Fairway'}</span>
      </a>
      <nav aria-label={say('mainMenu')}>
        <a href={`${baseUrl}/`} {...here('datasets')}>
          {say('datasets')}
        </a>
        <a href={`${baseUrl}/applications`} {...here('applications')}>
          {say('applications')}
        </a>
        {isUser(view) && (
          <a href={`${baseUrl}/collectors`} {...here('collectors')}>
            {say('collectors')}
          </a>
        )}
        <a href={`${baseUrl}/api-docs`} {...here('api')}>
          API
        </a>
      </nav>
      <Account view={view} current={current} />
    </header>
  )
}

const isUser = ({ ctx: { identity } }: View): boolean => 'actor' in identity && identity.actor.type === 'user'

function Account({ view, current }: Pick<Props, 'view' | 'current'>) {
  const { baseUrl, say, ctx, here } = view
  const actor = 'actor' in ctx.identity ? ctx.identity.actor : undefined
  if (actor?.type !== 'user') {
    const back = here.pathname + here.search
    const elsewhere = ctx.config.DIRECTORY_URL
    const address = elsewhere
      ? `${elsewhere}/login?${new URLSearchParams({ redirect: here.href })}`
      : `${baseUrl}/sign-in?${new URLSearchParams({ back })}`
    return (
      <div class="account">
        <a href={address}>{say('signIn')}</a>
      </div>
    )
  }
  // An external directory has the names of people and organizations.
  const ofDirectory = actor.account.type === 'organization' ? '/settings/organization' : '/settings/profile'
  const firstSettings = ctx.config.DIRECTORY_URL ? '/settings' : ofDirectory
  return (
    <div class="account">
      <a
        class="button primary"
        href={`${baseUrl}/publish`}
        {...(current === 'publish' ? { 'aria-current': 'page' as const } : {})}
      >
        <Icon name="upload" />
        {say('publish')}
      </a>
      <details class="menu">
        <summary>
          <span class="label">{actor.account.name}</span>
          <Icon name="chevron" />
        </summary>
        <div class="menu-body">
          <p class="quiet">{actor.email}</p>
          {!actor.emailVerified && ctx.mail.canSend && (
            <a href={`${baseUrl}/settings/profile#email`}>{say('confirmEmail')}</a>
          )}
          <a href={`${baseUrl}/?mine=true`}>{say('myDatasets')}</a>
          <a href={`${baseUrl}/applications?mine=true`}>{say('myApplications')}</a>
          <a href={`${baseUrl}${firstSettings}`}>{say('settings')}</a>
          {firstSettings === '/settings/organization' && (
            <a href={`${baseUrl}/settings/profile`}>{say('settings:profile')}</a>
          )}
          {actor.memberships.length > 0 && <AccountSwitch view={view} actor={actor} />}
          {!ctx.config.DIRECTORY_URL && <a href={`${baseUrl}/new-organization`}>{say('newOrganization')}</a>}
          {actor.adminMode && (
            <a href={`${baseUrl}/admin`} {...(current === 'administration' ? { 'aria-current': 'page' as const } : {})}>
              {say('administration')}
            </a>
          )}
          {actor.isAdmin && !ctx.config.DIRECTORY_URL && (
            <form method="post" action={`${baseUrl}/admin-mode`}>
              <input type="hidden" name="back" value={`${new URL(baseUrl).pathname.replace(/\/$/, '')}/admin`} />
              <button type="submit" name="active" value={String(!actor.adminMode)}>
                {say(actor.adminMode ? 'leaveAdminMode' : 'enterAdminMode')}
              </button>
            </form>
          )}
          <form
            method="post"
            action={`${baseUrl}/sign-out`}
            data-signed-out={`${say('signedOutMeanwhile')}|${say('signIn')}`}
          >
            <button type="submit">{say('signOut')}</button>
          </form>
        </div>
      </details>
    </div>
  )
}
