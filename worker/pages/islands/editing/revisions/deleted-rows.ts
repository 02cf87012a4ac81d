/** The deleted rows of a dataset with history: the service restores those that were deleted together. */
import { ownValue } from '../../../../schema/own-value'
import { jsonOf } from '../actions'
import { element, type Notices } from '../notices'
import { Rows } from '../rows'
import type { Settings } from '../settings'
import type { Store } from '../store'
import { Texts } from '../texts'
import { revisionItem, valuesOfRevision } from './row-history'

type Line = Record<string, unknown>
/** Rows that were deleted together. */
type Deletion = { date: string; _updatedByName?: string; first: number; last: number; count: number; line: Line }
type Page = { total: number; results: Deletion[]; next?: string }
type Answer = {
  nbRestored: number
  nbPresent: number
  nbErrors: number
  errors: { line: Line; error: string }[]
  next?: number
}
/** What a restoration did; `isCut`: it ended before its last row. */
type Outcome = Answer & { isCut: boolean }

type Input = {
  settings: Settings
  store: Store
  /** Ends the entry of a value. */
  commit: () => void
  notices: Pick<Notices, 'remark'>
}

/** Opens the dialog of the deleted rows, when the page has one. */
export function listenToDeletedRows(input: Input): void {
  const button = document.querySelector('[data-deleted]')
  const dialog = button && new DeletedRowsDialog(input)
  button?.addEventListener('click', () => void dialog?.open())
}

class DeletedRowsDialog {
  readonly #input: Input
  readonly #texts: Texts
  readonly #dialog = element('deleted-rows') as HTMLDialogElement // a dialog of the page
  readonly #list = element('deletions')
  readonly #state = element('deletions-state')
  readonly #refused = element('unrestored-rows')
  /** The confirmation of the restoration of all. */
  readonly #all = element('restore-all')
  #total = 0

  constructor(input: Input) {
    this.#input = input
    this.#texts = new Texts(input.settings, new Rows(input.settings.columns))
    this.#all.querySelector('button')?.addEventListener('click', () => void this.#restoreAll())
  }

  async open(): Promise<void> {
    this.#list.replaceChildren()
    this.#refused.hidden = true
    this.#all.hidden = true
    this.#state.textContent = this.#texts.say('loading')
    if (!this.#dialog.open) this.#dialog.showModal()
    const { commit, store } = this.#input
    commit()
    if (store.isPending && !store.isUnreached) await store.saveNow()
    await this.#show(`${this.#input.settings.api}/deletions`)
  }

  /** Shows a page of deletions, after those that are shown already when it is not the first. */
  async #show(address: string, older?: HTMLElement): Promise<void> {
    const { say } = this.#texts
    const answer = await fetch(address, { cache: 'no-store' }).catch(() => undefined)
    // A page of deletions, or a problem.
    const page = answer?.ok ? ((await jsonOf(answer)) as Page | undefined) : undefined
    if (!page) {
      this.#state.textContent = say('historyUnread')
      return
    }
    const { total, results, next } = page
    this.#state.textContent = total === 0 ? say('noDeletedRows') : say('deletedRowCount', { count: total })
    const items = results.map((deletion) => this.#item(deletion))
    if (next) items.push(this.#older(next))
    if (older) older.replaceWith(...items)
    else this.#list.replaceChildren(...items)
    this.#total = total
    // One deletion has a button of its own.
    this.#all.hidden = this.#list.childElementCount < 2
  }

  #older(next: string): HTMLLIElement {
    const item = document.createElement('li')
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = this.#texts.say('olderDeletions')
    button.addEventListener('click', () => {
      button.disabled = true
      void this.#show(next, item)
    })
    item.append(button)
    return item
  }

  #item(deletion: Deletion): HTMLLIElement {
    const { settings } = this.#input
    const { say } = this.#texts
    const { date, count, line, _updatedByName } = deletion
    const text = [`${count > 1 ? `${say('lineCount', { count })} · ` : ''}${this.#described(line)}`]
    const revision = { _updatedAt: date, ...(_updatedByName === undefined ? {} : { _updatedByName }) }
    return revisionItem({ settings, revision, text, say, restore: () => void this.#restore(deletion) })
  }

  /** The values of a row, by the names of their columns. */
  #described(line: Line): string {
    const { settings } = this.#input
    const values = valuesOfRevision(settings, line)
    return settings.columns
      .filter(({ key }) => ownValue(line, key) !== undefined)
      .map((column) =>
        this.#texts.say('columnValue', { name: column.title, value: this.#texts.cell(column, values[column.key]) }),
      )
      .join(' · ')
  }

  #restoreAll(): Promise<void> {
    const question = this.#all.querySelector('details')
    if (question) question.open = false
    return this.#restore({ first: 0, last: Number.MAX_SAFE_INTEGER, count: this.#total })
  }

