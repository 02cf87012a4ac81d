import type { Context as HonoContext } from 'hono'
import { getCookie } from 'hono/cookie'
import { html } from 'hono/html'
import type { JSX } from 'hono/jsx/jsx-runtime'
import type { HttpEnv } from '../http/env'
import { permissionsPolicy } from '../http/headers'
import { acceptsGzip } from '../http/respond'
import { newNonce, pagePolicy } from './content-security-policy'
import { createView, type View } from './view'

export type PageContext = HonoContext<HttpEnv>

/** The view of a request: each has its own nonce. */
export function viewOf(c: PageContext): View {
  const ctx = c.get('ctx')
  const url = new URL(c.req.url)
  const requested = new URL(ctx.baseUrl + c.req.path + url.search)
  return createView(ctx, {
    requested,
    nonce: newNonce(),
    accepted: c.req.header('accept-language'),
    cookie: (name) => getCookie(c, name),
    answersForm: c.req.method === 'POST',
  })
}

/** `locates`: its reader may be asked for a position. */
type Sending = { policy?: string; status?: number; locates?: boolean }

/** Sends a page. It is private: it has the account and the language of the reader. */
export async function sendPage(
  c: PageContext,
  view: View,
  page: JSX.Element | Promise<JSX.Element>,
  { policy = pagePolicy(view.nonce), status = 200, locates = false }: Sending = {},
): Promise<Response> {
  const headers: Record<string, string> = {
    'content-type': 'text/html; charset=UTF-8',
    'content-security-policy': policy,
    'cache-control': 'private, no-cache',
    vary: 'cookie, accept-language',
    ...(locates ? { 'permissions-policy': permissionsPolicy(true) } : {}),
  }
  // The runtime would encode an unpaired surrogate as bytes that are not UTF-8.
  const text = String(await html`<!DOCTYPE html>${await page}`).toWellFormed()
  return compressed(c, new Response(text, { status, headers }))
}

/** Compresses a text response: the runtime does so when the header is set. */
export function compressed(c: PageContext, response: Response): Response {
  if (acceptsGzip(c.req.raw)) response.headers.set('content-encoding', 'gzip')
  return response
}

/** The URL to return to: always a path of this service. */
export function backTo(baseUrl: string, path: unknown): string {
  const origin = new URL(baseUrl).origin
  if (typeof path !== 'string' || !path.startsWith('/') || !URL.canParse(path, origin)) return `${baseUrl}/`
  const url = new URL(path, origin)
  return url.origin === origin && !/[\\]/.test(path) ? url.href : `${baseUrl}/`
}
