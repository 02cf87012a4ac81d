/** The state machine of a version: its stages, and the status after each. Pure. */
import type { Status } from './document'

/** Stages of processing, in order. */
export const stages = ['store', 'analyze', 'validate', 'index', 'finalize'] as const
export type Stage = (typeof stages)[number]

const statusAfter: Record<Stage, Status> = {
  store: 'stored',
  analyze: 'analyzed',
  validate: 'validated',
  index: 'indexed',
  finalize: 'finalized',
}

const stageFrom: Partial<Record<Status, Stage>> = {
  created: 'index',
  loaded: 'store',
  stored: 'analyze',
  analyzed: 'validate',
  'validation-updated': 'validate',
  validated: 'index',
  indexed: 'finalize',
}

/** The status after a stage. */
export function statusOnceDone(stage: Stage): Status {
  return statusAfter[stage]
}

/** The status of a version that waits for a stage: the one after the previous stage. */
export function statusBefore(stage: Stage): Status {
  const before = stages[stages.indexOf(stage) - 1]
  return before ? statusAfter[before] : 'loaded'
}

/** The next stage of a version with a status; undefined when nothing is in progress. */
export function stageOf(status: Status): Stage | undefined {
  return stageFrom[status]
}

export function nextStage(stage: Stage): Stage | undefined {
  return stages[stages.indexOf(stage) + 1]
}

/** Whether no processing is in progress. `draft` is the status of a dataset whose first version waits for validation. */
export function isIdle(status: Status): boolean {
  return isSettled(status) || status === 'draft'
}

/** Whether a version accepts a change of its data: no processing is in progress. */
export function isSettled(status: Status): boolean {
  return status === 'finalized' || status === 'error'
}
