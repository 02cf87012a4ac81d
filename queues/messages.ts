/** What travels on the queues: ids and a step, never rows. The one file of queues/ that worker/ may import. */
import { z } from 'zod'

/** Go on with a run, at a step. An older step than the stored one finds nothing to do. */
const processMessage = z.object({
  v: z.literal(1),
  kind: z.literal('process'),
  run: z.string(),
  step: z.number().int(),
})
/** Empty what is due among the discards. */
const discardMessage = z.object({ v: z.literal(1), kind: z.literal('discard') })

export const messageSchema = z.discriminatedUnion('kind', [processMessage, discardMessage])
export type Message = z.infer<typeof messageSchema>

/** Typed access to the queue. */
export type Jobs = {
  process: (run: string, step: number, delaySeconds?: number) => Promise<void>
  discard: (delaySeconds?: number) => Promise<void>
}

export function enqueuer(queue: Queue): Jobs {
  const send = async (message: Message, delaySeconds = 0) => {
    await queue.send(message, delaySeconds > 0 ? { delaySeconds } : {})
  }
  return {
    process: (run, step, delaySeconds) => send({ v: 1, kind: 'process', run, step }, delaySeconds),
    discard: (delaySeconds) => send({ v: 1, kind: 'discard' }, delaySeconds),
  }
}
