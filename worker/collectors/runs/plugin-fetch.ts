import type { Context } from '../../context'
import { causeOf, Problem, type Reason, untranslated } from '../../errors'
import { limits } from '../../limits'
import { fetchOutside } from '../../net/fetch'
import { notices } from '../plugins/log-texts'
import type { FetchInit } from '../plugins/plugin'

/**
 * The requests of a plugin, through the rules of outgoing requests. A GET or HEAD is repeated after a network error, a 429 and
 * a 5xx.
 *
 * @throws `address-refused`, `upstream-failed`
 */
export function pluginFetch(
  ctx: Pick<Context, 'config'>,
  run: { signal: AbortSignal; warn: (message: Reason) => void; timeoutMs?: number; attempts?: number },
) {
  const { fetchMs, fetchAttempts, fetchPauseMs } = limits.collectors
  return async (url: string, init: FetchInit = {}): Promise<Response> => {
    const { method = 'GET', headers = {}, body, timeoutMs = fetchMs } = init
    const isRepeatable = method === 'GET' || method === 'HEAD'
    const attempts = isRepeatable ? (run.attempts ?? fetchAttempts) : 1
    for (let attempt = 1; ; attempt++) {
      run.signal.throwIfAborted()
      let cause: Reason
      try {
        const response = await fetchOutside(url, {
          method,
          headers: { 'user-agent': 'Fairway', ...headers },
          ...(body === undefined ? {} : { body }),
          allowed: ctx.config.OUTGOING_ALLOW,
          timeoutMs: Math.min(timeoutMs, run.timeoutMs ?? fetchMs),
          signal: run.signal,
        })
        const isPassing = response.status === 429 || response.status >= 500
        if (!isPassing || attempt >= attempts) return response
        await response.body?.cancel()
        cause = untranslated(`HTTP ${response.status}`)
      } catch (error) {
        const isTransient = error instanceof Problem && error.code === 'upstream-failed'
        if (!isTransient || attempt >= attempts || run.signal.aborted) throw error
        cause = causeOf(error)
      }
      run.warn(notices.newAttempt(cause))
      await scheduler.wait(fetchPauseMs * 2 ** (attempt - 1), { signal: run.signal })
    }
  }
}
