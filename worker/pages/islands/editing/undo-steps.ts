/** The steps that can be undone and made again. Pure. */
import { gridLimits } from '../../../limits/service/islands'
import type { Change, Row } from './row'

export type Step = Change[]

export class UndoSteps {
  done: Step[] = []
  undone: Step[] = []

  get canUndo(): boolean {
    return this.done.length > 0
  }

  get canRedo(): boolean {
    return this.undone.length > 0
  }

  add(step: Step): void {
    this.done.push(step)
    if (this.done.length > gridLimits.maxSteps) this.done.shift()
    this.undone = []
  }

  /** The last step, which is undone. */
  back(): Step | undefined {
    const step = this.done.pop()
    if (step) this.undone.push(step)
    return step
  }

  /** The last undone step, which is made again. */
  forth(): Step | undefined {
    const step = this.undone.pop()
    if (step) this.done.push(step)
    return step
  }

  /** Ids of the rows that a step back or forth concerns. */
  idsOf(direction: 'undo' | 'redo'): string[] {
    const step = (direction === 'undo' ? this.done : this.undone).at(-1) ?? []
    return [...new Set(step.flatMap((change) => (change.is === 'set' ? change.id : change.rows.map(({ id }) => id))))]
  }

  /** Forgets the last step if it added only this row. */
  dropInsertion(row: Row | undefined): void {
    const [change, ...others] = this.done.at(-1) ?? []
    if (others.length === 0 && change?.is === 'insert' && change.rows.every((one) => one === row)) this.done.pop()
  }
}
