import type { Context } from '../../context'
import type { Actor } from '../../identity'
import type { DirectorySettings } from './embedded-directory'
import { actorOfToken, hasToken } from './external-directory'
import { actorOfSession } from './session'

/** Whether the cookies may contain a session. Without one the directory is not read. */
function hasSession(headers: Headers): boolean {
  return (headers.get('cookie')?.includes('session_token') ?? false) || hasToken(headers)
}

/**
 * The actor of the cookies of a request: from a session of the embedded directory or of the external one.
 *
 * @throws `session-invalid`, `session-reads-only`, `directory-unreachable`
 */
export async function actorOfCookies(
  ctx: Pick<Context, 'db' | 'now' | 'config'>,
  settings: DirectorySettings,
  request: { headers: Headers; method: string },
): Promise<Actor> {
  if (ctx.config.DIRECTORY_URL) return actorOfToken(ctx, request)
  if (!hasSession(request.headers)) return { type: 'anonymous' }
  return actorOfSession(ctx, settings, request.headers)
}
