import { createMiddleware } from 'hono/factory'
import { problem } from '../errors'
import type { HttpEnv } from '../http/env'
import { limits } from '../limits'
import { type Session, sessionHeader } from './client'

/**
 * Takes WebSockets, on any path (contract datasets §7.1): clients use the public address, or `/api/` under it. The session
 * of the handshake speaks for the client; keys come in the messages, never in the address.
 */
export const acceptSockets = createMiddleware<HttpEnv>(async function acceptSockets(c, next) {
  if (c.req.header('upgrade')?.toLowerCase() !== 'websocket') return next()
  const { identity, baseUrl } = c.get('ctx')
  if (!isOwnPage(c.req.raw, baseUrl)) throw problem('socket-origin-refused')
  const isSignedIn = 'actor' in identity && identity.actor.type === 'user'
  const cookie = isSignedIn ? sessionCookies(c.req.header('cookie') ?? '') : ''
  const session: Session = { ...(cookie ? { cookie } : {}), baseUrl, language: languageOfSocket(c.req.raw.headers) }
  const hubs = c.env.SOCKET_HUBS
  const answer = await hubs.getByName(hubName(c.req.raw)).fetch('https://hub/', {
    headers: { upgrade: 'websocket', [sessionHeader]: JSON.stringify(session) },
  })
  if (!answer.webSocket) throw problem('sockets-too-many')
  return new Response(null, { status: 101, webSocket: answer.webSocket })
})

/** A page of another site must not ride on the visitor's session (CWE-1385). Clients that are not browsers send no origin. */
function isOwnPage(request: Request, baseUrl: string): boolean {
  const origin = request.headers.get('origin')
  if (origin === null) return true
  if (!URL.canParse(origin)) return false
  // A proxy in front may end TLS: the host is what counts.
  return [baseUrl, request.url].some((address) => new URL(address).host === new URL(origin).host)
}

/** What the directory needs to know the session again, and the account that it acts for. */
function sessionCookies(header: string): string {
  const kept = header.split(/;\s*/).filter((cookie) => /^[^=]*(session_token|id_token\w*|admin_mode)=/.test(cookie))
  return kept.join('; ').slice(0, limits.realtime.maxCookieChars)
}

/** The texts of the protocol are French (contract datasets §7.2) unless English is asked for. */
function languageOfSocket(headers: Headers): 'en' | 'fr' {
  return /^\s*en/i.test(headers.get('accept-language') ?? '') ? 'en' : 'fr'
}

/** One of the hubs of the place that the request came to. */
function hubName(request: Request): string {
  const place = request.cf?.colo
  const number = crypto.getRandomValues(new Uint8Array(1))[0] ?? 0
  return `${typeof place === 'string' ? place : 'here'}-${number % limits.realtime.hubsPerPlace}`
}
