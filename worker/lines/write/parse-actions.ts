/** `readActions`: parses the body of a bulk to actions, as a stream. */

import { causeOf, describe, problem } from '../../errors'
import { gunzip } from '../../formats/archive/gunzip'
import { CsvReader } from '../../formats/csv/csv-reader'
import { delimiters } from '../../formats/csv/delimiters'
import { type Dialect, plainDialect } from '../../formats/csv/dialect'
import { JsonElements } from '../../formats/json/elements'
import { TextReader } from '../../formats/text/detect-encoding'
import { withoutInvisible } from '../../formats/text/invisible'
import { limits } from '../../limits'
import { storedDate } from '../../schema/dates/stored-date'
import { isTooNested } from '../../schema/nesting'
import { numberWithUnit } from '../../schema/proposals/number-notation'
import { illFormedIn } from '../../schema/well-formed'
import { keysOfColumns, type OnWarning } from './match-headers'
import { control } from './prepare-operation'
import type { WriteSchema } from './write-schema'

/** One action as it was sent, and how long its text is. `illFormed`: JSON pointer of a text that is not well formed. */
export type SentAction = { body: Record<string, unknown>; chars: number; illFormed: string | undefined }
export type ActionsFormat = 'json' | 'ndjson' | 'csv'
export type ActionsSource = {
  bytes: AsyncIterable<Uint8Array>
  format: ActionsFormat
  gzip?: boolean
  encoding?: string
  /** Separator of a CSV. */
  separator?: string | undefined
  /** Columns of a CSV that the dataset does not have are left out, with a warning. */
  ignoresUnknown?: boolean | undefined
  /** The key for each of these headers; an empty one leaves its column out. */
  keysOfHeaders?: ReadonlyMap<string, string> | undefined
  /** The stored date of a cell of a CSV; the day is before the month where it is absent. */
  readDate?: ReadDate | undefined
  /** Maximum number of bytes after decompression. */
  maxBytes: number
}

export type ReadDate = (key: string, format: 'date' | 'date-time', text: string) => string

/**
 * Yields the actions in groups as they arrive, with one chunk of the source in memory. The actions before a malformed one are
 * yielded before the error is thrown, wherever chunks end.
 *
 * @throws Problem that stops the request: invalid JSON, unknown columns, bytes that are not UTF-8
 */
export async function* readActions(
  source: ActionsSource,
  writeSchema: WriteSchema,
  warn: OnWarning,
): AsyncGenerator<SentAction[]> {
  const bytes = source.gzip ? gunzip(source.bytes, { maxBytes: source.maxBytes }) : source.bytes
  const text = new TextReader(source.encoding ?? 'utf-8')
  const reader = openReader(source, writeSchema, warn)
  let group: SentAction[] = []
  const onAction = (action: SentAction) => void group.push(action)
  for await (const chunk of inPieces(bytes)) {
    let failure: { error: unknown } | undefined
    try {
      reader.push(decoded(text, chunk, source), onAction)
    } catch (error) {
      failure = { error }
    }
    if (group.length > 0) yield group
    if (failure) throw failure.error
    group = []
  }
  reader.push(decoded(text, undefined, source), onAction)
  reader.end(onAction)
  if (group.length > 0) yield group
}

/** Actions of short lines take hundreds of times their bytes. */
async function* inPieces(chunks: AsyncIterable<Uint8Array>, max = limits.http.bodyChunkBytes) {
  for await (const chunk of chunks) for (let at = 0; at < chunk.length; at += max) yield chunk.subarray(at, at + max)
}

/** @param chunk undefined at the end @throws `body-invalid` for bytes that are not of the encoding, unless it was detected */
function decoded(reader: TextReader, chunk: Uint8Array | undefined, { encoding }: ActionsSource): string {
  const text = reader.decode(chunk ?? new Uint8Array(0), chunk === undefined)
  if (encoding === undefined && reader.replacements > 0) {
    throw problem('body-invalid', {
      reason: {
        en: 'its bytes are not UTF-8. Send it in UTF-8, or name its encoding: text/csv; charset=windows-1252',
        fr: "ses octets ne sont pas de l'UTF-8. Envoyez-le en UTF-8, ou indiquez son encodage : text/csv; charset=windows-1252",
      },
    })
  }
  return text
}

type OnAction = (action: SentAction) => void
type ActionReader = { push: (text: string, onAction: OnAction) => void; end: (onAction: OnAction) => void }

function openReader(source: ActionsSource, writeSchema: WriteSchema, warn: OnWarning): ActionReader {
  switch (source.format) {
    case 'json':
      return jsonReader()
    case 'ndjson':
      return ndjsonReader()
    case 'csv':
      return csvReader(writeSchema, source, warn)
  }
}

function jsonReader(): ActionReader {
  const elements = new JsonElements()
  let first = true
  let hasText = false
  return {
    push: (text, onAction) => {
      const clean = first ? withoutMark(text) : text
      if (text !== '') first = false
      if (clean.trim() !== '') hasText = true
      elements.push(clean, (source, line) => onAction(parseAction(source, line)))
    },
    // An empty body is an empty list.
    end: () => (hasText ? elements.end() : undefined),
  }
}

