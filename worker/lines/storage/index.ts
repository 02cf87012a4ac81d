/** Tables of lines and their columns. */

export { type AttachedFacts, indexByAttachment, namedPaths, writeAttachedFacts } from './attachment-columns'
export { type IndexCandidate, indexNames, makeIndex } from './create-index'
export { askedNow, createEditableTable, type LinesState, readState, refreshedUpTo } from './editable-table'
export { type Layout, layoutOf, layoutSchema, storedFields, type TablePointer, tablePointerSchema } from './layout'
export { cellWriter, type FieldCells, inParts, pushPlace, type StoredValue } from './row-encoder'
export { createTable, dropTable, indexForSearch, insertLines } from './tables'
