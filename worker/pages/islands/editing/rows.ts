/** The rows of the grid: what is stored, what was typed, and the steps to undo. Pure: no document, no network. */
import { LoadedRows } from './loading/loaded-rows'
import { computedIds, mergeRow } from './merge-row'
import { type Change, inverse, placeAmong, type Row, rowOf, type StoredRow } from './row'
import type { GridColumn } from './settings'
import { UndoSteps } from './undo-steps'
import { newValues, type Problem, plainText, problemOf, type Value, type Values } from './values'

/** The service trims texts and the elements of lists. */
const sameText = (one: Value, other: Value): boolean =>
  plainText(one).replace(/\s+/g, '') === plainText(other).replace(/\s+/g, '')

export class Rows extends LoadedRows {
  readonly columns: readonly GridColumn[]
  /** Rows that are stored, and were deleted here. */
  readonly removed = new Map<string, Row>()
  /** Where they were in the list. */
  readonly #removedAt = new Map<string, number>()
  readonly steps = new UndoSteps()

  readonly #primaryKey: readonly string[]
  /** The row whose cells are being typed. */
  #edited: Row | undefined

  constructor(columns: readonly GridColumn[], primaryKey: readonly string[] = []) {
    super()
    this.columns = columns
    this.#primaryKey = primaryKey
  }

  get canUndo(): boolean {
    return this.steps.canUndo
  }

  get canRedo(): boolean {
    return this.steps.canRedo
  }

  /** Makes changes as one step, which is undone at once. */
  do(changes: readonly Change[]): void {
    const step = changes.filter((change) => change.is !== 'set' || change.before !== change.after)
    if (step.length === 0) return
    for (const change of step) this.#apply(change)
    this.steps.add(step)
  }

  /** @returns the changes that were made to take the last step back */
  undo(): Change[] {
    const back = (this.steps.back() ?? []).toReversed().map(inverse)
    for (const change of back) this.#apply(this.#conflicting(change))
    return back
  }

  redo(): Change[] {
    const step = this.steps.forth() ?? []
    for (const change of step) this.#apply(this.#conflicting(change))
    return step
  }

