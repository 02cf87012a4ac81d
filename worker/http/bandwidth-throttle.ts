/**
 * Throttles the responses to a caller to its bandwidth: requests are rejected only when many
 * responses wait at once. A response that fits in the bucket of the caller is not throttled.
 */

import { Buckets, type Rate } from '../collections/token-bucket'
import { problem } from '../errors'
import { limits } from '../limits'

const sent = new Buckets(limits.rates.maxCallers)
const slowed = new Map<string, number>()

/** Paths of stored files. */
const stored = /\/(raw|full|convert|data\.parquet|data-files|attachments|metadata-attachments)(\/|$)/

/** Requests to the proxy of a remote service, which have rates of their own. */
export const isProxied = (path: string): boolean => /\/remote-services\/[^/]+\/proxy\//.test(path)

/** Each kind of responses has a bucket of its own. */
type Bandwidth = Rate & { kind: 'stored' | 'computed' | 'proxied' }

/** The bandwidth of a response to a caller. */
export function bandwidthOf(path: string, isUser: boolean): Bandwidth {
  const { burstSeconds, anonymousBytesPerSecond, userBytesPerSecond } = limits.rates
  const kind = isProxied(path) ? 'proxied' : stored.test(path) ? 'stored' : 'computed'
  const perSecond =
    kind === 'proxied'
      ? limits.remoteServices.proxyBytesPerSecond
      : (isUser ? userBytesPerSecond : anonymousBytesPerSecond)[kind]
  return { kind, capacity: perSecond * burstSeconds, perMs: perSecond / 1_000 }
}

const bucketOf = (caller: string, { kind, perMs }: Bandwidth) => `${caller} ${kind} ${perMs}`

/** Rejects a request of a caller with too many waiting responses. @throws `bandwidth-exceeded` (429) */
export function checkWaiting(caller: string, rate: Bandwidth, now: number): void {
  const name = bucketOf(caller, rate)
  if ((slowed.get(name) ?? 0) < limits.rates.maxSlowedAnswers) return
  throw problem('bandwidth-exceeded', { seconds: Math.max(1, Math.ceil(sent.take(name, rate, 0, now))) })
}

/** The response, unchanged when it fits in the bucket of the caller, else throttled. */
export function throttled(response: Response, caller: string, rate: Bandwidth, now: () => number): Response {
  const { body } = response
  if (!body) return response
  const name = bucketOf(caller, rate)
  const length = Number(response.headers.get('content-length') ?? Number.NaN)
  if (length <= rate.capacity && sent.take(name, rate, length, now()) === 0) return response
  const slow = body.pipeThrough(slowing(name, rate, now))
  return new Response(length >= 0 ? slow.pipeThrough(new FixedLengthStream(length)) : slow, response)
}

function slowing(name: string, rate: Bandwidth, now: () => number): TransformStream<Uint8Array, Uint8Array> {
  slowed.set(name, (slowed.get(name) ?? 0) + 1)
  const ended = () => {
    const left = (slowed.get(name) ?? 1) - 1
    if (left > 0) slowed.set(name, left)
    else slowed.delete(name)
  }
  return new TransformStream<Uint8Array, Uint8Array>({
    async transform(chunk, controller) {
      const seconds = sent.take(name, rate, 0, now())
      if (seconds > 0) await scheduler.wait(seconds * 1_000)
      sent.charge(name, rate, chunk.length, now())
      controller.enqueue(chunk)
    },
    flush: ended,
    cancel: ended,
  })
}
