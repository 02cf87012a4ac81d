/** Readers of records: decoded text in, records out. The interface that every kind of text implements. */
import type { StoredProblem } from '../errors'

/**
 * One row of data.
 * - `index`: 1-based data row, header excluded; rows that are wholly empty are not given but are counted.
 * - `line`: 1-based physical line of the file where the record starts, for messages.
 * - `cells`: as text, in the order of `headers`; '' where the file has nothing. A fresh array, the caller's to keep.
 *
 * The object itself is reused from one record to the next: copy what must outlive the call. A cell may be a view on the
 * chunk it was cut from, so keeping one short value for long keeps its whole chunk in memory.
 */
export type FileRecord = { index: number; line: number; cells: string[] }

/** Escapes of lone surrogates in JSON that became U+FFFD: how many, and the line of the first object that has one. */
export type ReplacedEscapes = { count: number; line: number }

/** What a reader gives each record to. */
export type OnRecord = (record: FileRecord) => void

/** Kinds of text that records are read from; files of other kinds are turned into one of these first. */
export const textKinds = ['csv', 'json', 'ndjson', 'geojson'] as const
export type TextKind = (typeof textKinds)[number]

/** Reads one file, from its first character to its last. After an error a reader is of no further use. */
export interface RecordReader<State extends { kind: TextKind } = { kind: TextKind }> {
  /**
   * Column names, once known. CSV: the first row that is not empty, fixed from then on. JSON kinds: the keys of the first
   * object, to which keys met later are appended as they appear, so a record may have more cells than the one before it.
   */
  readonly headers: readonly string[] | undefined
  /** Text of the coordinate reference system that a GeoJSON file declares. */
  readonly crs?: string | undefined
  /** Since this reader was opened; files of JSON kinds only. */
  readonly replaced?: ReplacedEscapes | undefined
  /** What was wrong and yet stopped nothing, for the journal; complete after `end`. */
  readonly warnings: readonly StoredProblem[]
  /** Feeds decoded text, cut anywhere; calls `each` once per complete record, in order. Throws a `Problem`. */
  push(text: string, each: OnRecord): void
  /** Signals the end; what remains is the last record, or an error. Throws a `Problem`. */
  end(each: OnRecord): void
  /** To call between two pushes: a reader opened with it goes on exactly from here. */
  state(): State
}
