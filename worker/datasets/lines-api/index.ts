/** The API of lines: permissions, reads and writes. */

export { replaceLines } from './bulk/replace-lines'
export { writeActions } from './bulk/write-actions'
export { figuresOfFields } from './read/field-metrics'
export { type Group, groupLines } from './read/group-lines'
export {
  countUndone,
  type HistoryChange,
  type LineDifference,
  type RevisionRange,
  readChanges,
  readDifferences,
  undoActions,
} from './read/history'
export { hasLine, type OpenedLines, openLines, readLinesPage } from './read/open-lines'
export { databasesOf, type OpenedLeaf, openLeaves, unionSources } from './read/open-virtual'
export { type ProfiledLines, profileLines } from './read/profile-lines'
export { linesOf, type QueriedLines, readQuery } from './read/read-query'
export { repeatedLines } from './read/repeated-lines-cache'
export { isHistoryOpenTo } from './read/revisions'
export { streamNdjson } from './read/stream-ndjson'
export { expireLines } from './write/expire'
export { openWritableTable, writableTableOf } from './write/open-writable-table'
export { measureLines } from './write/storage-quota'
