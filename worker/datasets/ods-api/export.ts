import { problem } from '../../errors'
import type { WrittenCell } from '../../formats/workbook/sheet'
import { streamXlsx } from '../../formats/workbook/write-xlsx'
import { limits } from '../../limits'
import { encoded, streamOf } from '../../net/byte-stream'
import type { Field } from '../../schema/field'
import { wellFormedJson } from '../../schema/well-formed'
import { parquetOf } from './parquet'
import type { Named } from './read-expressions'
import type { OdsRow, OdsRows } from './read-ods'

/** Exports of the Opendatasoft-compatible API. */
export const exportFormats = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  jsonl: 'application/jsonl; charset=utf-8',
  geojson: 'application/geo+json',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
} as const
export type ExportFormat = keyof typeof exportFormats

type ExportShape = {
  format: ExportFormat
  /** Number of rows. */
  rowCount: number
  columns: readonly Named[]
  delimiter: string
  quoteAll: boolean
  useLabels: boolean
  withBom: boolean
}

/** The rows as a file. A failure after the first byte aborts the stream. @throws `ods-parameter-invalid` */
export function exported(rows: OdsRows, shape: ExportShape): ReadableStream<Uint8Array> {
  switch (shape.format) {
    case 'xlsx':
      return streamOf(workbook(rows, shape))
    case 'parquet':
      return streamOf(encoded(parquetOf(rows, shape.columns)))
    default:
      return streamOf(encoded(textsOf(rows, shape)))
  }
}

async function* textsOf({ pages }: OdsRows, shape: ExportShape): AsyncGenerator<string> {
  const [start, between, end] = frames[shape.format]
  yield shape.format === 'csv' ? csvHeader(shape) : start
  yield* joinedRows(pages, between, (row) => rowText(row, shape))
  yield end
}

/** The texts of the rows, in pieces: a row may name a long value several times. */
async function* joinedRows(
  pages: OdsRows['pages'],
  between: string,
  textOf: (row: OdsRow) => string,
): AsyncGenerator<string> {
  let piece = ''
  let isFirst = true
  for await (const page of pages) {
    for (const row of page) {
      piece += `${isFirst ? '' : between}${textOf(row)}`
      isFirst = false
      if (piece.length < limits.lines.exportPageBytes) continue
      yield piece
      piece = ''
    }
  }
  yield piece
}

export const emptyRecords = ({ total }: OdsRows): string => `{"total_count":${total},"results":[]}`

/** The records as a text, or as a stream where they are too large to be made in memory. */
export async function recordsBody(rows: OdsRows): Promise<string | ReadableStream<Uint8Array>> {
  const pieces = recordsText(rows)
  let text = ''
  for (let piece = await pieces.next(); !piece.done; piece = await pieces.next()) {
    text += piece.value
    if (text.length > limits.lines.maxPageBytes) return streamOf(encoded(withStart(text, pieces)))
  }
  return text
}

async function* recordsText({ total, pages }: OdsRows): AsyncGenerator<string> {
  yield `{"total_count":${total},"results":[`
  // Some stored texts may not be well-formed.
  yield* joinedRows(pages, ',', (row) => wellFormedJson(JSON.stringify(row)).json)
  yield ']}'
}

async function* withStart(start: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield start
  yield* rest
}

const frames: Readonly<Record<ExportFormat, readonly [start: string, between: string, end: string]>> = {
  csv: ['', '', ''],
  json: ['[', ',', ']'],
  jsonl: ['', '', ''],
  geojson: ['{"type":"FeatureCollection","features":[', ',', ']}'],
  xlsx: ['', '', ''],
  parquet: ['', '', ''],
}

function rowText(row: OdsRow, shape: ExportShape): string {
  switch (shape.format) {
    case 'csv':
      return `${shape.columns.map((column) => csvCell(row[column.name], column, shape)).join(shape.delimiter)}\n`
    case 'jsonl':
      return `${JSON.stringify(row)}\n`
    case 'geojson':
      return JSON.stringify(featureOf(row))
    default:
      return JSON.stringify(row)
  }
}

/** The statement reads `_geoshape` and `_geopoint` in addition to the selection. */
function featureOf({ _geoshape, _geopoint, ...properties }: OdsRow) {
  const [lat, lon] = typeof _geopoint === 'string' ? _geopoint.split(',').map(Number) : []
  const point = lat === undefined || lon === undefined ? null : { type: 'Point', coordinates: [lon, lat] }
  return { type: 'Feature', geometry: _geoshape ?? point, properties }
}

const titleOf = ({ name, expression }: Named, useLabels: boolean): string =>
  (useLabels && expression.is === 'field' && (expression.field.title || expression.field['x-originalName'])) || name

function csvHeader(shape: ExportShape): string {
  const names = shape.columns.map((column) => quoted(titleOf(column, shape.useLabels), shape))
  return `${shape.withBom ? '\ufeff' : ''}${names.join(shape.delimiter)}\n`
}

function csvCell(value: unknown, { expression }: Named, shape: ExportShape): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return quoted(value ? '1' : '0', shape)
  const field: Field | undefined = expression.is === 'field' ? expression.field : undefined
  if (Array.isArray(value)) return quoted(value.join(field?.separator ?? ','), shape)
  return quoted(typeof value === 'object' ? JSON.stringify(value) : String(value), shape)
}

function quoted(text: string, { delimiter, quoteAll }: ExportShape): string {
  // Programs end a text at NUL.
  const cell = text.replaceAll('\0', '')
  const isPlain = !quoteAll && !cell.includes('"') && !cell.includes(delimiter) && !/[\r\n]/.test(cell)
  return isPlain ? cell : `"${cell.replaceAll('"', '""')}"`
}

/** @throws `ods-parameter-invalid` for more rows than a workbook may have */
function workbook({ pages }: OdsRows, { columns, useLabels, rowCount }: ExportShape): AsyncGenerator<Uint8Array> {
  const max = limits.lines.sheetRows
  if (rowCount > max) {
    throw problem('ods-parameter-invalid', {
      parameter: 'limit',
      reason: {
        en: `a workbook has ${max} rows at most, of ${rowCount}; take csv`,
        fr: `un classeur a ${max} lignes au plus, sur ${rowCount} ; préférez csv`,
      },
    })
  }
  async function* rows(): AsyncGenerator<WrittenCell[][]> {
    yield [columns.map((column) => titleOf(column, useLabels))]
    for await (const page of pages) yield page.map((row) => columns.map(({ name }) => cellOf(row[name])))
  }
  return streamXlsx({ name: 'Feuille 1', rows: rows() }, () => [])
}

function cellOf(value: unknown): WrittenCell {
  if (value === null || value === undefined) return undefined
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string') return value
  return Array.isArray(value) ? value.join(', ') : JSON.stringify(value)
}
