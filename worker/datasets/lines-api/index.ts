/** The API of lines: permissions, reads and writes. */

export { isWhole } from '../../lines/query/source'
export { replaceLines } from './bulk/replace-lines'
export { writeActions } from './bulk/write-actions'
export { figuresOfFields } from './read/field-metrics'
export { type Group, type Groups, groupLines } from './read/group-lines'
export { hasLine, type OpenedLines, openLines, readLinesPage } from './read/open-lines'
export { databasesOf, type OpenedLeaf, openLeaves, unionSources } from './read/open-virtual'
export { type Profiled, profileLines } from './read/profile-lines'
export { linesOf, type QueriedLines, readQuery } from './read/read-query'
export { repeatedLines } from './read/repeated-lines-cache'
export { streamNdjson } from './read/stream-ndjson'
export {
  type Change,
  countUndone,
  type Difference,
  type Range,
  readChanges,
  readDifferences,
  undoActions,
} from './write/changes'
export { expireLines } from './write/expire'
export { openedOf, openWritableTable } from './write/open-table'
export { measureLines } from './write/storage-quota'
