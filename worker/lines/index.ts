/** The query engine of lines: plans and runs requests over the tables in D1, as pages, streams, figures and counts. */

export { observeSource } from './aggregate/observe-source'
export { isSortable as isSortableField } from './query/operations'
export { parseLinesQuery } from './query/parse/parse'
export { type LinesPlan, planLines } from './query/plan/plan'
export type { LinesRequest } from './query/request'
export type { LineSource } from './query/source'
export { dateSpan } from './read/date-range'
export { findDuplicates } from './read/duplicates'
export { type LinesPage, readLines } from './read/read'
export { streamCsv } from './read/stream-csv'
export { writeParquet } from './read/write-parquet'
