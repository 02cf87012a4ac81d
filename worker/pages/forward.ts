import type { Hono } from 'hono'
import type { HttpEnv } from '../http/env'
import type { PageContext } from './send'

/** Forwards a request to the API with the credentials of the reader: pages have the checks of the API. */
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
    /** The page that a protected link opened, and its anonymous action token. */
    link?: { page: string; token: string }
  } = {},
): Promise<Response> {
  const headers = new Headers(c.req.raw.headers)
  // Without conditional headers: the validators of the page are not those of the data.
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
