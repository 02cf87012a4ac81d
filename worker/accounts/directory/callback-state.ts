/**
 * Binds the callback of a sign-in to the browser that started it, like the `state` of OAuth (RFC 6749, section 10.12).
 * Otherwise a link on another site could sign its visitor in to another account.
 */

import { limits } from '../../limits'
import { hostCookie, hostCookieName } from '../host-cookie'
import { cookieOf } from '../request-cookies'
import { timingSafeEqual } from '../timing-safe-equal'

const name = 'sign_in_state'

/** The `Set-Cookie` value that holds the state until the callback. */
export function stateCookie(baseUrl: string, state: string): string {
  return hostCookie(baseUrl, { name, value: state, maxAge: limits.sessions.callbackMs / 1_000, sameSite: 'Lax' })
}

/** The `Set-Cookie` value that removes the state: a state is used once. */
export function removedStateCookie(baseUrl: string): string {
  return hostCookie(baseUrl, { name, value: '', maxAge: 0, sameSite: 'Lax' })
}

/**
 * Whether a request may complete the sign-in of a state. A browser needs the cookie. A program such as `axios-auth`
 * does not store cookies between the two requests: it is accepted without the cookie, because a link cannot make it
 * send a request.
 */
export async function mayComplete(headers: Headers, { baseUrl, state }: { baseUrl: string; state: string }) {
  const sent = cookieOf(headers, hostCookieName(baseUrl, name))
  return sent === undefined ? !isBrowser(headers) : timingSafeEqual(sent, state)
}

/**
 * Browsers accept `text/html` whenever they navigate, and send `Sec-Fetch-Site` with every request to https and local
 * addresses. The page with the link controls neither header.
 */
function isBrowser(headers: Headers): boolean {
  return headers.has('sec-fetch-site') || (headers.get('accept') ?? '').toLowerCase().includes('text/html')
}
