/** The picture of a base application, or a neutral one: many base applications have none. */
import type { Hono } from 'hono'
import type { HttpEnv } from '../../http/env'
import { limits } from '../../limits'
import { forward } from '../forward'
import type { PageContext } from '../send'

export async function baseApplicationPicture(c: PageContext, app: () => Hono<HttpEnv>, id: string): Promise<Response> {
  const answer = await forward(c, app, `/api/v1/base-applications/${encodeURIComponent(id)}/thumbnail`)
  // A redirect leads to an image that does not exist, or that cannot be resized.
  if (answer.ok) return answer
  return c.body(neutral, 200, {
    'content-type': 'image/svg+xml',
    'cache-control': `private, max-age=${limits.cache.publicMaxAgeSeconds}`,
  })
}

const neutral =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 80" fill="none" stroke="#8a938f" stroke-width="2"><rect x="36" y="20" width="48" height="40" rx="4"/><path d="M36 32h48M48 52v-8m12 8V40m12 12v-5"/></svg>'
