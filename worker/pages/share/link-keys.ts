/** The keys of the protected links of a dataset or an application. */
import type { Hono } from 'hono'
import type { HttpEnv } from '../../http/env'
import { contentEtag } from '../../http/etag'
import { limits } from '../../limits'
import { forward } from '../forward'
import type { PageContext } from '../send'
import type { Shared } from './shared-resource'

/** A protected link. */
export type LinkKey = { id: string; title?: string; expireAt?: string }
type App = () => Hono<HttpEnv>
type Resource = Pick<Shared, 'kind' | 'id'>

const apiPath = ({ kind, id }: Resource): string =>
  kind === 'dataset' ? `/api/v1/datasets/${id}/links` : `/api/v1/applications/${id}/keys`

/** The keys of a resource; none for actors who may not read them. */
export async function readLinkKeys(c: PageContext, app: App, resource: Resource): Promise<LinkKey[]> {
  const answer = await forward(c, app, apiPath(resource))
  // The shape that the routes document.
  return answer.ok ? ((await answer.json()) as LinkKey[]) : []
}

/** Adds a link. @returns the response of the API */
export function addLinkKey(c: PageContext, app: App, resource: Resource, link: Omit<LinkKey, 'id'>): Promise<Response> {
  return resource.kind === 'dataset'
    ? forward(c, app, apiPath(resource), { method: 'POST', json: link })
    : changeKeys(c, app, { resource, change: (keys) => [...keys, link] })
}

/** Revokes a link. @returns the response of the API */
export function removeLinkKey(c: PageContext, app: App, resource: Resource, key: string): Promise<Response> {
  return resource.kind === 'dataset'
    ? forward(c, app, `${apiPath(resource)}/${encodeURIComponent(key)}`, { method: 'DELETE' })
    : changeKeys(c, app, { resource, change: (keys) => keys.filter(({ id }) => id !== key) })
}

/**
 * Changes one key of an application. The API takes the list of all keys, and refuses it if the keys have changed since they
 * were read: then the change is applied to the new list.
 */
async function changeKeys(
  c: PageContext,
  app: App,
  { resource, change }: { resource: Resource; change: (keys: LinkKey[]) => Partial<LinkKey>[] },
): Promise<Response> {
  const replace = async () => {
    const keys = await readLinkKeys(c, app, resource)
    const query = new URLSearchParams({ tag: contentEtag(keys) })
    return forward(c, app, `${apiPath(resource)}?${query}`, { method: 'POST', json: change(keys) })
  }
  let answer = await replace()
  for (let attempts = 1; answer.status === 409 && attempts < limits.applications.maxKeyAttempts; attempts++)
    answer = await replace()
  return answer
}
