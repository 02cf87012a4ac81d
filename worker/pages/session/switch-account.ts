import type { Hono } from 'hono'
import type { HttpEnv } from '../../http/env'
import { forward } from '../forward'
import type { PageContext } from '../send'

export type Organization = { id: string; department?: string; role: string }

/** The cookies that make an organization the active account. */
export function switchOrganization(
  c: PageContext,
  app: () => Hono<HttpEnv>,
  { id, department, role }: Organization,
  cookie?: string,
): Promise<string[]> {
  return switchAccount(c, app, { type: 'organization', id, ...(department ? { department } : {}), role }, cookie)
}

/** The cookies that select an account. */
export async function switchAccount(
  c: PageContext,
  app: () => Hono<HttpEnv>,
  json: object,
  cookie?: string,
): Promise<string[]> {
  const sent = { method: 'PUT', json, ...(cookie ? { cookie } : {}) }
  return (await forward(c, app, '/api/v1/session/account', sent)).headers.getSetCookie()
}

/** Redirects to a page with new cookies. */
export function redirectWith(location: string, cookies: readonly string[]): Response {
  const headers = new Headers({ location, 'cache-control': 'no-store' })
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return new Response(null, { status: 303, headers })
}
