/** `answerBulk`: the response of a bulk, which starts before its end. */
import type { Context } from '../../../context'
import { limits } from '../../../limits'
import { type BulkSummary, statusAfterFirst } from '../../../lines/write/bulk-summary'
import type { BulkStep } from './write-actions'

/**
 * The response starts after the first batch, with its status; each further batch sends a space, so that no proxy
 * closes an idle connection.
 */
export async function answerBulk(
  ctx: Context,
  steps: AsyncGenerator<BulkStep>,
  isImmediate: boolean,
): Promise<Response> {
  const summaryText = (summary: BulkSummary): string => {
    const { nbOk, nbErrors } = summary
    const isSearchable =
      isImmediate && nbOk > 0 && nbOk + nbErrors < limits.lines.immediateActions && !summary.cancelled
    return JSON.stringify(isSearchable ? { ...summary, indexedAt: ctx.now().toISOString() } : summary, null, 2)
  }
  const first = await steps.next()
  if (first.done) throw new Error('a bulk ended without summary')
  const status = statusAfterFirst(first.value.summary)
  const headers = { 'content-type': 'application/json; charset=utf-8', 'x-accel-buffering': 'no' }
  // The steps release their lock before the response ends, so that the client can take the lock again at once.
  const end = async () => void (await steps.return(undefined))
  if (first.value.isLast) {
    await end()
    return new Response(summaryText(first.value.summary), { status, headers })
  }
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(' ')),
    async pull(controller) {
      const step = await steps.next()
      if (step.done) return controller.close()
      if (!step.value.isLast) return controller.enqueue(encoder.encode(' '))
      await end()
      controller.enqueue(encoder.encode(summaryText(step.value.summary)))
      controller.close()
    },
    // A client that disconnects stops the bulk: the batches that were written so far stay.
    cancel: end,
  })
  return new Response(body, { status, headers })
}
