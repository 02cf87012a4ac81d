// The consumer of the local queues whose messages wait for other servers. The local queue delivers a batch when the one
// before has ended, so one server that does not respond would hold up all others; on Cloudflare consumers run at the
// same time. This Worker ends each batch at once and passes its messages on, each by itself.

const maxRunning = 50
const pollMs = 100
const secondMs = 1_000
let running = 0

export default {
  async queue({ queue, messages }, env, ctx) {
    for (const message of messages) {
      while (running >= maxRunning) await scheduler.wait(pollMs)
      running++
      ctx.waitUntil(
        deliver(env, queue, message).finally(() => {
          running--
        }),
      )
    }
  },
}

/** Delivers a message until it is acknowledged, as often as the queue would. */
async function deliver(env, queue, { id, timestamp, body }) {
  for (let attempts = 1; attempts <= env.MAX_RETRIES + 1; attempts++) {
    const { outcome, retryBatch, retryMessages } = await env.CONSUMER.queue(queue, [{ id, timestamp, body, attempts }])
    const [retry] = retryMessages
    if (outcome === 'ok' && !retryBatch.retry && !retry) return
    await scheduler.wait((retry?.delaySeconds ?? retryBatch.delaySeconds ?? 0) * secondMs)
  }
}
