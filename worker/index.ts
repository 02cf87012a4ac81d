/** The entry points of the Worker: requests, queue messages, cron ticks. */
import { consume, runEachMinute } from '../queues'
import { app } from './app'
import type { Context } from './context'
import { createContext } from './create-context'
import { countInvocation, storePlatformUsage } from './db/platform-usage'
import { drainBody } from './http/drain-body'

/** The cron that the local server triggers once at its start: no earlier process still holds a lease. */
const startupCron = '@start'

export { MqttListener } from './collectors'
export { Upload } from './datasets/uploads'
export { Channel, SocketHub } from './realtime'

export default {
  fetch: async (request, env, execution) => {
    countInvocation()
    const answer = await app.fetch(request, env, execution)
    await drainBody(request.body)
    return answer
  },
  queue: async (batch, env) => {
    countInvocation()
    await consume(batch, env)
    await storeUsage(systemContext(env, 'usage'))
  },
  scheduled: async (controller, env) => {
    countInvocation()
    const ctx = systemContext(env, 'cron')
    try {
      await runEachMinute(ctx, { afterRestart: controller.cron === startupCron })
    } finally {
      await storeUsage(ctx)
    }
  },
} satisfies ExportedHandler<Env>

const systemContext = (env: Env, job: string): Context =>
  createContext(env, { identity: { actor: { type: 'system', job } }, requestId: crypto.randomUUID() })

/** Stores the counts of the isolate. A failure is only logged, since the invocation itself has succeeded. */
async function storeUsage(ctx: Context): Promise<void> {
  await storePlatformUsage(ctx).catch((error: unknown) =>
    ctx.log('warn', 'usage of the platform was not stored', { cause: String(error) }),
  )
}
