/** Requests to a service: with its key, its limits, and retries. */
import { Problem, problem, type Reason, reasonOf, untranslated } from '../../errors'
import { limits } from '../../limits'
import { fetchOutside, readBounded } from '../../net/fetch'
import { addKey } from '../add-key-to-request'
import type { EnrichmentAction, RemoteContext } from './types'

const { retryDelayMs, maxRetryAfterMs, callTimeoutMs, maxResponseBytes } = limits.remoteServices

/** Why a request did not succeed, and whether the same request may later. */
type Failure = { reason: Reason; isLasting: boolean; afterMs?: number }

/** A request of an action, without the key of the service. */
export type ActionRequest = { method: string; url: URL; headers: Record<string, string>; body?: string }

type Call<Answer> = {
  action: EnrichmentAction
  request: ActionRequest
  attempts: number
  /** Reads the text of a response. @throws SyntaxError */
  read: (text: string) => Answer
  /** The answer of a response 404; without it, 404 is a failure. */
  absent?: Answer
}

/**
 * Sends one request, again after a growing delay where the service may recover.
 *
 * @param onCall is told of each request
 * @throws `remote-service-failed`, `address-refused`
 */
export async function callAction<Answer>(ctx: RemoteContext, call: Call<Answer>, onCall: () => void): Promise<Answer> {
  const { action, request, attempts } = call
  const service = action.service.id
  await addKey(ctx, { id: service, key: action.call.key }, request)
  for (let attempt = 1; ; attempt++) {
    onCall()
    const result = await send(ctx, call)
    if ('answer' in result) return result.answer
    if (result.isLasting || attempt >= attempts) {
      throw problem('remote-service-failed', { service, reason: result.reason })
    }
    const delayMs = result.afterMs ?? retryDelayMs * 2 ** (attempt - 1) * (0.75 + Math.random() / 2)
    ctx.log('warn', 'a remote service is called again', { service, reason: result.reason.en, delayMs })
    await scheduler.wait(delayMs)
  }
}

async function send<Answer>(ctx: RemoteContext, call: Call<Answer>): Promise<{ answer: Answer } | Failure> {
  try {
    const { url, ...request } = call.request
    const response = await fetchOutside(url.href, {
      ...request,
      allowed: ctx.config.OUTGOING_ALLOW,
      timeoutMs: callTimeoutMs,
    })
    if (response.ok) {
      return { answer: call.read(new TextDecoder().decode(await readBounded(response, maxResponseBytes))) }
    }
    await response.body?.cancel()
    return response.status === 404 && call.absent !== undefined ? { answer: call.absent } : failureOf(response)
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
