/** Processing runs of datasets. */

export { copyStatistics } from './copy-statistics'
export { deleteDiscards, discardLines, reserveForRun, reserveSegments } from './discards'
export { idleRuns } from './idle-runs'
export { publishVersion } from './publish-version'
export { type RemovedColumns, removedColumns } from './removed-columns'
export { assignShard, shardOf } from './run-shard'
export { type FileReading, parseRunState, type RunState } from './run-state'
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
export { activityOfRun, type RunUnderWay, runsUnderWay } from './runs-under-way'
export { storeObservations } from './store-observations'
export { withObservations } from './with-observations'
