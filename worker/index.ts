/** What the platform calls: requests, queue messages, cron ticks. No logic here. */
import { consume, watch } from '../queues'
import { app } from './app'
import { createContext } from './create-context'
import { receiveRest } from './http/receive-rest'

/** The cron that the local server ticks once when it starts: whatever held a lease before is gone. */
const startupCron = '@start'

export { Upload } from './datasets/uploads'
export { Channel, SocketHub } from './realtime'

export default {
  fetch: async (request, env, execution) => {
    const answer = await app.fetch(request, env, execution)
    await receiveRest(request.body)
    return answer
  },
  queue: (batch, env) => consume(batch, env),
  scheduled: (controller, env) => {
    const ctx = createContext(env, {
      identity: { actor: { type: 'system', job: 'watchdog' } },
      requestId: crypto.randomUUID(),
    })
    return watch(ctx, { afterRestart: controller.cron === startupCron })
  },
} satisfies ExportedHandler<Env>
