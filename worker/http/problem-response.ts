import type { Context as HonoContext } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { describe, Problem, type ProblemCode, type ProblemParam } from '../errors'
import { limits } from '../limits'
import { languageOf } from '../net/language'
import { contextOf, type HttpEnv } from './env'

/** An error as a response in the format of RFC 9457. Unexpected errors reveal no detail; the log has it. */
export function problemResponse(error: unknown, c: HonoContext<HttpEnv>): Response {
  const ctx = contextOf(c)
  const requestId = c.get('requestId')
  const language = ctx?.language ?? languageOf(c.req.raw.headers)
  const expected = error instanceof Problem ? error : undefined
  if (error instanceof HTTPException && !expected)
    return problemBody(error.status, 'http-error', error.message, requestId)
  if (!expected) {
    const cause = error instanceof Error ? (error.stack ?? error.message) : String(error)
    const facts = { cause, path: c.req.path }
    if (ctx) ctx.log('error', 'unexpected error', facts)
    else console.error(JSON.stringify({ level: 'error', message: 'unexpected error', requestId, ...facts }))
  }
  const code = expected?.code ?? 'internal-error'
  const response = problemBody(
    expected?.status ?? 500,
    code,
    describe({ code, params: expected?.params ?? {} }, language),
    requestId,
    expected?.faults.length ? { errors: expected.faults } : {},
  )
  const seconds = retryAfter(response.status, code, expected?.params.seconds)
  if (seconds !== undefined) response.headers.set('retry-after', String(seconds))
  return response
}

/** `Retry-After`: the parameter of the error, else a default for its status. */
function retryAfter(status: number, code: string, seconds: ProblemParam | undefined): number | undefined {
  if (typeof seconds === 'number') return Math.max(1, Math.ceil(seconds))
  if (code.startsWith('quota-')) return limits.http.quotaRetryAfterSeconds
  const isBusy = status === 409 ? passingConflicts.has(code) : status === 429 || status === 503
  return isBusy ? limits.http.busyRetryAfterSeconds : undefined
}

/** Conflicts with other requests or with processing: the same request may succeed later. */
const passingConflicts: ReadonlySet<string> = new Set<ProblemCode>([
  'status-incompatible',
  'dataset-locked',
  'dataset-changed',
  'application-changed',
  'remote-service-changed',
  'lines-contended',
  'parquet-pending',
  'remote-changed',
])

function problemBody(
  status: number,
  code: string,
  detail: string,
  requestId: string,
  more: Record<string, unknown> = {},
): Response {
  const title = code.charAt(0).toUpperCase() + code.slice(1).replaceAll('-', ' ')
  const body = new TextEncoder().encode(
    JSON.stringify({ type: `urn:fairway:problem:${code}`, title, status, detail, code, requestId, ...more }),
  )
  const headers = {
    'content-type': 'application/problem+json',
    // Set explicitly: responses to HEAD, whose body is removed, have it too.
    'content-length': String(body.length),
    'cache-control': 'no-cache',
    expires: '-1',
  }
  return new Response(body, { status, headers })
}
