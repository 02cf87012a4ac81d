/** The pure state machine of a version: which stage comes when, and the status that each leaves behind. */
import type { Status } from './document'

/** Stages of processing, in order (design §4; contract datasets §3.2). */
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

/** The status of a version whose stage has succeeded. */
export function statusOnceDone(stage: Stage): Status {
  return statusAfter[stage]
}

/** The status of a version that waits for a stage: what the stage before left. */
export function statusBefore(stage: Stage): Status {
  const before = stages[stages.indexOf(stage) - 1]
  return before ? statusAfter[before] : 'loaded'
}

/** The stage that a status waits for; undefined when nothing is under way. */
export function stageOf(status: Status): Stage | undefined {
  return stageFrom[status]
}

export function nextStage(stage: Stage): Stage | undefined {
  return stages[stages.indexOf(stage) + 1]
}

/** Whether a version accepts a change of its data: nothing is being built (contract datasets §1.5, §1.7). */
export function isSettled(status: Status): boolean {
  return status === 'finalized' || status === 'error'
}
