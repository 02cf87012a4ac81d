import type { Context as HonoContext } from 'hono'
import { type Actor, actingAccount } from '../identity'
import { clientNetwork } from '../net/client-network'
import type { HttpEnv } from './env'

/** The caller that a rate limit counts. */
export type Caller = {
  /** Identifier of a user, a key, or a network. */
  id: string
  isUser: boolean
  /** Requests per minute. */
  rate: number
}

/** The network of a request, for limits of attempts; empty when the platform does not report it. */
export function callerNetwork(request: Request): string {
  return clientNetwork(request.headers) ?? ''
}

/** The caller of a request, for rate limits; undefined when the limits are turned off, or callers cannot be distinguished. */
export function callerOf(c: HonoContext<HttpEnv>): Caller | undefined {
  const { config } = c.get('ctx')
  const actor = countedActor(c)
  const isUser = actor?.type === 'user' || actor?.type === 'apiKey'
  const rate = isUser ? config.RATE_USER : config.RATE_ANONYMOUS
  const id = callerId(c)
  return id === undefined || rate === 0 ? undefined : { id, isUser, rate }
}

/** Identifier of the user, key or network of a request; undefined when callers cannot be distinguished. */
export function callerId(c: HonoContext<HttpEnv>): string | undefined {
  return idOf(countedActor(c), c.req.raw.headers)
}

/** With a protected link every caller is anonymous, whatever the link opens. */
function countedActor(c: HonoContext<HttpEnv>): Actor | undefined {
  const { identity } = c.get('ctx')
  return 'actor' in identity && !c.get('linkKey') ? identity.actor : undefined
}

function idOf(actor: Actor | undefined, headers: Headers): string | undefined {
  if (actor?.type === 'user') return `user:${actor.id}`
  if (actor?.type === 'apiKey') {
    const account = actingAccount(actor)
    return account?.type === 'user' ? `user:${account.id}` : `key:${actor.id}`
  }
  const network = clientNetwork(headers)
  return network && `address:${network}`
}
