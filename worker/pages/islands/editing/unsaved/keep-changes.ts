/**
 * Keeps the changes that were not sent in the browser, for each user and dataset: a page that is closed or reloaded loses none.
 * Several pages of a dataset have one entry, where each writes its own rows.
 */
import { gridLimits } from '../../../../limits/service/islands'
import type { Rows } from '../rows'
import type { Settings } from '../settings'
import { type KeptRow, unsentRows } from './kept-rows'

type Entry = Record<string, KeptRow>

export class Keeper {
  readonly #rows: Rows
  readonly #key: string
  /** Ids of the rows that this page has written or restored. */
  #own = new Set<string>()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor({ user, id }: Pick<Settings, 'user' | 'id'>, rows: Rows) {
    this.#rows = rows
    this.#key = `rows ${user} ${id}`
  }

  /** The rows of an earlier visit. */
  read(): KeptRow[] {
    return Object.values(this.#entry())
  }

  /** Takes rows of an earlier visit over: they are removed once they are saved. */
  own(ids: readonly string[]): void {
    this.#own = new Set([...this.#own, ...ids])
  }

  /** Keeps the changes after a pause. */
  note(isSaved: boolean): void {
    if (!isSaved || this.#own.size > 0) this.#timer ??= setTimeout(() => this.keep(), gridLimits.unsavedPauseMs)
  }

  /** @returns whether all unsent changes are stored in the browser */
  keep(): boolean {
    clearTimeout(this.#timer)
    this.#timer = undefined
    return this.#write(unsentRows(this.#rows))
  }

  /** Removes what this page has kept. */
  forget(): void {
    this.#write([])
  }

  #write(unsent: readonly KeptRow[]): boolean {
    if (unsent.length === 0 && this.#own.size === 0) return true
    const entry = this.#entry()
    for (const id of this.#own) delete entry[id]
    let chars = JSON.stringify(entry).length
    const fitting = unsent.filter((row) => {
      chars += JSON.stringify(row).length
      return chars <= gridLimits.maxUnsavedChars
    })
    for (const row of fitting) entry[row.id] = row
    try {
      if (Object.keys(entry).length > 0) localStorage.setItem(this.#key, JSON.stringify(entry))
      else localStorage.removeItem(this.#key)
    } catch {
      // The storage of the browser is full or disabled: the page asks before it is left.
      return unsent.length === 0
    }
    this.#own = new Set(fitting.map(({ id }) => id))
    return fitting.length === unsent.length
  }

  #entry(): Entry {
    try {
      return JSON.parse(localStorage.getItem(this.#key) ?? '{}') // as `#write` has written it
    } catch {
      return {}
    }
  }
}
