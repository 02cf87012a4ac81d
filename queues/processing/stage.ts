import type { Dataset } from '../../worker/datasets'
import type { Run } from '../../worker/datasets/runs'
import type { Pace } from './pace'
import type { RunState } from './state'

export type StageInput = { run: Run; dataset: Dataset; state: RunState; pace: Pace }
