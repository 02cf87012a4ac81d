/**
 * The rows of the service, loaded page by page: from the first ones on and, after a jump to the end, from the last ones back. Those
 * between are loaded as they are scrolled to, from either side.
 */
import { gridLimits } from '../../../../limits/service/islands'
import { lastPlace, type StoredRow } from '../row'
import type { Rows } from '../rows'
import type { Settings } from '../settings'

export type Page = { results: Record<string, unknown>[]; next?: string; total?: number }

type Input = {
  settings: Settings
  rows: Rows
  /** Parameters of the columns to read. */
  wanted: Record<string, string>
  /** Undefined when the service was not reached. */
  read: (address: string) => Promise<Page | undefined>
  take: (page: Page) => StoredRow[]
  /** Rows were added before those of the end: `count` of them, from the position `at`. */
  onLoad: (added: { at: number; count: number }) => void
}

export class RowPages {
  readonly #input: Input
  readonly isInOrder: boolean
  /** The next page from the start, and from the end. Undefined at the other side, and where the end was not asked for. */
  #next: string | undefined
  #previous: string | undefined
  #loading: Promise<void> | undefined
  /** Ids of the rows that were loaded from the end. */
  readonly #ofEnd = new Set<string>()
  #isCounted = false
  #isOver = false
  #firstOfEnd = Number.POSITIVE_INFINITY

  constructor(input: Input) {
    this.#input = input
    this.isInOrder = !('sort' in input.settings.query)
    this.#next = this.#address('_i:created')
  }

  #address(sort: string): string {
    const { settings, wanted } = this.#input
    const size = String(gridLimits.pageRows)
    return `${settings.api}/lines?${new URLSearchParams({ sort, ...settings.query, ...wanted, size })}`
  }

  get isWhole(): boolean {
    return this.#next === undefined
  }

  /** Another query has pages of its own: one that is still read is dropped. */
  stop(): void {
    this.#isOver = true
    this.#next = undefined
  }

  /** Whether the last rows are loaded. */
  get hasEnd(): boolean {
    return this.isWhole || this.#ofEnd.size > 0
  }

  /** Whether a row is among the loaded ones, or where they are: the other pages have the others. */
  isReached = ({ created = 0 }: StoredRow): boolean => {
    if (this.isWhole || !this.isInOrder) return true
    return created < lastPlace(this.#input.rows.start) || created >= this.#firstOfEnd
  }

  /** Loads the next page from the start. */
  loadMore(): Promise<void> {
    return this.#once(() => this.#load('start'))
  }

  /** Loads the page before those of the end. */
  loadBefore(): Promise<void> {
    return this.#previous === undefined ? Promise.resolve() : this.#once(() => this.#load('end'))
  }

  /** Loads the last rows; where they have another order than that of their creation, all of them. */
  async loadEnd(): Promise<void> {
    await this.#loading
    if (this.hasEnd) return
    if (this.isInOrder) {
      this.#previous = this.#address('-_i:created')
      return this.#once(() => this.#load('end'))
    }
    await this.loadAll()
  }

  /** Loads all rows, in the largest pages. */
  async loadAll(): Promise<void> {
    await this.#loading
    for (let before = ''; this.#next !== undefined && this.#next !== before; ) {
      const larger = new URL(this.#next)
      larger.searchParams.set('size', String(gridLimits.endRows))
      this.#next = larger.href
      before = this.#next
      await this.loadMore()
    }
  }

  /** Loads rows from the start until a position is reached. */
  async loadUntil(row: number): Promise<void> {
    for (let loaded = -1; !this.isWhole && this.#input.rows.gapAt <= row && loaded !== this.#input.rows.gapAt; ) {
      loaded = this.#input.rows.gapAt
      await this.loadMore()
    }
  }

  #once(load: () => Promise<void>): Promise<void> {
    if (this.isWhole) return Promise.resolve()
    this.#loading ??= load().finally(() => {
      this.#loading = undefined
    })
    return this.#loading
  }

  async #load(side: 'start' | 'end'): Promise<void> {
    const { rows, read, take, onLoad } = this.#input
    const address = side === 'start' ? this.#next : this.#previous
    const page = address === undefined ? undefined : await read(address)
    if (!page || this.#isOver) return
    const stored = take(page)
    const starts = new Set(rows.start.map(({ id }) => id))
    const meets = stored.some(({ id }) => (side === 'start' ? this.#ofEnd : starts).has(id))
    if (!this.#isCounted) rows.missing = page.total ?? stored.length
    this.#isCounted = true
    const added = rows.load(side === 'start' ? stored : stored.toReversed(), side)
    if (side === 'start') this.#next = page.next
    else {
      this.#previous = page.next
      for (const { id, created = 0 } of stored) {
        this.#ofEnd.add(id)
        this.#firstOfEnd = Math.min(this.#firstOfEnd, created)
      }
    }
    if (meets || page.next === undefined) {
      this.#next = undefined
      this.#previous = undefined
      rows.missing = 0
    }
    onLoad(added)
  }
}
