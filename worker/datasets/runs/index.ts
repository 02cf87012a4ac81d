/** Processing runs of datasets. */

export { copyStatistics } from './copy-statistics'
export { discardLines, emptyDiscards, reserveForRun, reserveSegments } from './discards'
export { storeObservations } from './observations'
export { manualValidation, publishVersion } from './publish'
export { type RemovedColumns, removedColumns } from './removed-columns'
export { type RunUnderWay, runState, runsUnderWay } from './run-states'
export {
  advanceRun,
  claimRun,
  failRun,
  handOver,
  idleRuns,
  type Run,
  releaseRun,
  renewRun,
  saveRun,
} from './runs'
export { assignShard, shardOf } from './shard'
export { parseRunState, type RunSource, type RunState } from './state'
export { withObservations } from './with-observations'
