import type { Dataset, Version } from '../../worker/datasets'
import type { JournalEvent } from '../../worker/datasets/journal'
import type { Run, RunState } from '../../worker/datasets/runs'
import type { Problem } from '../../worker/errors'
import type { TimeBudget } from './time-budget'

export type StageInput = { run: Run; dataset: Dataset; state: RunState; time: TimeBudget }

/** The result of a slice of a stage. */
export type SliceResult =
  | {
      done: true
      state: RunState
      patch?: Partial<Version>
      events?: JournalEvent[]
      /** The step that ended, when the stage announced the start of another one itself. */
      step?: 'normalize'
    }
  | { done: false; state: RunState }
  /** The version cannot be processed. Its detected columns are stored, so that its publisher can correct it. */
  | { failure: Problem; patch: Partial<Version> }
