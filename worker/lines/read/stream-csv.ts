import type { TableDatabases } from '../../db/lines-databases'
import { checkCost } from '../query/cost/check'
import { pageCost } from '../query/cost/estimate'
import { planLines } from '../query/plan/plan'
import type { LinesRequest } from '../query/request'
import type { LineSource } from '../query/source'
import { csvHeader } from '../query/sql/csv'
import { linePages } from './line-pages'

/**
 * Streams a CSV of any size in constant memory: the next page is read while the previous is sent. A failure after the first
 * byte aborts the stream, so that the client detects an incomplete file.
 *
 * @throws Problem 400 before anything is sent, when the cursor does not suit the order
 */
export function streamCsv(db: TableDatabases, source: LineSource, request: LinesRequest): ReadableStream<Uint8Array> {
  const pages = linePages(db, source, { ...request, format: 'csv' })
  const encoder = new TextEncoder()
  const plan = planLines({ ...request, format: 'csv' }, source)
  checkCost(pageCost(plan, source), source)
  let next: ReturnType<typeof pages.next> | undefined
  let isCancelled = false
  const readAhead = (): void => {
    next = pages.next()
    // The next pull handles a failure; until then it must not be an unhandled rejection.
    next.catch(() => undefined)
  }
  return new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(csvHeader(plan.projection, source.fields, request)))
      readAhead()
    },
    async pull(controller) {
      try {
        // A pull that enqueues nothing is not followed by another one.
        for (let texts: readonly string[] = []; texts.length === 0; ) {
          const page = await next
          if (isCancelled) return
          if (!page || page.done) return controller.close()
          readAhead()
          texts = page.value.lines
          for (const text of texts) controller.enqueue(encoder.encode(text))
        }
      } catch (error) {
        if (!isCancelled) controller.error(error)
      }
    },
    cancel() {
      isCancelled = true
      void pages.return(undefined)
    },
  })
}
