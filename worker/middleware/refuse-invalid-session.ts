import { createMiddleware } from 'hono/factory'
import { forgottenToken } from '../accounts'
import type { HttpEnv } from '../http/env'
import { problemResponse } from '../http/problem-response'

/**
 * Rejects every request with a forged or expired token, public ones too, and clears its cookies: the next request is
 * anonymous.
 */
export const refuseInvalidSession = createMiddleware<HttpEnv>(async function refuseInvalidSession(c, next) {
  const { identity, baseUrl } = c.get('ctx')
  if (!('refused' in identity) || identity.refused.code !== 'session-invalid') return next()
  const response = problemResponse(identity.refused, c)
  for (const cookie of forgottenToken(baseUrl)) response.headers.append('set-cookie', cookie)
  return response
})
