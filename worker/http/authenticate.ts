import { actorOfKey, actorOfSession, type Identity } from '../accounts'
import type { Config } from '../config'
import { type Metadata, openMetadata } from '../db/client'
import { Problem, problem } from '../errors'

/**
 * Finds who a request speaks for: an API key (`x-apiKey`, `x-api-key`, or `apiKey` in the query) replaces any session
 * (contract editable-accounts B.3). A refused key is kept, to be thrown where a permission is asked for.
 */
export async function authenticate(
  request: Request,
  env: Env,
  instance: { config: Config; baseUrl: string; db?: Metadata },
): Promise<Identity> {
  const db = instance.db ?? openMetadata(env.DB)
  const now = () => new Date()
  const key =
    request.headers.get('x-apikey') ??
    request.headers.get('x-api-key') ??
    new URL(request.url).searchParams.get('apiKey')
  try {
    if (key) return { actor: await actorOfKey({ db, now }, key) }
    if (!request.headers.get('cookie')?.includes('session_token')) return { actor: { type: 'anonymous' } }
    const settings = { database: env.DB, secret: instance.config.AUTH_SECRET, baseUrl: instance.baseUrl }
    const actor = await actorOfSession({ db }, settings, request.headers)
    if (actor.type === 'user' && writes(request.method) && !isSameOrigin(request, instance.baseUrl)) {
      return { refused: problem('origin-refused') }
    }
    return { actor }
  } catch (error) {
    if (error instanceof Problem) return { refused: error }
    throw error
  }
}

function writes(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS'
}

/** A write that rides on a cookie must come from a page of ours (security baseline rule 4). */
function isSameOrigin(request: Request, baseUrl: string): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site) return site === 'same-origin'
  return request.headers.get('origin') === new URL(baseUrl).origin
}
