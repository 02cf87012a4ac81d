/** Processing runs of datasets. */

export { copyStatistics } from './copy-statistics'
export { deleteDiscards, discardLines, reserveForRun, reserveSegments } from './discards'
export { idleRuns } from './idle-runs'
export { storeObservations } from './observations'
export { publishVersion } from './publish'
export { type RemovedColumns, removedColumns } from './removed-columns'
export { type RunUnderWay, runState, runsUnderWay } from './run-states'
export {
  advanceRun,
  claimRun,
  failRun,
  handOver,
  type Run,
  releaseRun,
  renewRun,
  saveRun,
} from './runs'
export { assignShard, shardOf } from './shard'
export { type FileReading, parseRunState, type RunState } from './state'
export { withObservations } from './with-observations'
