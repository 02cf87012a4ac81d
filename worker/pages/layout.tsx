import type { Child } from 'hono/jsx'
import type { Actor } from '../identity'
import { Icon } from './components/icon'
import type { View } from './view'

/** A section of the service, by which menus mark the current page. */
export type Section = 'datasets' | 'applications' | 'collectors' | 'publish' | 'api' | 'account'

type Props = {
  view: View
  title: string
  description?: string
  /** URL of the picture that other sites show with a link to the page. */
  picture?: string
  /** Scripts of the page, by name; it works without them. */
  islands?: string[]
  /** A stylesheet beside that of all pages. */
  ownStyles?: string | undefined
  current?: Section | undefined
  /** Full width, for tables and maps. */
  wide?: boolean
  /** The children have their own `<main>`. */
  hasMain?: boolean
  /** A library of the page writes `<style>` elements, with the nonce of the page, which it finds in the head. */
  writesStyles?: boolean
  children: Child
}

/** The frame of every page. */
export function Layout({ view, title, description, picture, current, wide, hasMain, children, ...props }: Props) {
  return (
    <Document
      view={view}
      title={`${title} · Fairway`}
      {...(description ? { description } : {})}
      {...(picture ? { picture } : {})}
      islands={props.islands ?? []}
      ownStyles={props.ownStyles}
      writesStyles={props.writesStyles ?? false}
    >
      <a class="skip" href="#main">
        {view.say('skip')}
      </a>
      <Header view={view} current={current} />
      {hasMain ? (
        <div id="main" class="framed" tabindex={-1}>
          {children}
        </div>
      ) : (
        <main id="main" class={wide ? 'wide' : ''} tabindex={-1}>
          {children}
        </main>
      )}
      <footer>
        <a href={`${view.baseUrl}/remote-services`}>{view.say('remoteServices')}</a>
        <a href={`${view.baseUrl}/api-docs`}>{view.say('apiOfService')}</a>
        <LanguageSwitch view={view} />
      </footer>
    </Document>
  )
}

type DocumentProps = Pick<
  Props,
  'view' | 'title' | 'description' | 'picture' | 'islands' | 'ownStyles' | 'writesStyles' | 'children'
> & {
  bare?: boolean
  /** Its stylesheet, instead of that of all pages. */
  styles?: string
}

/** A document with the styles and the scripts of the service; `bare` ones are embedded in other pages. */
export function Document({ view, title, description, islands = [], writesStyles, ...props }: DocumentProps) {
  const { bare, picture, styles = 'fairway.css', ownStyles, children } = props
  const asset = (name: string) => `${view.baseUrl}/assets/build/${name}`
  return (
    <html lang={view.language} class={bare ? 'bare' : ''}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        {description && <meta name="description" content={description} />}
        <meta property="og:title" content={title} />
        {description && <meta property="og:description" content={description} />}
        {picture && <meta property="og:image" content={picture} />}
        <meta name="color-scheme" content="light dark" />
        {writesStyles && <meta property="csp-nonce" nonce={view.nonce} />}
        <link rel="icon" href={`${view.baseUrl}/assets/mark.svg`} type="image/svg+xml" />
        <link rel="stylesheet" href={asset(styles)} />
        {ownStyles && <link rel="stylesheet" href={asset(ownStyles)} />}
        {islands.map((name) => (
          <script type="module" nonce={view.nonce} src={asset(`${name}.js`)} />
        ))}
      </head>
      <body>{children}</body>
    </html>
  )
}

function Header({ view, current }: Pick<Props, 'view' | 'current'>) {
  const { baseUrl, say } = view
  const here = (name: Props['current']) => (current === name ? ({ 'aria-current': 'page' } as const) : {})
  return (
    <header class="top">
      <a class="brand" href={`${baseUrl}/`}>
        <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
          <path d="M3 20C7 20 8 4 12 4s5 16 9 16" />
          <circle cx="12" cy="4" r="2.2" />
        </svg>
        Fairway
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
          <a href={`${baseUrl}/?mine=true`}>{say('myDatasets')}</a>
          <a href={`${baseUrl}/applications?mine=true`}>{say('myApplications')}</a>
          <a href={`${baseUrl}/settings`}>{say('settings')}</a>
          {actor.memberships.length > 0 && <Switch view={view} actor={actor} />}
          {!ctx.config.DIRECTORY_URL && <a href={`${baseUrl}/new-organization`}>{say('newOrganization')}</a>}
          <form method="post" action={`${baseUrl}/sign-out`}>
            <button type="submit">{say('signOut')}</button>
          </form>
        </div>
      </details>
    </div>
  )
}

/** The accounts that the user can switch to. */
function Switch({ view, actor }: { view: View; actor: Extract<Actor, { type: 'user' }> }) {
  const { say, here, baseUrl } = view
  const choices = [
    { value: '', name: actor.name, isActive: actor.account.type === 'user' },
    ...actor.memberships.map(({ organization, department }, at) => ({
      value: String(at),
      name: department ? `${organization.name} – ${department.name}` : organization.name,
      isActive: actor.account.id === organization.id && actor.account.department === department?.id,
    })),
  ]
  return (
    <form method="post" action={`${baseUrl}/account`} aria-label={say('actFor')}>
      <p class="quiet">{say('actFor')}</p>
      <input type="hidden" name="back" value={here.pathname + here.search} />
      {choices.map(({ value, name, isActive }) => (
        <button
          type="submit"
          name="membership"
          value={value}
          {...(isActive ? { 'aria-current': 'true' as const } : {})}
        >
          {isActive && <Icon name="check" />}
          {name}
        </button>
      ))}
    </form>
  )
}

/** Each language by its own name; the choice is stored in a cookie. */
function LanguageSwitch({ view }: { view: View }) {
  const other = view.language === 'fr' ? 'en' : 'fr'
  return (
    <form method="post" action={`${view.baseUrl}/language`}>
      <input type="hidden" name="back" value={view.here.pathname + view.here.search} />
      <button class="plain" type="submit" name="to" value={other} lang={other}>
        {other === 'fr' ? 'Français' : 'English'}
      </button>
    </form>
  )
}
