export type { Dataset } from './metadata/dataset'
export type {
  AnalyzedFile,
  AttachedArchive,
  Metadata,
  StoredFile,
  ValidationMode,
  Version,
} from './metadata/document'
export { describedKeys } from './metadata/document'
export { indexedSize } from './metadata/indexed-size'
export {
  findDataset,
  forgetDataset,
  ifUnknown,
  loadDataset,
  loadDatasetForReading,
  noLinesProblem,
  readDataset,
  readDatasets,
} from './metadata/load'
export { nextVersionDate } from './metadata/next-version-date'
export { hasLines, lineCount, present, presentSchema, readableVersion, versionOf } from './metadata/present'
export { hasLeftOut } from './metadata/present-file'
export { type FieldStatistics, readStatistics } from './metadata/read-statistics'
export { type DatasetStatus, readStatuses } from './metadata/read-statuses'
export { isIdle, isSettled, type Stage, stages } from './metadata/status'
export { isPerAccount, withoutObservations } from './metadata/visible'
