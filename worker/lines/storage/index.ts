/** Tables of lines and their columns. */

export { type AttachmentValues, indexByAttachment, namedPaths, writeAttachmentValues } from './attachment-columns'
export { type IndexCandidate, indexNames, makeIndex } from './create-index'
export {
  createEditableTable,
  type LinesState,
  readState,
  recordActivity,
  recordObservations,
  recordObservationsRequest,
} from './editable-table'
export { type Layout, layoutOf, layoutSchema, type TablePointer, tableFields, tablePointerSchema } from './layout'
export { cellWriter, type FieldCells, inParts, pushGeometry, type StoredValue } from './row-encoder'
export { segmentRanges, segmentTables, shardsOfTable } from './segments'
export { createBoxIndex, createTable, dropTable, indexForSearch, insertLines, readRows, trimTable } from './tables'
