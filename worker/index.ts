/** The entry points of the Worker: requests, queue messages, cron ticks. */
import { consume, runWatchdog } from '../queues'
import { app } from './app'
import { createContext } from './create-context'
import { receiveRest } from './http/drain-body'

/** The cron that the local server triggers once at its start: no earlier process still holds a lease. */
const startupCron = '@start'

export { MqttListener } from './collectors'
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
    return runWatchdog(ctx, { afterRestart: controller.cron === startupCron })
  },
} satisfies ExportedHandler<Env>
