import type { Child } from 'hono/jsx'
import { Layout } from '../layout'
import type { View } from '../view'
import type { User } from './account'

export const parts = ['keys', 'members', 'topics', 'webhooks'] as const
export type Part = (typeof parts)[number]

/** The result of the last form: saved, or an error message. */
export type FormResult = { saved?: boolean; refusal?: string }

type Props = {
  view: View
  user: User
  part: Part
  result: FormResult
  /** Additional scripts of the page. */
  islands?: string[]
  children: Child
}

/** The frame of the settings pages: the account, and links to the pages. */
export function SettingsFrame({ view, user, part, result, islands = [], children }: Props) {
  const { say, baseUrl } = view
  const { account } = user
  return (
    <Layout
      view={view}
      title={`${say('settings')} – ${say(`settings:${part}`)}`}
      islands={['swap', 'copy', ...islands]}
      current="account"
    >
      <p class="eyebrow">{account.departmentName ? `${account.name} – ${account.departmentName}` : account.name}</p>
      <h1>{say('settings')}</h1>
      <div class="with-nav">
        <nav class="side-nav" aria-label={say('settings')}>
          {partsOf(user).map((name) => (
            <a
              href={`${baseUrl}/settings${name === 'keys' ? '' : `/${name}`}`}
              {...(name === part ? { 'aria-current': 'page' as const } : {})}
            >
              {say(`settings:${name}`)}
            </a>
          ))}
        </nav>
        <div class="stack">
          {result.saved && (
            <p class="notice" role="status">
              {say('saved')}
            </p>
          )}
          {result.refusal && (
            <p class="notice danger" role="alert">
              {result.refusal}
            </p>
          )}
          {children}
        </div>
      </div>
    </Layout>
  )
}

/** Only organizations have members; departments use the topics of their organization. */
function partsOf({ account, role }: User): Part[] {
  return parts.filter((part) => {
    if (part === 'keys') return true
    if (part === 'members') return account.type === 'organization'
    return role === 'admin' && (part === 'webhooks' || !account.department)
  })
}
