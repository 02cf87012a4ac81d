import type { Hono } from 'hono'
import type { HttpEnv } from '../../http/env'
import type { PageContext } from '../send'

/** Passes a request on to the API, in the name of whoever opened the page: what pages do has the API's checks. */
export async function forward(
  c: PageContext,
  app: () => Hono<HttpEnv>,
  path: string,
  sent: {
    method?: string
    json?: unknown
    body?: ReadableStream | null
    cookie?: string
    origin?: string
    type?: string
    /** The page that a link has opened, and the token that it was given. */
    link?: { page: string; token: string }
  } = {},
): Promise<Response> {
  const headers = new Headers(c.req.raw.headers)
  // Answered anew: a validator of the page is not one of the data.
  for (const name of ['if-none-match', 'if-modified-since', 'range']) headers.delete(name)
  if (sent.type) headers.set('content-type', sent.type)
  if (sent.origin) headers.set('origin', sent.origin)
  if (sent.cookie) headers.set('cookie', sent.cookie)
  if (sent.link) {
    headers.set('referer', sent.link.page)
    headers.set('x-anonymoustoken', sent.link.token)
  }
  const body = sent.json === undefined ? (sent.body ?? null) : JSON.stringify(sent.json)
  if (typeof body === 'string') {
    headers.set('content-type', 'application/json')
    headers.set('content-length', String(Buffer.byteLength(body)))
  }
  const request = new Request(c.get('ctx').baseUrl + path, {
    method: sent.method ?? 'GET',
    headers,
    ...(body === null ? {} : { body }),
  })
  return app().fetch(request, c.env, c.executionCtx)
}
