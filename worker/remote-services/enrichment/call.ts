/** Requests to a service: with its key, its limits, and retries. */
import { Problem, problem, type Reason, reasonOf, untranslated } from '../../errors'
import { limits } from '../../limits'
import { fetchOutside, readBounded } from '../../net/fetch'
import { addKey } from '../add-key'
import { decodeLines } from './lines'
import type { EnrichmentAction, RemoteContext } from './types'

const { retryDelayMs, maxRetryAfterMs, callTimeoutMs, maxResponseBytes } = limits.remoteServices

/** Why a request did not succeed, and whether the same request may later. */
type Failure = { reason: Reason; isLasting: boolean; afterMs?: number }

/**
 * Sends one batch, again after a growing delay where the service may recover.
 *
 * @param onCall is told of each request
 * @returns the lines of the response
 * @throws `remote-service-failed`, `address-refused`
 */
export async function callAction(
  ctx: RemoteContext,
  input: { action: EnrichmentAction; select: readonly string[]; body: string; attempts: number },
  onCall: () => void,
): Promise<Record<string, unknown>[]> {
  const { action, select, body, attempts } = input
  const service = action.service.id
  const request = await requestOf(ctx, action, select)
  for (let attempt = 1; ; attempt++) {
    onCall()
    const result = await send(ctx, { ...request, body, method: action.call.method })
    if ('lines' in result) return result.lines
    if (result.isLasting || attempt >= attempts) {
      throw problem('remote-service-failed', { service, reason: result.reason })
    }
    const delayMs = result.afterMs ?? retryDelayMs * 2 ** (attempt - 1) * (0.75 + Math.random() / 2)
    ctx.log('warn', 'a remote service is called again', { service, reason: result.reason.en, delayMs })
    await scheduler.wait(delayMs)
  }
}

/** @throws what `addKey` throws */
async function requestOf(ctx: RemoteContext, { call, service }: EnrichmentAction, select: readonly string[]) {
  const url = new URL(call.url)
  if (select.length > 0) url.searchParams.set('select', select.join(','))
  const type = call.isNdjson ? 'application/x-ndjson' : 'application/json'
  const headers: Record<string, string> = { 'content-type': type, accept: type }
  await addKey(ctx, { id: service.id, key: call.key }, { url, headers })
  return { url: url.href, headers }
}

type Sent = { url: string; headers: Record<string, string>; body: string; method: string }

async function send(ctx: RemoteContext, sent: Sent): Promise<{ lines: Record<string, unknown>[] } | Failure> {
  try {
    const { url, ...request } = sent
    const response = await fetchOutside(url, {
      ...request,
      allowed: ctx.config.OUTGOING_ALLOW,
      timeoutMs: callTimeoutMs,
    })
    if (!response.ok) {
      await response.body?.cancel()
      return failureOf(response)
    }
    return { lines: decodeLines(new TextDecoder().decode(await readBounded(response, maxResponseBytes))) }
  } catch (error) {
    if (error instanceof SyntaxError) return { reason: notJson, isLasting: true }
    if (error instanceof Problem && error.code === 'upstream-failed') {
      return { reason: reasonOf(error), isLasting: false }
    }
    throw error
  }
}

const notJson: Reason = {
  en: 'the response is neither NDJSON nor JSON',
  fr: "la réponse n'est ni du NDJSON ni du JSON",
}

/** Too many requests and faults of the server pass; a request that is refused is refused again. */
function failureOf({ status, headers }: Response): Failure {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  const isLasting = status < 500 && status !== 408 && status !== 425 && status !== 429
  return {
    reason: untranslated(`HTTP ${status}`),
    isLasting,
    ...(seconds >= 0 ? { afterMs: Math.min(seconds * 1_000, maxRetryAfterMs) } : {}),
  }
}
