import type { Child } from 'hono/jsx'
import { failureCounts } from '../../administration'
import type { Refused } from '../components/field'
import { Layout } from '../layout'
import type { View } from '../view'

export const parts = [
  'info',
  'errors',
  'activity',
  'owners',
  'users',
  'base-apps',
  'appearance',
  'configuration',
] as const
export type Part = (typeof parts)[number]

/** The result of the last form: a message, an error, or an input that the API refused. */
export type Result = { done?: string; refusal?: string; refused?: Refused }

type Props = {
  view: View
  part: Part
  /** Instead of the name of the part. */
  heading?: string
  result?: Result
  islands?: string[]
  children: Child
}

/** The path of a part of the administration. */
export const partPath = (part: Part): string => (part === 'info' ? '/admin' : `/admin/${part}`)

/** The frame of the pages of the operator. */
export async function AdministrationFrame({ view, part, heading, result = {}, islands = [], children }: Props) {
  const { say, baseUrl } = view
  const counts = await failureCounts(view.ctx)
  const failures = counts.datasets + counts.applications + counts.collectors
  const name = heading ?? say(`admin:${part}`)
  return (
    <Layout
      view={view}
      title={`${say('administration')} – ${name}`}
      islands={['navigation', 'swap', ...islands]}
      ownStyles="administration.css"
      current="administration"
    >
      <p class="eyebrow">{say('administration')}</p>
      <h1>{name}</h1>
      <div class="with-nav">
        <nav class="side-nav" aria-label={say('administration')}>
          {shownParts(view).map((one) => (
            <a href={baseUrl + partPath(one)} {...(one === part ? { 'aria-current': 'page' as const } : {})}>
              {say(`admin:${one}`)}
              {one === 'errors' && failures > 0 && <span class="chip danger">{view.number(failures)}</span>}
            </a>
          ))}
        </nav>
        <div class="stack">
          {result.done && (
            <p class="notice" role="status">
              {result.done}
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

/** The parts of the page: without users where an external directory manages them. */
const shownParts = ({ ctx }: View) => parts.filter((part) => part !== 'users' || !ctx.config.DIRECTORY_URL)

/** Asks a super-administrator to turn the mode on. */
export function AdminModePage({ view }: { view: View }) {
  const { say, baseUrl, here } = view
  return (
    <Layout view={view} title={say('administration')}>
      <form class="card narrow form" method="post" action={`${baseUrl}/admin-mode`}>
        <h1>{say('administration')}</h1>
        <p>{say('adminModeNeeded')}</p>
        <input type="hidden" name="back" value={here.pathname + here.search} />
        <p class="button-row">
          <button class="primary" type="submit" name="active" value="true">
            {say('enterAdminMode')}
          </button>
        </p>
      </form>
    </Layout>
  )
}
