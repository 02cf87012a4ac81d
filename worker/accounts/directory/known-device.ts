/**
 * Browsers that have signed in to an account before (OWASP, "Slow Down Online Guessing Attacks with Device Cookies").
 * Their attempts are counted separately, so that attempts from other browsers do not lock the user out.
 */
import type { Context } from '../../context'
import { limits } from '../../limits'
import { hmac } from '../hmac'
import { hostCookieName } from '../host-cookie'
import { cookieOf } from '../request-cookies'
import { timingSafeEqual } from '../timing-safe-equal'

const name = 'known_device'
type Settings = Pick<Context, 'config' | 'baseUrl'>

/** The id of the browser of a request, when it has signed in to the account of an address before. */
export async function knownDevice(
  { config, baseUrl }: Settings,
  { headers, email }: { headers: Headers; email: string },
): Promise<string | undefined> {
  const [id, signature, ...rest] = cookieOf(headers, hostCookieName(baseUrl, name))?.split('.') ?? []
  if (!id || !signature || rest.length > 0) return undefined
  return (await timingSafeEqual(signature, await signatureOf(config, { id, email }))) ? id : undefined
}

/** The cookie that marks a browser as recognized for an account. */
export async function deviceCookie({ config, baseUrl }: Settings, email: string) {
  const id = crypto.randomUUID()
  return {
    name: hostCookieName(baseUrl, name),
    value: `${id}.${await signatureOf(config, { id, email })}`,
    attributes: { path: '/', maxAge: limits.sessions.knownDeviceSeconds },
  }
}

async function signatureOf(config: Settings['config'], { id, email }: { id: string; email: string }): Promise<string> {
  return (await hmac(config, ['known-device', id, email].join('\n'))).toString('base64url')
}
