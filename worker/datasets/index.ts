export { createDataset, createSchema, type DatasetCreation } from './create'
export { discardLines, emptyDiscards } from './discard'
export { patchSchema, type StoredFile, type ValidationMode, type Version } from './document'
export { listDatasets } from './list'
export { type Dataset, forgetDataset, loadDatasetForReading, permit, readDataset } from './load'
export { present, presentSchema, versionOf } from './present'
export { type Fate, publishVersion } from './publish'
export {
  advanceRun,
  claimRun,
  failRun,
  handOver,
  idleRuns,
  type JournalEvent,
  type Run,
  releaseRun,
  renewRun,
} from './runs'
export type { Stage } from './status'
export { checkUploader, dropUpload, keepUpload, storeUpload } from './upload'
