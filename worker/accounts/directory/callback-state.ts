/**
 * Binds the callback of a sign-in to whoever started it, as the `state` of OAuth does (RFC 6749 §10.12): otherwise a page of
 * another site could sign its visitor in as somebody else by a link.
 */
import { limits } from '../../limits'
import { cookieOf } from '../active'
import { sameText } from '../same-text'
import { hostCookie, hostCookieName } from './host-cookie'

const name = 'sign_in_state'

/** The `Set-Cookie` value that holds the state until the callback. */
export function stateCookie(baseUrl: string, state: string): string {
  return hostCookie(baseUrl, { name, value: state, maxAge: limits.accounts.callbackMs / 1_000, sameSite: 'Lax' })
}

/** The `Set-Cookie` value that removes it: a state serves once. */
export function removedStateCookie(baseUrl: string): string {
  return hostCookie(baseUrl, { name, value: '', maxAge: 0, sameSite: 'Lax' })
}

/**
 * Whether a request may complete the sign-in of a state. A browser needs the cookie. A program like `axios-auth` keeps no
 * cookies between the two requests: without one it is let through, because nobody can make it follow a link.
 */
export async function mayComplete(headers: Headers, { baseUrl, state }: { baseUrl: string; state: string }) {
  const sent = cookieOf(headers, hostCookieName(baseUrl, name))
  return sent === undefined ? !isBrowser(headers) : sameText(sent, state)
}

/**
 * Browsers ask for `text/html` whenever they navigate, and to https and local addresses they send `Sec-Fetch-Site` with
 * every request. The page that holds a link controls neither.
 */
function isBrowser(headers: Headers): boolean {
  return headers.has('sec-fetch-site') || (headers.get('accept') ?? '').toLowerCase().includes('text/html')
}
