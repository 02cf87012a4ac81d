import { createMiddleware } from 'hono/factory'
import { Buckets, rateOf } from '../collections/token-bucket'
import { problem } from '../errors'
import { type Caller, callerOf } from '../http/caller'
import type { HttpEnv } from '../http/env'
import { eventLanguage } from '../http/event-language'
import { limits } from '../limits'
import { type Handshake, handshakeHeader, type SocketSession } from './connection'

const handshakes = new Buckets(limits.rates.maxCallers)

/**
 * Accepts WebSockets on any path: clients use the public URL, or `/api/` under it. The session
 * of the handshake authenticates the client; API keys are in the messages, never in the URL.
 */
export const acceptSockets = createMiddleware<HttpEnv>(async function acceptSockets(c, next) {
  if (c.req.header('upgrade')?.toLowerCase() !== 'websocket') return next()
  const { identity, baseUrl, now, language } = c.get('ctx')
  if (!isOwnPage(c.req.raw, baseUrl)) throw problem('socket-origin-refused')
  const caller = callerOf(c)
  if (caller) checkHandshakes(caller, now().getTime())
  const isSignedIn = 'actor' in identity && identity.actor.type === 'user'
  const cookie = isSignedIn ? sessionCookies(c.req.header('cookie') ?? '') : ''
  const session: SocketSession = {
    ...(cookie ? { cookie } : {}),
    baseUrl,
    language: eventLanguage(c.req.raw.headers),
    logLanguage: language,
  }
  const { maxUserSockets, maxAddressSockets } = limits.realtime
  const maxSockets = caller?.isUser ? maxUserSockets : maxAddressSockets
  const digest = caller && (await digestOf(caller.id))
  const handshake: Handshake = {
    session,
    ...(digest ? { caller: { tag: digest.toString('base64url'), maxSockets } } : {}),
  }
  const answer = await c.env.SOCKET_HUBS.getByName(hubName(c.req.raw, digest)).fetch('https://hub/', {
    headers: { upgrade: 'websocket', [handshakeHeader]: JSON.stringify(handshake) },
  })
  if (answer.status === 429) {
    throw problem('caller-sockets-too-many', {
      max: maxSockets,
      seconds: limits.realtime.maxSocketsRetryAfterSeconds,
    })
  }
  if (!answer.webSocket) throw problem('sockets-too-many')
  return new Response(null, { status: 101, webSocket: answer.webSocket })
})

/** Counted in the memory of an isolate, before a hub is called. @throws `rate-exceeded` */
function checkHandshakes(caller: Caller, now: number): void {
  const { userHandshakes, addressHandshakes, handshakesMs } = limits.realtime
  const rate = rateOf(caller.isUser ? userHandshakes : addressHandshakes, handshakesMs)
  const seconds = handshakes.take(caller.id, rate, 1, now)
  if (seconds > 0) throw problem('rate-exceeded', { seconds: Math.ceil(seconds) })
}

/** A hash: hubs do not need the IP address, and tags have a maximum length. */
async function digestOf(text: string): Promise<Buffer> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
}

/** A page of another site must not use the visitor's session (CWE-1385). Clients that are not browsers send no origin. */
function isOwnPage(request: Request, baseUrl: string): boolean {
  const origin = request.headers.get('origin')
  if (origin === null) return true
  if (!URL.canParse(origin)) return false
  // A proxy may terminate TLS: only the host is compared.
  return [baseUrl, request.url].some((address) => new URL(address).host === new URL(origin).host)
}

/** The cookies that identify the session and the active account. */
function sessionCookies(header: string): string {
  const sessionCookies = header
    .split(/;\s*/)
    .filter((cookie) => /^[^=]*(session_token|id_token\w*|admin_mode)=/.test(cookie))
  return sessionCookies.join('; ').slice(0, limits.realtime.maxCookieChars)
}

/** One of the hubs of the data centre of the request: always the same for a caller, whose sockets it counts. */
function hubName(request: Request, caller: Buffer | undefined): string {
  const colo = request.cf?.colo
  const [number = 0] = caller ?? crypto.getRandomValues(new Uint8Array(1))
  return `${typeof colo === 'string' ? colo : 'here'}-${number % limits.realtime.hubsPerColo}`
}
