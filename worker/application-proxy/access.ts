/** Whether a visitor may open an application, and what is shown. Pure. */
import { type Application, referencesOf } from '../applications'
import { problem } from '../errors'
import {
  type Actor,
  defaultLinkKeyRights,
  linkKeyRightsSchema,
  type Owner,
  type Visitor,
  withoutLinkKey,
} from '../identity'
import { can } from '../permissions'
import { accountReference, isOpenTo } from '../resources'
import type { OpenedApplication } from './application-cache'

type BaseApplication = NonNullable<Application['base']>

/** Whether the permissions of the visitor, or the key of the address, open an application. */
export function mayOpen(actor: Actor, { application, isOpenedByKey }: OpenedApplication): boolean {
  return isOpenedByKey || can(actor, 'readConfig', application)
}

/** The draft is shown to those who may change it; others get the published configuration. */
export function showsDraft(actor: Actor, application: Application, draft: string | null): boolean {
  return draft === 'true' && can(actor, 'writeConfig', application)
}

/**
 * The base application whose page is shown: a public one, or one that is open to the owner of the application.
 *
 * @throws `base-application-restricted`
 */
export function baseOfPage(application: Application, draft: boolean): BaseApplication {
  const base = draft && application.urlDraft !== undefined ? application.baseDraft : application.base
  if (!base || !isOpenTo(base, [accountReference(application.owner)])) throw problem('base-application-restricted')
  return base
}

/**
 * The actor of `userPermissions` of a dataset: with a key, the rights that the configuration gives to links on the datasets
 * of the same owner, as in the API; otherwise the visitor.
 */
export function viewerOf(
  actor: Actor,
  { application, isOpenedByKey, datasets }: OpenedApplication,
): (id: string) => Actor {
  if (!isOpenedByKey) return () => actor
  const { base, configuration, owner } = application
  const references = referencesOf(configuration ?? {}, base?.datasetsFilters ?? [])
  const visitor = visitorOf(actor)
  return (id) => {
    const reference = references.find(({ kind, target }) => kind === 'dataset' && target === id)
    const dataset = datasets.get(id)
    if (!reference || !dataset || !isSameOwner(dataset.owner, owner)) return visitor
    const { keyPermissions } = reference
    const rights = keyPermissions ? linkKeyRightsSchema.parse(keyPermissions) : defaultLinkKeyRights
    return { type: 'linkKey', application: application.id, dataset: id, rights, visitor }
  }
}

const isSameOwner = (one: Owner, other: Owner): boolean =>
  one.type === other.type && one.id === other.id && one.department === other.department

/** Links are for sessions and anonymous visitors: API keys have permissions of their own. */
function visitorOf(actor: Actor): Visitor {
  const own = withoutLinkKey(actor)
  return own.type === 'user' ? own : { type: 'anonymous' }
}
