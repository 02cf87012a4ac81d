export { bundlesOf, readAttachment } from './attachments'
export { createDataset, createSchema, type DatasetCreation } from './create'
export { discardLines, emptyDiscards } from './discard'
export {
  type AnalyzedFile,
  type Constraint,
  type Delay,
  type Metadata,
  patchSchema,
  type RestOptions,
  type StoredFile,
  type ValidationMode,
  type Version,
} from './document'
export { checkConstraints, constraintKeys, editableLayout } from './editable'
export { expiringDatasets, lookedAtExpiry } from './expiring'
export { isChanged, onlyWhere } from './guard'
export {
  addToJournal,
  hasDiagnostic,
  inJournal,
  type JournalEvent,
  presentEvent,
  readJournal,
  type StoredEvent,
} from './journal'
export { type DatasetList, type ListParams, listDatasets } from './list'
export {
  announceJournal,
  announceProgress,
  announceStep,
  journalAfter,
  missedEvents,
  startListening,
  stopListening,
  unheardDatasets,
} from './listeners'
export {
  actorFor,
  type Dataset,
  forgetDataset,
  loadDataset,
  loadDatasetForReading,
  loadEditable,
  permit,
  readDataset,
  readDatasets,
  withoutLines,
} from './load'
export { type Lock, releaseLock, renewLock, takeLock } from './lock'
export type { MissedEvent } from './missed'
export { storeObservations } from './observations'
export { withObservations } from './observed'
export { endParquetLeases, storeParquet } from './parquet'
export { hasLines, isDraft, lineCount, present, presentSchema, readableVersion, versionOf } from './present'
export { checkPublication } from './publication'
export { type Fate, publishVersion } from './publish'
export { removeDataset } from './remove'
export { findReplaceable } from './replace'
export { holdLines, startReplacement } from './replace-lines'
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
export { type FieldStatistics, readStatistics } from './statistics'
export type { Stage } from './status'
export { checkUploader, dropUpload, holdFile, keepUpload, requireKind, storeUpload } from './upload'
export { describeVirtual } from './virtual/describe'
export { refinalizeParents } from './virtual/parents'
export { type Leaf, leavesOf, type Path, unqueryable } from './virtual/tree'
export { isPerAccount, visibleAccounts } from './visible'
