/**
 * All outgoing requests: addresses are checked before the first byte and at each
 * redirect, time and size are bounded, and credentials are not sent to another origin.
 *
 * A Worker cannot resolve a name before it connects. On Cloudflare no private network is reachable, and the flag
 * `global_fetch_strictly_public` also routes requests to the own zone through the public internet.
 */

import { Problem, problem } from '../errors'
import { joinBytes } from '../formats/archive/join-bytes'
import { limits } from '../limits'
import { excerptOf } from '../schema/cut-text'
import { connectionFailed, timedOut } from './failures'
import { notUrl, refusedAddress } from './outgoing-address'

export type Outgoing = {
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>
  /** Hosts that the operator allows, private or not (OUTGOING_ALLOW). */
  allowed: readonly string[]
  timeoutMs?: number
  /** Stops the request, and its body. */
  signal?: AbortSignal
  /** Which redirects are followed: all by default, those to the same host, or none, whose responses are returned. */
  redirects?: 'all' | 'same-host' | 'none'
}

/**
 * Sends a request. The body of the response is a stream: read it with `readBounded`.
 *
 * @throws `address-refused` before anything is sent, `upstream-failed` on a timeout or network error
 */
export async function fetchOutside(address: string, outgoing: Outgoing): Promise<Response> {
  const { allowed, method = 'GET', body, redirects = 'all' } = outgoing
  const timeout = AbortSignal.timeout(outgoing.timeoutMs ?? limits.net.timeoutMs)
  const signal = outgoing.signal ? AbortSignal.any([timeout, outgoing.signal]) : timeout
  let headers = outgoing.headers ?? {}
  let url = checkedUrl(address, allowed)
  for (let hop = 0; hop <= limits.net.maxRedirects; hop++) {
    const response = await send(url, { method, headers, signal, ...(body === undefined ? {} : { body }) })
    const location = response.headers.get('location')
    if (response.status < 300 || response.status >= 400 || !location || redirects === 'none') return response
    await response.body?.cancel()
    // Only GET and HEAD follow redirects.
    if (method !== 'GET' && method !== 'HEAD') return response
    const next = checkedUrl(location, allowed, url)
    if (redirects === 'same-host' && next.host !== url.host) {
      throw problem('address-refused', {
        host: next.host,
        reason: { en: `it is a redirect from ${url.host}`, fr: `c'est une redirection depuis ${url.host}` },
      })
    }
    if (next.origin !== url.origin) headers = withoutCredentials(headers)
    url = next
  }
  throw problem('upstream-failed', { host: url.host, reason: { en: 'too many redirects', fr: 'trop de redirections' } })
}

/** The bytes of a response, at most `maxBytes`, whatever its Content-Length. @throws `upstream-failed`, also on a timeout */
export async function readBounded(response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const { bytes, isWhole } = await readStart(response, maxBytes)
  if (isWhole) return bytes
  throw problem('upstream-failed', {
    host: hostOf(response.url),
    reason: { en: `more than ${maxBytes} bytes`, fr: `plus de ${maxBytes} octets` },
  })
}

/** The first bytes of a response, at most `maxBytes`, and whether they are all. @throws `upstream-failed`, also on a timeout */
export async function readStart(
  response: Response,
  maxBytes: number,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; isWhole: boolean }> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk)
      size += chunk.length
      // Leaving the loop cancels the rest of the body.
      if (size > maxBytes) break
    }
  } catch (error) {
    throw error instanceof Problem ? error : failedFetch(hostOf(response.url), error)
  }
  const bytes = joinBytes(chunks, size)
  return size > maxBytes ? { bytes: bytes.slice(0, maxBytes), isWhole: false } : { bytes, isWhole: true }
}

async function send(url: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, redirect: 'manual' })
  } catch (error) {
    throw failedFetch(url.host, error)
  }
}

/** The error may reveal a private address: the reason is generic. */
function failedFetch(host: string, error: unknown): Problem {
  const reason = error instanceof Error && error.name === 'TimeoutError' ? timedOut : connectionFailed
  return problem('upstream-failed', { host, reason })
}

function checkedUrl(address: string, allowed: readonly string[], base?: URL): URL {
  const url = URL.canParse(address, base) ? new URL(address, base) : undefined
  const reason = url && refusedAddress(url, allowed)
  if (!url) throw problem('address-refused', { host: excerptOf(address), reason: notUrl })
  if (reason) throw problem('address-refused', { host: url.host, reason })
  return url
}

/** The headers that name no caller. Keys have headers of any name. */
function withoutCredentials(headers: Record<string, string>): Record<string, string> {
  const plain = /^(accept(-.+)?|content-type|if-.+|range|user-agent)$/i
  return Object.fromEntries(Object.entries(headers).filter(([name]) => plain.test(name)))
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : '')
