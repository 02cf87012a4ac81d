/** The messages of the queues: ids and a step, never rows. The only file of queues/ that worker/ may import. */
import { z } from 'zod'
import { limits } from '../worker/limits'

/** Continues a run at a step. A message with an older step than the stored one has no effect. */
const processMessage = z.object({
  v: z.literal(1),
  kind: z.literal('process'),
  run: z.string(),
  step: z.number().int(),
})
/** Deletes due discards. */
const discardMessage = z.object({ v: z.literal(1), kind: z.literal('discard') })
/** Updates the observations of the lines of an editable dataset. */
const refreshMessage = z.object({ v: z.literal(1), kind: z.literal('refresh'), dataset: z.string() })
/** Creates the next index that queries over a dataset need. */
const indexMessage = z.object({ v: z.literal(1), kind: z.literal('index'), dataset: z.string() })
/** Writes the lines of a dataset as Parquet. */
const parquetMessage = z.object({ v: z.literal(1), kind: z.literal('parquet'), dataset: z.string() })
/** Computes the preview of a dataset. */
const previewMessage = z.object({ v: z.literal(1), kind: z.literal('preview'), dataset: z.string() })
/** Updates the values of extensions in the lines of an editable dataset. */
const extendMessage = z.object({ v: z.literal(1), kind: z.literal('extend'), dataset: z.string() })

/** Sends pending events to a webhook. */
const webhookMessage = z.object({ v: z.literal(1), kind: z.literal('webhook'), webhook: z.string() })

/** Continues a run of a collector at a step. */
const collectMessage = z.object({
  v: z.literal(1),
  kind: z.literal('collect'),
  run: z.string(),
  step: z.number().int(),
})

export const messageSchema = z.discriminatedUnion('kind', [
  processMessage,
  discardMessage,
  refreshMessage,
  webhookMessage,
  indexMessage,
  parquetMessage,
  previewMessage,
  extendMessage,
  collectMessage,
])
export type Message = z.infer<typeof messageSchema>

/** Typed access to the queue. */
export type Jobs = {
  process: (run: string, step: number, delaySeconds?: number) => Promise<void>
  discard: (delaySeconds?: number) => Promise<void>
  refresh: (dataset: string, delaySeconds?: number) => Promise<void>
  callWebhook: (webhook: string, delaySeconds?: number) => Promise<void>
  index: (dataset: string) => Promise<void>
  parquet: (dataset: string) => Promise<void>
  preview: (dataset: string) => Promise<void>
  extend: (dataset: string) => Promise<void>
  collect: (runs: readonly { run: string; step: number }[], delaySeconds?: number) => Promise<void>
}

export function enqueuer(queues: { processing: Queue; webhooks: Queue; collectors: Queue }): Jobs {
  const send =
    (queue: Queue) =>
    async (message: Message, delaySeconds = 0) => {
      await queue.send(message, delaySeconds > 0 ? { delaySeconds } : {})
    }
  const work = send(queues.processing)
  const call = send(queues.webhooks)
  return {
    process: (run, step, delaySeconds) => work({ v: 1, kind: 'process', run, step }, delaySeconds),
    discard: (delaySeconds) => work({ v: 1, kind: 'discard' }, delaySeconds),
    refresh: (dataset, delaySeconds) => work({ v: 1, kind: 'refresh', dataset }, delaySeconds),
    callWebhook: (webhook, delaySeconds) => call({ v: 1, kind: 'webhook', webhook }, delaySeconds),
    index: (dataset) => work({ v: 1, kind: 'index', dataset }),
    parquet: (dataset) => work({ v: 1, kind: 'parquet', dataset }),
    preview: (dataset) => work({ v: 1, kind: 'preview', dataset }),
    extend: (dataset) => work({ v: 1, kind: 'extend', dataset }),
    collect: async (runs, delaySeconds = 0) => {
      for (let at = 0; at < runs.length; at += limits.collectors.sendBatch) {
        const messages = runs.slice(at, at + limits.collectors.sendBatch).map(({ run, step }) => ({
          body: { v: 1, kind: 'collect', run, step } satisfies Message,
          ...(delaySeconds > 0 ? { delaySeconds } : {}),
        }))
        await queues.collectors.sendBatch(messages)
      }
    },
  }
}
