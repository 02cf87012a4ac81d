import type { TableDatabases } from '../../db/lines-databases'
import { limits } from '../../limits'
import { checkCost } from '../query/cost/check'
import { pageCost } from '../query/cost/estimate'
import { planLines } from '../query/plan/plan'
import type { LinesRequest } from '../query/request'
import type { LineSource } from '../query/source'
import { csvHeader } from '../query/sql/csv'
import type { Scalar } from '../query/text'
import { type LinesPage, readLines } from './read'

/**
 * Streams a CSV of any size in constant memory: pages follow each other by cursor, and the next is read while the
 * previous is sent. A failure after the first byte aborts the stream, so that the client detects an incomplete file.
 *
 * @throws Problem 400 before anything is sent, when the cursor does not suit the order
 */
export function streamCsv(db: TableDatabases, source: LineSource, request: LinesRequest): ReadableStream<Uint8Array> {
  const pages = new Pages(db, source, { ...request, format: 'csv', count: false })
  const encoder = new TextEncoder()
  const plan = planLines({ ...request, format: 'csv' }, source)
  // The size is bounded by the number of lines.
  const size = Math.min(request.size, source.pointer.count)
  checkCost(pageCost(planLines({ ...request, size, format: 'csv' }, source), source), source)
  let next: Promise<LinesPage | undefined> | undefined
  let isCancelled = false
  const readAhead = (): void => {
    next = pages.following()
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
        const page = await next
        if (isCancelled) return
        const isLast = !page || pages.done
        if (!isLast) readAhead()
        for (const text of page?.lines ?? []) controller.enqueue(encoder.encode(text))
        if (isLast) controller.close()
      } catch (error) {
        if (!isCancelled) controller.error(error)
      }
    },
    cancel() {
      isCancelled = true
      pages.stop()
    },
  })
}

/** The pages of a request, one after the other. */
class Pages {
  readonly #db: TableDatabases
  readonly #source: LineSource
  #request: LinesRequest
  #left: number
  #ended = false

  constructor(db: TableDatabases, source: LineSource, request: LinesRequest) {
    this.#db = db
    this.#source = source
    this.#request = request
    this.#left = request.size
  }

  async following(): Promise<LinesPage | undefined> {
    if (this.#ended || this.#left <= 0) return undefined
    const plan = planLines(this.#request, this.#source)
    const page = await readLines(this.#db, { ...plan, limit: Math.min(this.#left, limits.lines.exportPageRows) })
    this.#left -= page.returned
    if (page.cursor === undefined) this.#ended = true
    // The cursor has the elements of a JSON array of scalars.
    else this.#request = { ...this.#request, page: 1, after: JSON.parse(`[${page.cursor}]`) as Scalar[] }
    return page
  }

  get done(): boolean {
    return this.#ended || this.#left <= 0
  }

  stop(): void {
    this.#ended = true
  }
}
