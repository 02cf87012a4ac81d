import { actorOfCookies, actorOfKey } from '../accounts'
import type { Context } from '../context'
import { Problem, problem } from '../errors'
import { parametersOf } from '../http/request-url'
import { isSameOrigin } from '../http/same-origin'
import type { Identity } from '../identity'

/**
 * Finds the identity of a request: an API key (`x-apiKey`, `x-api-key`, or `apiKey` in the query) replaces any session. The error of an invalid key is stored, and thrown when a permission is checked.
 */
export async function authenticate(
  request: Request,
  database: D1Database,
  ctx: Pick<Context, 'config' | 'db' | 'now'>,
  baseUrl: string,
): Promise<Identity> {
  const key = request.headers.get('x-apikey') ?? request.headers.get('x-api-key') ?? parametersOf(request).get('apiKey')
  try {
    if (key) {
      const actor = await actorOfKey(ctx, key)
      return namesAccount(request) ? { refused: problem('key-account-refused') } : { actor }
    }
    const actor = await actorOfCookies(ctx, { database, config: ctx.config, baseUrl }, request)
    if (actor.type === 'user' && writes(request.method) && !isSameOrigin(request, baseUrl)) {
      return { refused: problem('origin-refused') }
    }
    return { actor }
  } catch (error) {
    if (error instanceof Problem) return { refused: error }
    throw error
  }
}

/** Whether a request selects the account to act for, which API keys may not. The queries of lines have a parameter `account` too. */
function namesAccount(request: Request): boolean {
  return request.headers.has('x-account') || parametersOf(request).get('account')?.startsWith('{') === true
}

function writes(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS'
}
