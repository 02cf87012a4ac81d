import type { Hono } from 'hono'
import type { HttpEnv } from '../../http/env'
import type { Permission } from '../../permissions'
import { forward } from '../data/forward'
import type { PageContext } from '../send'

/** Sends the permissions after a form to the API, which refuses them when those that the form showed have changed. */
export function savePermissions(
  c: PageContext,
  app: () => Hono<HttpEnv>,
  { api, permissions, form }: { api: string; permissions: Permission[]; form: URLSearchParams },
): Promise<Response> {
  const query = new URLSearchParams({ tag: form.get('tag') ?? '' })
  return forward(c, app, `${api}/permissions?${query}`, { method: 'PUT', json: permissions })
}