  async #restore(deletion: Pick<Deletion, 'first' | 'last' | 'count'>): Promise<void> {
    this.#refused.hidden = true
    this.#disable()
    // Rows that are left would wait for another click.
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    const outcome = await this.#send(deletion).finally(() => removeEventListener('beforeunload', warn))
    const message = this.#message(outcome)
    if (outcome.nbErrors === 0 && !outcome.isCut) this.#dialog.close()
    else this.#explain(message, outcome)
    await this.#input.store.refresh('query')
    this.#input.notices.remark(message)
    if (this.#dialog.open) await this.#show(`${this.#input.settings.api}/deletions`)
  }

  #disable(): void {
    this.#all.hidden = true
    for (const button of this.#list.querySelectorAll('button')) button.disabled = true
  }

  /** Sends requests until all rows are restored, or one is refused as a whole. */
  async #send({ first, last, count: total }: Pick<Deletion, 'first' | 'last' | 'count'>): Promise<Outcome> {
    const outcome: Outcome = { nbRestored: 0, nbPresent: 0, nbErrors: 0, errors: [], isCut: false }
    for (let next: number | undefined = first; next !== undefined; ) {
      const count = outcome.nbRestored + outcome.nbPresent + outcome.nbErrors
      this.#state.textContent = this.#texts.say('restoringRows', { count, total })
      const response: Response | undefined = await fetch(`${this.#input.settings.api}/_restore_lines`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ first: next, last }),
      }).catch(() => undefined)
      // The body is a result or a problem.
      const answer = (await jsonOf(response)) as (Answer & { detail?: string }) | undefined
      if (!response?.ok || !answer) {
        const error = answer?.detail
        return { ...outcome, errors: error ? [...outcome.errors, { line: {}, error }] : outcome.errors, isCut: true }
      }
      outcome.nbRestored += answer.nbRestored
      outcome.nbPresent += answer.nbPresent
      outcome.nbErrors += answer.nbErrors
      outcome.errors.push(...answer.errors)
      next = answer.next
    }
    return outcome
  }

  #message({ nbRestored, nbPresent, nbErrors, isCut }: Outcome): string {
    const { say } = this.#texts
    return [
      nbRestored > 0 || nbPresent + nbErrors === 0 ? say('rowsRestored', { count: nbRestored }) : '',
      nbPresent > 0 ? say('rowsPresent', { count: nbPresent }) : '',
      nbErrors > 0 ? say('rowsUnrestored', { count: nbErrors }) : '',
      isCut ? say('restoreCut') : '',
    ]
      .filter(Boolean)
      .join(' ')
  }

  /** Names the rows that were refused, each with its reason. */
  #explain(message: string, { errors }: Outcome): void {
    const text = document.createElement('p')
    text.textContent = message
    const list = document.createElement('ul')
    for (const { line, error } of errors) {
      const item = document.createElement('li')
      item.textContent = [this.#described(line), this.#texts.refusal(error)].filter(Boolean).join(' — ')
      list.append(item)
    }
    this.#refused.replaceChildren(text, list)
    this.#refused.hidden = false
  }
}
