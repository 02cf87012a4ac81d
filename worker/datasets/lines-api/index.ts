/** The API of lines: permissions, reads and writes. */

export { isWhole } from '../../lines/query/source'
export { type FieldFigures, figuresOfFields } from './read/figures-of-fields'
export { type Group, type Groups, groupLines } from './read/group-lines'
export { hasLine, type OpenedLines, openLines, readPage } from './read/open-lines'
export { databasesOf, type OpenedLeaf, openLeaves, uniteLeaves } from './read/open-virtual'
export { repeatedLines } from './read/repeated-lines'
export { writeActions } from './write/bulk'
export { expireLines } from './write/expire'
export { openedOf, openTable } from './write/open-table'
export { replaceLines } from './write/replace'
export { measureLines } from './write/storage-quota'
