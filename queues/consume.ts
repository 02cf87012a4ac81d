/** The queue consumers. Each message is acknowledged or retried by itself, in this file only. */
import { executeRun } from '../worker/collectors'
import { createContext } from '../worker/create-context'
import { callWebhook } from '../worker/events'
import { limits } from '../worker/limits'
import { storePreview } from '../worker/previews'
import { createNextIndex } from './create-index'
import { handleDeadLetter } from './dead-letters'
import { deleteDueDiscards } from './delete-discards'
import { type Message, messageSchema } from './messages'
import { processRun } from './processing/process-run'
import { refreshObservations } from './refresh-observations'
import { updateExtendedLines } from './update-extended-lines'
import { writeParquetFile } from './write-parquet-file'

type QueueMessage = MessageBatch['messages'][number]

/** Handles a batch. A failing message does not cause retries of the others. */
export async function consume(batch: MessageBatch, env: Env): Promise<void> {
  // Runs of collectors wait for other servers, and not for each other.
  if (batch.queue === 'collectors') {
    await Promise.all(batch.messages.map((message) => consumeOne(batch.queue, message, env)))
  } else {
    for (const message of batch.messages) await consumeOne(batch.queue, message, env)
  }
}

async function consumeOne(queue: string, message: QueueMessage, env: Env): Promise<void> {
  const ctx = createContext(env, { identity: { actor: { type: 'system', job: queue } }, requestId: message.id })
  const parsed = messageSchema.safeParse(message.body)
  if (!parsed.success) {
    // A message of another version never parses: retries would not help.
    ctx.log('error', 'unreadable message dropped', {
      queue,
      body: JSON.stringify(message.body)?.slice(0, 500),
    })
    message.ack()
    return
  }
  try {
    await (queue.endsWith('-dead') ? handleDeadLetter(ctx, parsed.data) : handle(ctx, parsed.data))
    message.ack()
  } catch (error) {
    const delaySeconds = retryDelay(message.attempts)
    ctx.log('warn', 'message will be retried', { attempts: message.attempts, delaySeconds, cause: causeOf(error) })
    message.retry({ delaySeconds })
  }
}

async function handle(ctx: ReturnType<typeof createContext>, message: Message): Promise<void> {
  switch (message.kind) {
    case 'process':
      return processRun(ctx, message)
    case 'discard':
      return deleteDueDiscards(ctx)
    case 'refresh':
      return refreshObservations(ctx, message.dataset)
    case 'webhook':
      return callWebhook(ctx, message.webhook)
    case 'index':
      return createNextIndex(ctx, message.dataset)
    case 'parquet':
      return writeParquetFile(ctx, message.dataset)
    case 'preview':
      return storePreview(ctx, message.dataset)
    case 'extend':
      return updateExtendedLines(ctx, message.dataset)
    case 'collect':
      return executeRun(ctx, message)
  }
}

/** Seconds before the next attempt, doubled at each one up to `limits.processing.maxRetryDelaySeconds`. */
export function retryDelay(attempts: number): number {
  const { retryDelaySeconds, maxRetryDelaySeconds } = limits.processing
  return Math.min(retryDelaySeconds * 2 ** Math.max(0, attempts - 1), maxRetryDelaySeconds)
}

function causeOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
