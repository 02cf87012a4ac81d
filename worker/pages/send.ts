import type { Context as HonoContext } from 'hono'
import { html } from 'hono/html'
import type { JSX } from 'hono/jsx/jsx-runtime'
import type { HttpEnv } from '../http/env'
import { newNonce, pagePolicy } from './policy'
import { createView, type View } from './view'

export type PageContext = HonoContext<HttpEnv>

/** The view of a request: each has its own nonce. */
export function viewOf(c: PageContext): View {
  const ctx = c.get('ctx')
  const url = new URL(c.req.url)
  return createView(ctx, new URL(ctx.baseUrl + c.req.path + url.search), newNonce())
}

/** Sends a page. It is the reader's own: his account and language are in it. */
export async function sendPage(
  c: PageContext,
  view: View,
  page: JSX.Element | Promise<JSX.Element>,
  { policy = pagePolicy(view.nonce), status = 200 }: { policy?: string; status?: number } = {},
): Promise<Response> {
  const headers: Record<string, string> = {
    'content-type': 'text/html; charset=UTF-8',
    'content-security-policy': policy,
    'cache-control': 'private, no-cache',
    vary: 'cookie, accept-language',
  }
  // The runtime would encode a lone surrogate as bytes that are no UTF-8.
  const text = String(await html`<!DOCTYPE html>${await page}`).toWellFormed()
  return compressed(c, new Response(text, { status, headers }))
}

/** Texts travel compressed: the runtime does it when the header says so. */
export function compressed(c: PageContext, response: Response): Response {
  // On its way the header is changed to what the platform itself takes.
  const asked = c.req.raw.cf?.clientAcceptEncoding ?? c.req.header('accept-encoding')
  if (typeof asked === 'string' && /\bgzip\b/.test(asked)) response.headers.set('content-encoding', 'gzip')
  return response
}

/** Where to go back to: a path of this service, whatever was sent. */
export function backTo(baseUrl: string, path: unknown): string {
  const origin = new URL(baseUrl).origin
  if (typeof path !== 'string' || !path.startsWith('/') || !URL.canParse(path, origin)) return `${baseUrl}/`
  const url = new URL(path, origin)
  return url.origin === origin && !/[\\]/.test(path) ? url.href : `${baseUrl}/`
}
