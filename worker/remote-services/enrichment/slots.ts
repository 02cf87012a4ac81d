/** Requests to one service at once, within one isolate. */
import { limits } from '../../limits'

const { callsAtOnce, callTimeoutMs, slotPollMs } = limits.remoteServices

// By service, the deadlines of its requests: when a caller disappears, the end of its request is never seen.
const running = new Map<string, number[]>()

/**
 * Waits until a service has less than its number of requests. Polls: a request of the Worker cannot be woken by another.
 *
 * @returns ends the request
 */
export async function takeSlot(service: string, now: () => Date): Promise<() => void> {
  for (;;) {
    const time = now().getTime()
    const left = (running.get(service) ?? []).filter((deadline) => deadline > time)
    if (left.length < callsAtOnce) {
      const deadline = time + callTimeoutMs * limits.remoteServices.maxAttempts
      running.set(service, [...left, deadline])
      return () => end(service, deadline)
    }
    await scheduler.wait(slotPollMs)
  }
}

function end(service: string, deadline: number): void {
  const deadlines = running.get(service) ?? []
  const at = deadlines.indexOf(deadline)
  const left = at < 0 ? deadlines : deadlines.toSpliced(at, 1)
  if (left.length > 0) running.set(service, left)
  else running.delete(service)
}
