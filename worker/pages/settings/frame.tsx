import type { Child } from 'hono/jsx'
import { Layout } from '../layout'
import type { PageContext } from '../send'
import type { View } from '../view'
import type { User } from './account'
import type { RefusedInput } from './identity-fields'

export const parts = [
  'profile',
  'organization',
  'keys',
  'usage',
  'trash',
  'members',
  'topics',
  'licenses',
  'datasets-metadata',
  'webhooks',
] as const
export type Part = (typeof parts)[number]

/** What the forms of the settings do, as their pages tell it. */
const settingsOutcomes = [
  'saved',
  'name',
  'email',
  'emailCancelled',
  'verification',
  'confirmed',
  'password',
  'session',
  'sessions',
  'passkey',
  'passkeyRemoved',
  'recoveryCodes',
  'twoFactorOff',
  'keyRevoked',
  'purged',
  'role',
  'memberRemoved',
  'invited',
  'invitedByMail',
  'invitationRemoved',
  'ownOrganization',
  'organizationDeleted',
  'webhookAdded',
  'webhookRemoved',
] as const
export type SettingsOutcome = (typeof settingsOutcomes)[number]

/** The result of the last form: the outcome, an error message, or an input that was refused. */
export type FormResult = { done?: SettingsOutcome; refusal?: string; refused?: RefusedInput }

/** What the form before a redirect has done, by the query of the page. */
export function doneIn(c: PageContext): FormResult {
  const done = settingsOutcomes.find((one) => one === c.req.query('done'))
  return done ? { done } : {}
}

type Props = {
  view: View
  user: User
  part: Part
  result: FormResult
  /** Additional scripts of the page. */
  islands?: string[]
  /** A stylesheet beside that of all pages. */
  ownStyles?: string
  children: Child
}

/** The frame of the settings pages: the account, and links to the pages. */
export function SettingsFrame({ view, user, part, result, islands = [], ownStyles, children }: Props) {
  const { say, baseUrl } = view
  const profiles = view.ctx.config.DIRECTORY_URL ? 0 : 1
  return (
    <Layout
      view={view}
      title={`${say('settings')} – ${titleOf(view, user, part)}`}
      islands={[...new Set(['navigation', 'swap', 'copy', 'unsaved', ...islands])]}
      ownStyles={ownStyles}
      current="account"
    >
      <p class="eyebrow">{part === 'profile' ? user.name : accountName(user)}</p>
      <h1>{titleOf(view, user, part)}</h1>
      <div class="with-nav">
        <nav class="side-nav" aria-label={say('settings')}>
          {partsOf(view, user).map((name, at) => (
            <>
              {/* The profile is the user's; what follows is of the active account. */}
              {at > 0 && at === profiles && <p class="eyebrow">{accountName(user)}</p>}
              <a
                href={`${baseUrl}/settings${name === 'keys' ? '' : `/${name}`}`}
                {...(name === part ? { 'aria-current': 'page' as const } : {})}
              >
                {titleOf(view, user, name)}
              </a>
            </>
          ))}
          <a href={`${baseUrl}/remote-services`}>{say('remoteServices')}</a>
        </nav>
        <div class="stack">
          <FormNotice view={view} result={result} />
          {children}
        </div>
      </div>
    </Layout>
  )
}

/** What the last form did, or why it was refused. */
export function FormNotice({ view, result: { done, refusal } }: { view: View; result: FormResult }) {
  return (
    <>
      {done && (
        <p class="notice" role="status">
          {view.say(`done:${done}`)}
        </p>
      )}
      {refusal && (
        <p class="notice danger" role="alert">
          {refusal}
        </p>
      )}
    </>
  )
}

const accountName = ({ account }: User): string =>
  account.departmentName ? `${account.name} – ${account.departmentName}` : account.name

/** Readers who are not administrators see the usage where administrators manage the keys. */
const titleOf = ({ say }: View, { role }: User, part: Part): string =>
  say(part === 'keys' && role !== 'admin' ? 'settings:usage' : `settings:${part}`)

/** Only organizations have members; departments use the topics of their organization; an external directory has the profiles. */
function partsOf({ ctx }: View, { account, role }: User): Part[] {
  return parts.filter((part) => {
    if (part === 'profile') return !ctx.config.DIRECTORY_URL
    if (part === 'keys') return true
    if (part === 'trash') return ctx.config.TRASH_DAYS > 0
    if (part === 'organization') return account.type === 'organization' && !ctx.config.DIRECTORY_URL
    if (part === 'members') return account.type === 'organization'
    return role === 'admin' && (part === 'webhooks' || !account.department)
  })
}
