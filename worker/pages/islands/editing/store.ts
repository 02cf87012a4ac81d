/** The rows of the service: loaded page by page, saved as they change, and followed while others change them. */
import { gridLimits, typingPauses } from '../../../limits/service/islands'
import { ruleOf } from '../../../schema/line-error-texts'
import { ownValue } from '../../../schema/own-value'
import { Backoff } from '../saving/backoff'
import { jsonOf, passingProblems, type RowAction, rowActions, type Summary } from './actions'
import { columnCheck } from './columns/changes'
import { followJournal } from './follow-journal'
import { type Page, RowPages } from './loading/row-pages'
import type { Row, StoredRow } from './row'
import type { Rows } from './rows'
import type { Settings } from './settings'
import { received } from './values'

type SaveState = 'saved' | 'saving' | 'waiting' | Unreached
/** Why nothing is saved for now. */
type Unreached = 'offline' | 'signedOut'

type Events = { onChange: () => void; onLoad: (added: { at: number; count: number }) => void }

export class Store {
  readonly #settings: Settings
  readonly #rows: Rows
  readonly #onChange: () => void
  readonly #checkColumns: () => Promise<void>
  readonly #onLoad: Events['onLoad']
  pages: RowPages
  #saving: Promise<void> | undefined
  #unreached: Unreached = 'offline'
  #timer: ReturnType<typeof setTimeout> | undefined
  #latest = ''
  /** Requests that wrote rows. */
  #sends = 0
  state: SaveState = 'saved'