  /** A step back or forth over a cell that somebody else has changed since: their value is a conflict, not lost. */
  #conflicting(change: Change): Change {
    const row = change.is === 'set' ? this.get(change.id) : undefined
    if (change.is !== 'set' || !row?.stored) return change
    const [here, there] = [row.values[change.key], row.stored[change.key]]
    const isTheirs = here === there && ![change.before, change.after].some((one) => sameText(one, there))
    return isTheirs ? { ...change, theirs: there } : change
  }

  #apply(change: Change): void {
    switch (change.is) {
      case 'set': {
        const row = this.get(change.id)
        if (!row) return
        row.values[change.key] = change.after
        row.refusal = undefined
        if (Object.hasOwn(change, 'theirs')) row.theirs[change.key] = change.theirs
        else delete row.theirs[change.key]
        return
      }
      case 'insert': {
        // Rows whose deletion was refused, or that somebody restored, are in the list.
        const rows = change.rows.map((row) => this.get(row.id) ?? this.removed.get(row.id) ?? row)
        this.place(
          change.at,
          rows.filter(({ id }) => !this.get(id)),
        )
        for (const row of rows) {
          this.removed.delete(row.id)
          row.isDeleted = false
        }
        return
      }
      case 'remove': {
        const ids = new Set(change.rows.map(({ id }) => id))
        this.list = this.list.filter(({ id }) => !ids.has(id))
        for (const [at, one] of change.rows.entries()) {
          const row = this.get(one.id) ?? one
          this.byId.delete(row.id)
          this.#removedAt.set(row.id, change.at + at)
          if (row.stored) this.removed.set(row.id, row)
        }
      }
    }
  }

  /**
   * Begins an edit of a row, which others may change or delete meanwhile: it stays until the edit ends.
   *
   * @returns a function that ends the edit and returns the changes to make. It takes the typed values, or none when the edit was
   *   cancelled. Values equal to those before the edit change nothing; a value that someone else changed too becomes a conflict.
   */
  edit(row: Row): (typed?: Values) => Change[] {
    const [values, stored] = [newValues(row.values), row.stored && newValues(row.stored)]
    this.#edited = row
    return (typed = {}) => {
      this.#edited = undefined
      const changed = Object.entries(typed).filter(([key, value]) => value !== values[key])
      if (changed.length === 0 && row.isGone && !this.isChanged(row)) this.settle(row, 'theirs')
      return changed.map(([key, after]) => {
        const there = row.stored?.[key]
        const isConflict = stored !== undefined && row.stored !== undefined && there !== stored[key] && there !== after
        const change = { is: 'set' as const, id: row.id, key, before: row.values[key], after }
        return isConflict ? { ...change, theirs: there } : change
      })
    }
  }

  /** Removes a new row that is cancelled before it has a value: there is nothing to undo. */
  withdraw(row: Row): void {
    this.steps.dropInsertion(row)
    this.list = this.list.filter((one) => one !== row)
    this.byId.delete(row.id)
  }

  /** Where a change was made, in the rows as they are now. */
  positionOf(change: Change): { row: number; column: number } {
    const isSet = change.is === 'set'
    const row = isSet ? this.list.findIndex(({ id }) => id === change.id) : change.at
    const column = isSet ? this.columns.findIndex(({ key }) => key === change.key) : 0
    return { row: Math.max(0, Math.min(row, this.list.length - 1)), column }
  }

  /**
   * Adds or updates rows that the service has: changes made here stay, cells changed at both ends become conflicts. Rows are added in
   * the order of their creation, or else at the end.
   */
  merge(stored: readonly StoredRow[], adds: boolean, isInOrder = false): void {
    this.#adoptIds(stored)
    for (const { id, updatedAt, values, created } of stored) {
      const row = this.get(id)
      if (row && created !== undefined) row.created = created
      const removed = this.removed.get(id)
      if (removed) {
        if (this.columns.every(({ key }) => removed.stored?.[key] === values[key])) removed.updatedAt = updatedAt
        else {
          this.keepDeleted(removed)
          mergeRow(removed, { id, updatedAt, values }, this.columns)
        }
      } else if (row) mergeRow(row, { id, updatedAt, values }, this.columns)
      else if (adds) {
        this.place(isInOrder ? placeAmong(this.list, created) : this.list.length, [
          rowOf({ id, values, updatedAt, created }),
        ])
      }
    }
  }

  /** Adds a page of the service before or after the missing rows. @returns how many rows were added, and where */
  load(stored: readonly StoredRow[], side: 'start' | 'end'): { at: number; count: number } {
    this.merge(stored, false)
    const added = stored.filter(({ id }) => !this.get(id) && !this.removed.has(id))
    return this.placePage(added.map(rowOf), side)
  }

  /** Puts a row that was deleted here back in its place. */
  bringBack(row: Row): void {
    this.removed.delete(row.id)
    if (this.get(row.id) === row) return
    this.place(this.#removedAt.get(row.id) ?? this.list.length, [row])
  }

  /** Notes that the service refused a row as it is; one that was deleted here is shown again. */
  refuse(row: Row, reason: string): void {
    this.bringBack(row)
    row.refusal = reason
  }

  /** Notes that someone else changed a row before its deletion: what they changed is a conflict. An emptied row has its cells for that. */
  keepDeleted(row: Row): void {
    row.isDeleted = this.removed.has(row.id)
    this.bringBack(row)
  }

  /** Rows that were just created get the ids that the service computed. */
  #adoptIds(stored: readonly StoredRow[]): void {
    for (const { row, id } of computedIds(this.list, stored, this.#primaryKey)) {
      if (this.get(id)) continue
      this.byId.delete(row.id)
      row.id = id
      this.byId.set(id, row)
    }
  }

  /** Records that the service applied a change. */
  confirm(row: Row, kind: 'create' | 'patch' | 'delete', values: Values): void {
    if (kind === 'delete') {
      this.removed.delete(row.id)
      row.stored = undefined
      row.updatedAt = undefined
      // A refresh may have missed it in the service before the answer to its deletion.
      row.isGone = false
      return
    }
    row.stored = newValues(row.stored, values)
    // It was deleted here meanwhile.
    if (this.get(row.id) !== row) this.removed.set(row.id, row)
  }

  /** Removes rows that the service no longer has; those with changes made here, or being edited, stay, and say so. */
  forget(isGone: (id: string) => boolean): void {
    this.list = this.list.filter((row) => {
      if (!row.stored || !isGone(row.id)) return true
      // Deleted here too, or without a change made here.
      if (row.isDeleted || (!this.isChanged(row) && row !== this.#edited)) {
        this.byId.delete(row.id)
        return false
      }
      row.isGone = true
      return true
    })
  }

  /** Ends the conflicts of a row: with the values typed here, or with those of the service. */
  settle(row: Row, keeps: 'mine' | 'theirs'): void {
    if (row.isGone && keeps === 'theirs') {
      this.list = this.list.filter((one) => one !== row)
      this.byId.delete(row.id)
      return
    }
    if (row.isDeleted) {
      row.isDeleted = false
      if (keeps === 'mine') {
        const at = this.list.indexOf(row)
        row.theirs = newValues()
        this.#apply({ is: 'remove', at, rows: [row] })
        return
      }
    }
    if (keeps === 'theirs') for (const [key, value] of Object.entries(row.theirs)) row.values[key] = value
    if (row.isGone) {
      row.stored = undefined
      row.updatedAt = undefined
    }
    row.theirs = newValues()
    row.isGone = false
    row.refusal = undefined
  }

  /** The problem of a cell. Empty cells of a new empty row have none yet. */
  problem(row: Row, column: GridColumn): Problem | undefined {
    if (!row.stored && this.isEmpty(row)) return undefined
    const value = row.values[column.key]
    if (
      column.isAttachment &&
      value !== undefined &&
      value !== row.stored?.[column.key] &&
      !this.#isFile(column, value)
    )
      return { rule: 'attachment' }
    return problemOf(column, value)
  }

  /** Whether a value is the path of the file of a row, or the address of a file elsewhere. */
  #isFile({ key }: GridColumn, value: Value): boolean {
    const isOf = ({ stored }: Row) => stored?.[key] === value
    return /^https?:\/\/\S+$/.test(String(value)) || this.list.some(isOf) || [...this.removed.values()].some(isOf)
  }

  isEmpty(row: Row): boolean {
    return this.columns.every(({ key }) => row.values[key] === undefined)
  }

  /** Keys of the cells that differ from the store. */
  changedKeys(row: Row): string[] {
    return this.columns.flatMap(({ key }) => (row.values[key] === row.stored?.[key] ? [] : [key]))
  }

  isChanged(row: Row): boolean {
    return this.changedKeys(row).length > 0
  }

  /** Whether something of the row was not sent. */
  isUnsent(row: Row): boolean {
    return row.stored ? row.isDeleted || this.isChanged(row) : !this.isEmpty(row)
  }

  hasConflict = (row: Row): boolean => row.isGone || row.isDeleted || Object.keys(row.theirs).length > 0
}
