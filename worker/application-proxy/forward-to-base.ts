/** Files of a base application below the address of an application. */

import { applicationActor, baseAddress, fetchBaseFile } from '../applications'
import type { Context } from '../context'
import { Problem, problem, reasonOf } from '../errors'
import { excerptOf } from '../schema/cut-text'
import { baseOfPage, mayOpen } from './access'
import { readOpenedApplication } from './application-cache'
import { exposedAddress } from './application-context'
import { contextHeaders, countOpening } from './open-application'
import type { RequestedApplication } from './requested-application'

/** Headers of the response that are sent to the visitor. */
const copied = ['content-type', 'content-length', 'pragma', 'cache-control', 'expires', 'last-modified'] as const
/** Headers of the request that are sent to the host of the application: neither cookies nor keys. */
const forwarded = ['accept', 'accept-language', 'content-type', 'if-modified-since', 'if-unmodified-since'] as const

type FileRequest = {
  requested: RequestedApplication
  /** Path below the application, and the query with its question mark. */
  path: string
  search: string
  method: string
  headers: Headers
  body: Uint8Array<ArrayBuffer> | undefined
}

/**
 * Forwards a request to the host of the application. Redirects are returned, those of the application to its address here.
 *
 * @returns undefined when neither the permissions of the visitor nor a key open it
 * @throws `application-not-found`, `base-application-restricted`, `application-file-unreachable`
 */
export async function forwardToBase(ctx: Context, sent: FileRequest): Promise<Response | undefined> {
  const opened = await readOpenedApplication(ctx, sent.requested)
  if (!mayOpen(applicationActor(ctx), opened)) return undefined
  countOpening(ctx, opened.application)
  const base = baseAddress(baseOfPage(opened.application, false).url, ctx.baseUrl)
  const target = new URL(sent.path + sent.search, base)
  // A path such as `//host/` would be of another host.
  if (!target.href.startsWith(base)) throw problem('route-not-found', { path: excerptOf(sent.path) })
  const headers = Object.fromEntries(forwarded.flatMap((name) => textOf(sent.headers, name)))
  const response = await fetchFile(ctx, target.href, {
    method: sent.method,
    headers: { ...headers, ...contextHeaders(ctx, opened.application) },
    ...(sent.body ? { body: sent.body } : {}),
  })
  return answerOf(response, { target, base, exposed: exposedAddress(ctx.baseUrl, sent.requested.name) })
}

const textOf = (headers: Headers, name: string): [string, string][] => {
  const value = headers.get(name)
  return value === null ? [] : [[name, value]]
}

async function fetchFile(
  ctx: Context,
  address: string,
  outgoing: { method: string; headers: Record<string, string>; body?: Uint8Array<ArrayBuffer> },
): Promise<Response> {
  try {
    return await fetchBaseFile(ctx, address, { ...outgoing, redirects: 'none' })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw problem('application-file-unreachable', { reason: reasonOf(error) })
  }
}

function answerOf(response: Response, of: { target: URL; base: string; exposed: string }): Response {
  const { status, body } = response
  const headers = new Headers(copied.flatMap((name) => textOf(response.headers, name)))
  // The body comes decompressed.
  if (response.headers.has('content-encoding')) headers.delete('content-length')
  if (of.target.pathname.endsWith('.html')) headers.set('content-type', 'text/html; charset=utf-8')
  const location = response.headers.get('location')
  if (location !== null && URL.canParse(location, of.target)) headers.set('location', rewritten(location, of))
  const isEmpty = [101, 204, 205, 304].includes(status)
  return new Response(isEmpty ? null : body, { status: status < 200 ? 502 : status, headers })
}

/** An address of the application as its address here; others as they are. */
function rewritten(
  location: string,
  { target, base, exposed }: { target: URL; base: string; exposed: string },
): string {
  const { href } = new URL(location, target)
  return href.startsWith(base) ? `${exposed}/${href.slice(base.length)}` : href
}
