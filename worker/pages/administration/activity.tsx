import { type Activity, namedResource } from '../../administration'
import { Icon } from '../components/icon'
import { activity } from '../messages/activity'
import { changed } from '../page-query'
import type { View } from '../view'
import { AdministrationFrame } from './frame'

type Props = { view: View; found: { results: Activity[]; next?: number } }

/** The audit log as sentences: of the whole instance, of one user, or of one resource. */
export function ActivityPage({ view, found: { results, next } }: Props) {
  const { say, baseUrl, here } = view
  const address = `${baseUrl}/admin/activity`
  const { searchParams: params } = here
  const [first] = results
  const heading = params.has('user')
    ? say('activityBy', { name: first?.actor.name ?? params.get('user') ?? '' })
    : params.has('resource')
      ? say('activityOf', { title: first?.resource.title ?? params.get('resource') ?? '' })
      : say('activityHelp')
  return (
    <AdministrationFrame view={view} part="activity">
      <p class="lead">{heading}</p>
      {(params.has('user') || params.has('resource') || params.has('before')) && (
        <p>
          <a href={address}>{say('allActivity')}</a>
        </p>
      )}
      {results.length === 0 ? (
        <p class="empty">{say('noActivity')}</p>
      ) : (
        <ul class="rows">
          {results.map((entry) => (
            <ActivityItem view={view} entry={entry} address={address} />
          ))}
        </ul>
      )}
      {next !== undefined && (
        <p>
          <a class="button" href={address + changed(params, { before: String(next) })}>
            {say('olderActivity')}
          </a>
        </p>
      )}
    </AdministrationFrame>
  )
}

/** One entry: the actor, the operation and the resource. */
function ActivityItem({ view, entry, address }: { view: View; entry: Activity; address: string }) {
  const { actor, action, resource, date } = entry
  const page = pageOf(resource)
  const title = resource.title ?? resourceText(view, resource)
  // The operation names the type already.
  const isTypeAlone = resource.title === undefined && unnamedType(resource) !== undefined
  // Users change their own account: their name is the subject of the sentence.
  const isNamed = !isTypeAlone && resource.path !== `users/${actor.id}`
  const of = (params: Record<string, string>) => `${address}?${new URLSearchParams(params)}`
  return (
    <li>
      <div>
        <span>
          <a href={of({ user: actor.id })}>{actorText(view, actor)}</a> {actionText(view, action)}
          {isNamed && (view.language === 'fr' ? '\u00a0: ' : ': ')}
          {isNamed && (page ? <a href={view.baseUrl + page}>{title}</a> : title)}
          {resource.deleted && (
            <>
              {' '}
              <span class="chip">{view.say(resource.restorable ? 'resourceInTrash' : 'resourceDeleted')}</span>
            </>
          )}
        </span>
        <span class="quiet">
          <time datetime={date} title={view.dateTime(date)}>
            {view.ago(date)}
          </time>
        </span>
      </div>
      <a
        class="button icon-button"
        href={of({ resource: resource.path })}
        aria-label={view.say('activityOf', { title })}
      >
        <Icon name="history" />
      </a>
    </li>
  )
}

const isWritten = (key: string): key is keyof typeof activity => key in activity

/** The operation in words, or its name in the API if no message exists for it. */
function actionText(view: View, action: string): string {
  const key = `activity:${action}`
  return isWritten(key) ? view.say(key) : action
}

function actorText(view: View, { type, id, name }: Activity['actor']): string {
  if (type === 'apiKey' && name !== undefined) {
    return view.say(id.startsWith('apiKey:collector:') ? 'actor:collector' : 'actor:namedKey', { title: name })
  }
  if (name !== undefined) return name
  if (type === 'apiKey') return view.say('actor:apiKey')
  if (type === 'user') return id
  if (id === 'system:setup') return view.say('actor:setup')
  return view.say(type === 'anonymous' || type === 'system' ? `actor:${type}` : 'actor:other')
}

const pages: Record<string, string> = {
  datasets: 'dataset',
  applications: 'application',
  collectors: 'collector',
  'remote-services': 'remote-service',
}

const unnamed = ['keys', 'base-applications', 'remote-services', 'instance', 'webhooks'] as const

const unnamedType = ({ path }: Pick<Activity['resource'], 'path'>) => unnamed.find((one) => one === path.split('/')[0])

/** The type of a resource that has no title, or the path of a deleted one. */
function resourceText(view: View, resource: Activity['resource']): string {
  const type = unnamedType(resource)
  return type ? view.say(`resource:${type}`) : resource.path
}

/** The page of a resource that exists. Keys and webhooks have none for the operator. */
function pageOf({ path, title, deleted }: Activity['resource']): string | undefined {
  const [type = '', id = ''] = namedResource(path).split('/')
  if (title === undefined || deleted) return undefined
  if (type === 'base-applications') return '/admin/base-apps'
  if (type === 'organizations') return `/admin/owners/organization/${encodeURIComponent(id)}`
  if (type === 'users') return `/admin/owners/user/${encodeURIComponent(id)}`
  return pages[type] && `/${pages[type]}/${encodeURIComponent(id)}`
}
