import type { Hono } from 'hono'
import { contentTag } from '../../http/content-tag'
import type { HttpEnv } from '../../http/env'
import { limits } from '../../limits'
import { forward } from '../data/forward'
import type { PageContext } from '../send'

/** A protected link of an application. */
export type ApplicationKey = { id: string; title?: string }

/** The keys of an application; none for actors who may not read them. */
export async function keysOfApplication(
  c: PageContext,
  app: () => Hono<HttpEnv>,
  id: string,
): Promise<ApplicationKey[]> {
  const answer = await forward(c, app, `/api/v1/applications/${id}/keys`)
  // The shape that the route documents.
  return answer.ok ? ((await answer.json()) as ApplicationKey[]) : []
}

/**
 * Changes one key of an application. The API takes the list of all keys, and refuses it if the keys have changed since they
 * were read: then the change is applied to the new list. @returns the response of the API
 */
export async function changeKeys(
  c: PageContext,
  app: () => Hono<HttpEnv>,
  { id, change }: { id: string; change: (keys: ApplicationKey[]) => Partial<ApplicationKey>[] },
): Promise<Response> {
  const replace = async () => {
    const keys = await keysOfApplication(c, app, id)
    const query = new URLSearchParams({ tag: contentTag(keys) })
    return forward(c, app, `/api/v1/applications/${id}/keys?${query}`, { method: 'POST', json: change(keys) })
  }
  let answer = await replace()
  for (let attempts = 1; answer.status === 409 && attempts < limits.applications.maxKeyAttempts; attempts++)
    answer = await replace()
  return answer
}