  constructor(settings: Settings, rows: Rows, { onChange, onLoad }: Events) {
    this.#settings = settings
    this.#rows = rows
    this.#onChange = onChange
    this.#checkColumns = columnCheck(settings)
    this.#onLoad = onLoad
    this.pages = this.#newPages()
    addEventListener('online', () => this.save())
    addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden' && this.isPending) void this.saveNow()
    })
  }

  #newPages(): RowPages {
    return new RowPages({
      settings: this.#settings,
      rows: this.#rows,
      wanted: this.#wanted,
      read: (address) => this.#read(address),
      take: (page) => this.#take(page),
      onLoad: (added) => {
        this.#onLoad(added)
        this.#onChange()
      },
    })
  }

  /** Loads the rows of another query from its first page on. */
  restart(): void {
    this.pages.stop()
    this.pages = this.#newPages()
  }

  get #wanted() {
    return { select: ['_id', '_updatedAt', '_i:created', ...this.#rows.columns.map(({ key }) => key)].join(',') }
  }

  /** Whether something was not sent. */
  get isPending(): boolean {
    return this.#saving !== undefined || this.#timer !== undefined || this.isUnreached
  }

  get isUnreached(): boolean {
    return this.state === 'offline' || this.state === 'signedOut'
  }

  async #read(address: string): Promise<Page | undefined> {
    const answer = await this.#fetch(address, { cache: 'no-store' })
    // A page of lines.
    return answer?.ok ? ((await jsonOf(answer)) as Page | undefined) : undefined
  }

  /** Rows of the service by their ids; undefined when it was not reached. */
  async rowsOf(ids: readonly string[]): Promise<StoredRow[] | undefined> {
    const found: StoredRow[] = []
    for (let at = 0; at < ids.length; at += gridLimits.maxIds) {
      const list = JSON.stringify(ids.slice(at, at + gridLimits.maxIds)).slice(1, -1)
      const params = new URLSearchParams({
        ...this.#wanted,
        _id_in: list,
        size: String(gridLimits.maxIds),
        count: 'false',
      })
      const page = await this.#read(`${this.#settings.api}/lines?${params}`)
      if (!page) return undefined
      found.push(...this.#take(page))
    }
    return found
  }

  #take({ results }: Page): StoredRow[] {
    return results.map((line) => {
      const updatedAt = String(line._updatedAt)
      if (updatedAt > this.#latest) this.#latest = updatedAt
      const values = Object.fromEntries(
        this.#rows.columns.map((column) => [column.key, received(column, ownValue(line, column.key))]),
      )
      return { id: String(line._id), updatedAt, values, created: Number(line['_i:created']) }
    })
  }

  /** Saves after a pause. */
  save(): void {
    if (!this.isUnreached) this.state = 'saving'
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      void this.saveNow()
    }, typingPauses.cellMs)
  }

  saveNow(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#saving ??= this.#saveAll().finally(() => {
      this.#saving = undefined
    })
    return this.#saving
  }

  async #saveAll(): Promise<void> {
    const backoff = new Backoff()
    const waitUnreached = () => {
      this.#tell(this.#unreached)
      return backoff.wait()
    }
    for (let sent = ''; ; ) {
      const actions = rowActions(this.#rows, this.#settings.primaryKey.length > 0).slice(0, gridLimits.maxActions)
      if (actions.length === 0) return this.#tell(this.#unsent() > 0 ? 'waiting' : 'saved')
      this.#tell('saving')
      const body = JSON.stringify(actions.map((action) => action.body))
      // Refused as changed by another, of which the rows of the service show nothing yet.
      if (body === sent) await backoff.wait()
      const summary = await this.#send(body)
      if (!summary) {
        await waitUnreached()
        continue
      }
      sent = body
      this.#note(actions, summary)
      // Without the rows as they are now, what was refused would be sent again.
      while (!(await this.refresh())) await waitUnreached()
    }
  }

  /**
   * Stores a file as the attachment of a row, after the row itself.
   *
   * @returns why the service refuses it; `unstored` when the row has cells that it refuses
   */
  async attach(row: Row, file: File): Promise<{ refused?: string; unstored?: true }> {
    await this.saveNow()
    if (!row.stored) return { unstored: true }
    this.#tell('saving')
    const body = new FormData()
    body.append('attachment', file)
    const address = `${this.#settings.api}/lines/${encodeURIComponent(row.id)}`
    const answer = await fetch(address, { method: 'PATCH', body }).catch(() => undefined)
    await this.refresh()
    this.#tell(this.#unsent() > 0 ? 'waiting' : 'saved')
    if (answer?.ok) return {}
    const refusal = (await jsonOf(answer)) as { detail?: string } | undefined // a problem
    return { refused: refusal?.detail ?? '' }
  }

  async #fetch(address: string, init: RequestInit): Promise<Response | undefined> {
    const answer = await fetch(address, init).catch(() => undefined)
    const isRefused = answer?.status === 401 || answer?.status === 403
    this.#unreached = isRefused ? 'signedOut' : 'offline'
    return isRefused ? undefined : answer
  }

  /** Undefined when the service was not reached, or knows the reader no longer. */
  async #send(body: string): Promise<Summary | undefined> {
    this.#sends++
    const answer = await this.#fetch(`${this.#settings.api}/_bulk_lines`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    // The answer may be cut: rows that were written are then sent again, and unchanged.
    const summary = (await jsonOf(answer)) as Summary | undefined // a summary, or a problem
    const isLater = answer && (answer.status >= 500 || passingProblems.has(summary?.code ?? ''))
    return isLater ? undefined : summary
  }

  #note(actions: readonly RowAction[], { nbOk, errors = [], detail }: Summary): void {
    if (nbOk === undefined) {
      for (const { row } of actions) this.#rows.refuse(row, detail ?? '')
      return
    }
    const byLine = new Map(errors.map((error) => [error.line, error]))
    const failed = byLine.get(-1)
    for (const [at, { row, kind, values }] of actions.entries()) {
      const error = byLine.get(at) ?? failed
      const isChanged = error?.status === 409 && ruleOf(error.error)?.rule === 'changed'
      // A row that is already gone counts as deleted.
      if (!error || (kind === 'delete' && error.status === 404)) this.#rows.confirm(row, kind, values)
      // The refresh that follows compares the row with that of the service.
      else if (kind === 'delete' && isChanged) this.#rows.keepDeleted(row)
      else if (kind === 'patch' && error.status === 404) row.isGone = true
      else if (!(kind === 'patch' && isChanged)) this.#rows.refuse(row, error.error)
    }
  }

  /** Changed cells and rows that were not sent: they are invalid, or in conflict. */
  #unsent(): number {
    return this.#rows.list.filter((row) => this.#rows.isUnsent(row)).length
  }

  #tell(state: SaveState): void {
    this.state = state
    this.#onChange()
  }

  /** Reads what changed, and which rows are gone; `query`: what matches the filters is added. @returns false when the service was not reached */
  async refresh(among: 'all' | 'query' = 'all'): Promise<boolean> {
    const query = among === 'query' ? this.#settings.query : {}
    const latest = this.#latest
    const since = this.#latest ? { _updatedAt_gte: this.#latest } : {}
    let address: string | undefined =
      `${this.#settings.api}/lines?${new URLSearchParams({ sort: '_i', ...query, ...this.#wanted, ...since, size: String(gridLimits.pageRows), count: 'false' })}`
    while (address !== undefined) {
      const page: Page | undefined = await this.#read(address)
      if (!page) return false
      const rows = this.#take(page)
      // Rows that others add may not match the filters.
      const adds = among === 'query' || (!this.#settings.isFiltered && this.pages.isWhole)
      this.#rows.merge(among === 'query' ? rows.filter(this.pages.isReached) : rows, adds, this.pages.isInOrder)
      address = page.next
    }
    // Others were not read.
    if (among === 'query') this.#latest = latest
    await this.#findGone()
    this.#onChange()
    return true
  }

  /** Rows that others deleted, when there are fewer rows than expected. */
  async #findGone(): Promise<void> {
    if (this.#settings.isFiltered || !this.pages.isWhole) return
    const sends = this.#sends
    const counted = await this.#read(`${this.#settings.api}/lines?size=0`)
    if (counted?.total === undefined) return
    const here = this.#rows.list.filter(({ stored }) => stored).length + this.#rows.removed.size
    if (here <= counted.total) return
    const ids = new Set<string>()
    let address: string | undefined = `${this.#settings.api}/lines?select=_id&sort=_i&size=10000&count=false`
    while (address !== undefined) {
      const page: Page | undefined = await this.#read(address)
      if (!page) return
      for (const line of page.results) ids.add(String(line._id))
      address = page.next
    }
    // A row that was deleted here meanwhile, and typed again, is not one that others deleted: the refresh after its save follows.
    if (sends === this.#sends) this.#rows.forget((id) => !ids.has(id))
  }

  /** Reads what anybody writes from now on. */
  follow(): void {
    followJournal(this.#settings, (mayHaveWrites) => {
      void this.#checkColumns()
      // A save refreshes the rows itself.
      if (mayHaveWrites && !this.#saving) void this.refresh()
    })
  }
}