function ndjsonReader(): ActionReader {
  let rest = ''
  let line = 1
  const take = (source: string, onAction: OnAction) => {
    if (source.trim() !== '') onAction(parseAction(source, line))
    line++
  }
  return {
    push: (text, onAction) => {
      let at = 0
      for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', at)) {
        take(line === 1 ? withoutMark(rest + text.slice(at, end)) : rest + text.slice(at, end), onAction)
        rest = ''
        at = end + 1
      }
      rest += text.slice(at)
      if (rest.length > limits.files.maxRecordChars) {
        throw problem('action-malformed', {
          line,
          reason: {
            en: `more than ${limits.files.maxRecordChars} characters`,
            fr: `plus de ${limits.files.maxRecordChars} caractères`,
          },
        })
      }
    },
    end: (onAction) => take(line === 1 ? withoutMark(rest) : rest, onAction),
  }
}

const withoutMark = (text: string): string => (text.startsWith('\ufeff') ? text.slice(1) : text)

/** @throws `action-malformed` naming the line of the body */
function parseAction(source: string, line: number): SentAction {
  let value: unknown
  try {
    value = JSON.parse(source)
  } catch (error) {
    throw problem('action-malformed', { line, reason: causeOf(error) })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw problem('action-malformed', { line, reason: { en: 'an object is expected', fr: 'un objet est attendu' } })
  }
  if (isTooNested(source, value)) {
    throw problem('action-malformed', {
      line,
      reason: {
        en: `more than ${limits.http.maxJsonNesting} levels`,
        fr: `plus de ${limits.http.maxJsonNesting} niveaux`,
      },
    })
  }
  const illFormed = illFormedIn(source, value)
  // The value is an object, as checked above.
  const action = value as Record<string, unknown>
  if (!Object.hasOwn(action, '_i')) return { body: action, chars: source.length, illFormed }
  // `_i` is read-only: it is ignored so that an exported line can be sent back.
  const { _i, ...body } = action
  return { body, chars: source.length, illFormed }
}

function csvReader(
  writeSchema: WriteSchema,
  { separator: delimiter, ignoresUnknown = false, keysOfHeaders = new Map(), readDate = dayFirstDate }: ActionsSource,
  warn: OnWarning,
): ActionReader {
  const reader = new CsvReader(dialectOf(delimiter))
  const keysOf = () => keysOfColumns(reader.headers ?? [], writeSchema, { ignoresUnknown, keysOfHeaders, warn })
  let keys: readonly (string | undefined)[] | undefined
  // Spreadsheets write dates as their country does.
  const formats = new Map(
    writeSchema.fields.flatMap(({ key, format, separator }) =>
      !separator && (format === 'date' || format === 'date-time') ? [[key, format] as const] : [],
    ),
  )
  const numbers = new Set(
    writeSchema.fields.flatMap(({ key, type, separator }) =>
      !separator && (type === 'number' || type === 'integer') ? [key] : [],
    ),
  )
  const take = (cells: readonly string[], onAction: OnAction) => {
    keys ??= keysOf()
    const body: Record<string, unknown> = Object.create(null)
    const empty: string[] = []
    let chars = 0
    for (const [at, cell] of cells.entries()) {
      const key = keys[at]
      if (key === undefined) continue
      // The reader of a field trims its values.
      const plain = control.has(key) ? cell.trim() : cell
      const format = formats.get(key)
      const value = format ? readDate(key, format, plain.trim()) : numbers.has(key) ? withoutUnit(plain) : plain
      if (value === '') {
        empty.push(key)
        continue
      }
      body[key] = value
      chars += cell.length
    }
    // An empty cell removes its value in a patch, as in JSON; the other actions replace the line.
    if (body._action === 'patch') for (const key of empty) if (!control.has(key)) body[key] = null
    // The cells were decoded from UTF-8 and have no escapes, so they are well formed.
    onAction({ body, chars, illFormed: undefined })
  }
  return {
    push: (text, onAction) => reader.push(withoutInvisible(text), ({ cells }) => take(cells, onAction)),
    end: (onAction) => {
      reader.end(({ cells }) => take(cells, onAction))
      // The body was truncated inside its last cell, or a line has more cells than the header.
      for (const warning of reader.warnings) warn(describe(warning, 'fr'))
      // A header without lines is validated too.
      keys ??= keysOf()
    },
  }
}

const dayFirstDate: ReadDate = (_, format, text) => storedDate(format, text)

/** A number without the unit that spreadsheets write after it: `1 234,50 €`. Other texts are as they were. */
function withoutUnit(text: string): string {
  if (!/[^\d\s.,+-]/.test(text)) return text
  return String(numberWithUnit(text) ?? text)
}

function dialectOf(separator: string | undefined): Dialect {
  if (separator === undefined || separator === '') return plainDialect
  const delimiter = delimiters.find((candidate) => candidate === separator)
  if (!delimiter)
    throw problem('parameter-invalid', {
      parameter: 'sep',
      reason: { en: 'expected , ; | or a tab', fr: 'attendu : , ; | ou une tabulation' },
    })
  return { ...plainDialect, delimiter }
}
