import { CsvReader, type CsvState } from './csv/csv-reader'
import type { Dialect } from './csv/dialect'
import { GeojsonReader, type GeojsonState } from './geo/geojson'
import { JsonReader, type JsonState } from './json/json-reader'
import { NdjsonReader, type NdjsonState } from './json/ndjson'
import type { RecordReader, TextKind } from './record-reader'

/** The state from which a reader resumes: plain JSON, never larger than one record and the headers. */
export type ReaderState = CsvState | JsonState | NdjsonState | GeojsonState

export type OpenReader = RecordReader<ReaderState>

/** Opens a file of a kind from its start, or from the `state()` of an earlier reader of the same kind and dialect. */
export function openReader(kind: TextKind, options: { dialect?: Dialect }, state?: ReaderState): OpenReader {
  if (state !== undefined && state.kind !== kind) {
    throw new TypeError(`a ${kind} reader cannot resume from the state of a ${state.kind} reader`)
  }
  switch (kind) {
    case 'csv':
      return new CsvReader(options.dialect, state?.kind === 'csv' ? state : undefined)
    case 'json':
      return new JsonReader(state?.kind === 'json' ? state : undefined)
    case 'ndjson':
      return new NdjsonReader(state?.kind === 'ndjson' ? state : undefined)
    case 'geojson':
      return new GeojsonReader(state?.kind === 'geojson' ? state : undefined)
  }
}
