/**
 * Between the password and the code of a sign-in, the browser holds a ticket: it tells for whom the password was right, for ten
 * minutes, and as long as the password stays the same. It opens nothing by itself.
 */
import type { Config } from '../../config'
import { limits } from '../../limits'
import { hmac } from '../hmac'
import { hostCookieName } from '../host-cookie'
import { cookieOf } from '../request-cookies'
import { timingSafeEqual } from '../timing-safe-equal'

const name = 'sign_in_ticket'
type Settings = { config: Pick<Config, 'AUTH_SECRET'>; baseUrl: string }
type PasswordOf = (userId: string) => Promise<string | undefined>

/** The cookie of a ticket. */
export async function newTicket(
  { config, baseUrl }: Settings,
  input: { userId: string; passwordHash: string; now: number },
) {
  const { userId, passwordHash, now } = input
  const maxAge = limits.twoFactor.ticketMs / 1_000
  const until = String(now + limits.twoFactor.ticketMs)
  const signature = await signatureOf(config, { userId, until, passwordHash })
  return {
    name: hostCookieName(baseUrl, name),
    value: [userId, until, signature].join('.'),
    attributes: { path: '/', maxAge },
  }
}

/** The name of the cookie, to remove it. */
export const ticketName = (baseUrl: string): string => hostCookieName(baseUrl, name)

/** The user of the ticket of a request; undefined without a valid one. */
export async function ticketHolder(
  { config, baseUrl }: Settings,
  { headers, now, passwordOf }: { headers: Headers; now: number; passwordOf: PasswordOf },
): Promise<string | undefined> {
  const [userId, until, signature, ...rest] = cookieOf(headers, ticketName(baseUrl))?.split('.') ?? []
  if (!userId || !until || !signature || rest.length > 0 || !(Number(until) > now)) return undefined
  const passwordHash = await passwordOf(userId)
  if (passwordHash === undefined) return undefined
  return (await timingSafeEqual(signature, await signatureOf(config, { userId, until, passwordHash })))
    ? userId
    : undefined
}

async function signatureOf(config: Settings['config'], parts: { userId: string; until: string; passwordHash: string }) {
  const { userId, until, passwordHash } = parts
  return (await hmac(config, ['sign-in-ticket', userId, until, passwordHash].join('\n'))).toString('base64url')
}
