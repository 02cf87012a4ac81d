/** The deliveries of queues. A test ends after those that are under way, which would otherwise meet emptied stores. */
import worker from '../../worker/index'

/** The longest wait for a delivery that a test left hanging, before the next test. */
const waitMs = 5_000

const underWay = new Set<Promise<void>>()
const { queue } = worker

worker.queue = (...delivery) => {
  const done = queue(...delivery).finally(() => underWay.delete(done))
  underWay.add(done)
  return done
}

/** Waits for the deliveries that are under way. */
export async function untilDelivered(): Promise<void> {
  const end = Date.now() + waitMs
  while (underWay.size > 0 && Date.now() < end) {
    await Promise.race([Promise.allSettled(underWay), scheduler.wait(waitMs)])
  }
}
