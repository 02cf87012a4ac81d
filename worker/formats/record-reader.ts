/** The interface of record readers: decoded text in, records out. */
import type { StoredProblem } from '../errors'

/**
 * One row of data.
 * - `index`: 1-based data row, header excluded; empty rows are counted but not emitted.
 * - `line`: 1-based physical line of the file where the record starts, for messages.
 * - `cells`: as text, in the order of `headers`; '' where the file has nothing. A new array, owned by the caller.
 *
 * The object itself is reused from one record to the next: copy what must outlive the call. A cell may be a slice of its
 * chunk, so that a reference to one short value retains the whole chunk in memory.
 */
export type FileRecord = { index: number; line: number; cells: string[] }

/** Escapes of lone surrogates in JSON that became U+FFFD: how many, and the line of the first object that has one. */
export type ReplacedEscapes = { count: number; line: number }

/** Receives each record. */
export type OnRecord = (record: FileRecord) => void

/** Text kinds that records are read from; files of other kinds are converted to one of these first. */
export const textKinds = ['csv', 'json', 'ndjson', 'geojson'] as const
export type TextKind = (typeof textKinds)[number]

/** Reads one file, from its first character to its last. A reader cannot be used after an error. */
export interface RecordReader<State extends { kind: TextKind } = { kind: TextKind }> {
  /**
   * Column names, once they are read. CSV: the first row that is not empty, then fixed. JSON kinds: the keys of the first
   * object, to which new keys of later objects are appended, so a record may have more cells than the one before it.
   */
  readonly headers: readonly string[] | undefined
  /** Text of the coordinate reference system that a GeoJSON file declares. */
  readonly crs?: string | undefined
  /** Since this reader was opened; files of JSON kinds only. */
  readonly replaced?: ReplacedEscapes | undefined
  /** Problems that did not stop the reader, for the journal; complete after `end`. */
  readonly warnings: readonly StoredProblem[]
  /** Feeds decoded text, split anywhere; calls `each` once per complete record, in order. Throws a `Problem`. */
  push(text: string, each: OnRecord): void
  /** Signals the end; what remains is the last record, or an error. Throws a `Problem`. */
  end(each: OnRecord): void
  /** Call between two pushes: a reader opened with this state resumes exactly here. */
  state(): State
}
