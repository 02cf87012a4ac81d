/** What other domains may use of lines. */

export { type Groups, groupLines } from './aggregate/group'
export { findDuplicates } from './duplicates'
export { streamCsv } from './export'
export { csvHeader } from './formats/csv'
export { AnswerMarkdown } from './formats/markdown-answer'
export { lineIndexes } from './indexes/list'
export { makeIndex } from './indexes/make'
export { missingIndexes } from './indexes/note'
export { type FieldFacts, type Layout, layoutOf, type TablePointer, tablePointerSchema } from './layout'
export { lineId, lineNumber } from './names'
export { observeSource } from './observe-source'
export { openLeaves, uniteLeaves } from './open-virtual'
export { writeParquet } from './parquet/write'
export { isSortable as isSortableField } from './query/operations'
export { parseLinesQuery } from './query/parse'
export { type LinesPlan, planLines } from './query/plan'
export type { LinesRequest } from './query/request'
export { type LinesPage, readLines } from './read'
export { hasLine, type OpenedLines, openLines, readPage } from './serve'
export type { LineSource } from './source'
export { dateSpan } from './span'
export { createTable, dropTable, indexForSearch, insertColumns, insertLines, tableExists } from './store'
export { pathsInLines, unreadPaths, writeLineFacts } from './write/attached'
export { writeActions } from './write/bulk'
export { valueReader } from './write/coerce'
export {
  closeTable,
  continueState,
  copyLines,
  openTableAgain,
  reviseReplaced,
} from './write/copy'
export { duplicateSentence } from './write/duplicates'
export { expireLines } from './write/expire'
export { formWith } from './write/form'
export { type Observations, observeLines } from './write/observe'
export { openedOf } from './write/open'
export { type LinesStorage, measureLines } from './write/room'
export { createEditableTable, type LinesState, readState, refreshedUpTo } from './write/table'
export { hasRules, type LineRefusal, lineValidator, sentenceOf } from './write/validate'
