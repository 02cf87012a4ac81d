/** The steps that can be undone, while the page is loaded again with another sort, filter or search. */
import { gridLimits } from '../../../../limits/service/islands'
import { type Change, newRow, type Row } from '../row'
import type { Rows } from '../rows'
import type { Settings } from '../settings'
import type { Step, UndoSteps } from '../undo-steps'
import { newValues } from '../values'

type Input = { settings: Pick<Settings, 'user' | 'id'>; rows: Rows }

const nameOf = ({ user, id }: Input['settings']): string => `steps ${user} ${id}`

/** Stores the last steps for the pages of this tab. */
export function keepSteps({ settings, rows }: Input): void {
  const steps = lastSteps(rows.steps)
  try {
    if (steps.done.length + steps.undone.length > 0) sessionStorage.setItem(nameOf(settings), JSON.stringify(steps))
    else sessionStorage.removeItem(nameOf(settings))
  } catch {
    // The storage of the browser is full or disabled: these steps are not undone in the next page.
  }
}

export function restoreSteps({ settings, rows }: Input): void {
  try {
    const text = sessionStorage.getItem(nameOf(settings))
    if (text === null) return
    const { done, undone } = JSON.parse(text) as Pick<UndoSteps, 'done' | 'undone'> // as `keepSteps` has written it
    rows.steps.done = done.map((step) => step.map(restored))
    rows.steps.undone = undone.map((step) => step.map(restored))
  } catch {
    // The storage is disabled.
  }
}

export const forgetSteps = ({ user, id }: Input['settings']): void => sessionStorage.removeItem(nameOf({ user, id }))

/** The steps that fit into the storage, the newest first. */
function lastSteps({ done, undone }: Pick<UndoSteps, 'done' | 'undone'>): Pick<UndoSteps, 'done' | 'undone'> {
  let chars = 0
  const fits = (step: Step) => {
    chars += JSON.stringify(step).length
    return chars <= gridLimits.maxUnsavedChars
  }
  const newest = (steps: readonly Step[]) => {
    const cut = steps.findLastIndex((step) => !fits(step))
    return steps.slice(cut + 1)
  }
  return { done: newest(done), undone: newest(undone) }
}

const restored = (change: Change): Change =>
  change.is === 'set' ? { ...change } : { ...change, rows: change.rows.map(restoredRow) }

const restoredRow = ({ id, values, stored, updatedAt, created }: Row): Row => ({
  ...newRow(id, values),
  stored: stored && newValues(stored),
  updatedAt,
  created,
})
