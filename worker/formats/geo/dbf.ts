/** Records of a `.dbf` (dBASE III and later): the properties of the shapes. */
import { problem } from '../../errors'
import { DAY_MS } from '../../limits/units'
import { excerptOf } from '../../schema/cut-text'
import { decoderOf } from '../text/decode'
import { knownEncoding } from '../text/encodings'
import type { ByteReader } from './byte-reader'

type Column = { name: string; type: string; length: number }

/** The records of a table as CSV, without those that are deleted. @throws `shapefile-invalid` */
export async function* dbfToCsv(reader: ByteReader): AsyncGenerator<string> {
  let hasHeader = false
  for await (const { isDeleted, properties } of markedRecords(reader)) {
    if (!hasHeader) yield csvLine(Object.keys(properties))
    hasHeader = true
    if (!isDeleted) yield csvLine(Object.values(properties))
  }
}

const csvLine = (values: readonly unknown[]): string =>
  `${values.map((value) => (value === null ? '' : `"${String(value).replaceAll('"', '""')}"`)).join(',')}\n`

/** `isDeleted`: the record is marked as deleted, and so is the shape at its position, which stays in its file too. */
type MarkedRecord = { isDeleted: boolean; properties: Record<string, unknown> }

/** Properties in the order of the file. @param encoding of the texts; that of the header, or detected, when absent */
export async function* markedRecords(reader: ByteReader, encoding?: string): AsyncGenerator<MarkedRecord> {
  const header = await reader.take(32)
  if (header.byteLength < 32) throw problem('shapefile-invalid')
  const count = header.getUint32(4, true)
  const headerLength = header.getUint16(8, true)
  const recordLength = header.getUint16(10, true)
  const decode = decoder(encoding ?? codePageOf(header.getUint8(29)))
  const described = await reader.take(headerLength - 32)
  if (described.byteLength < headerLength - 32) throw problem('shapefile-invalid')
  const columns = columnsOf(described, decode)
  // Columns of width 0 would give more cells than the file has bytes.
  if (columns.some(({ length }) => length < 1)) throw problem('shapefile-invalid')
  checkNames(columns)
  if (recordLength < 1 || columns.reduce((sum, { length }) => sum + length, 1) > recordLength) {
    throw problem('shapefile-invalid')
  }
  for (let n = 0; n < count; n++) {
    const record = await reader.take(recordLength)
    if (record.byteLength < recordLength) throw problem('shapefile-invalid')
    yield { isDeleted: record.getUint8(0) === 0x2a, properties: propertiesOf(record, columns, decode) }
  }
}

/** @throws `shapefile-columns-same` */
function checkNames(columns: readonly Column[]): void {
  const names = columns.map(({ name }) => name)
  const twice = names.find((name, at) => names.indexOf(name) < at)
  if (twice !== undefined) throw problem('shapefile-columns-same', { column: excerptOf(twice) })
}

/** Encodings by the mark of the language driver. Texts marked as windows-1252 are often UTF-8: they are detected. */
const codePages: Readonly<Record<number, string>> = {
  ...{ 2: 'cp850', 101: 'ibm866', 38: 'ibm866', 200: 'windows-1250', 201: 'windows-1251' },
  ...{ 202: 'windows-1254', 203: 'windows-1253', 125: 'windows-1255', 126: 'windows-1256' },
  ...{ 19: 'shift_jis', 123: 'shift_jis', 77: 'gbk', 122: 'gbk', 78: 'euc-kr', 121: 'euc-kr', 79: 'big5', 120: 'big5' },
  ...{ 80: 'windows-874', 124: 'windows-874' },
}

function codePageOf(driver: number): string | undefined {
  const label = codePages[driver]
  return label === undefined ? undefined : knownEncoding(label)
}

function columnsOf(view: DataView, decode: (bytes: Uint8Array) => string): Column[] {
  const columns: Column[] = []
  for (let at = 0; at + 32 <= view.byteLength && view.getUint8(at) !== 0x0d; at += 32) {
    const bytes = new Uint8Array(view.buffer, view.byteOffset + at, 11)
    const end = bytes.indexOf(0)
    const name = decode(bytes.subarray(0, end < 0 ? 11 : end)).trim()
    columns.push({ name, type: String.fromCharCode(view.getUint8(at + 11)), length: view.getUint8(at + 16) })
  }
  return columns
}

function propertiesOf(
  record: DataView,
  columns: readonly Column[],
  decode: (bytes: Uint8Array) => string,
): Record<string, unknown> {
  const properties: [string, unknown][] = []
  let at = 1
  for (const { name, type, length } of columns) {
    const bytes = new Uint8Array(record.buffer, record.byteOffset + at, length)
    const binary = binaryValue(record, at, { type, length })
    // The flags of null values of Visual FoxPro are no column of the publisher.
    if (type !== '0') {
      const value = binary === undefined ? typedValue(decode(bytes).replaceAll('\0', '').trim(), type) : binary
      properties.push([name, value])
    }
    at += length
  }
  return Object.fromEntries(properties)
}

/** The value of a binary column of Visual FoxPro and dBASE; undefined for a column of text. */
function binaryValue(record: DataView, at: number, { type, length }: Omit<Column, 'name'>): unknown {
  if (length === 4) {
    if (type === 'I' || type === '+') return record.getInt32(at, true)
    // The number of a block in another file, which a shapefile does not have.
    if (type === 'M' || type === 'G' || type === 'P') return null
  }
  if (length !== 8) return undefined
  // Ten thousandths: digits, as a number has 53 bits.
  if (type === 'Y') return decimal(record.getBigInt64(at, true))
  if (type === 'B' || type === 'O') {
    const number = record.getFloat64(at, true)
    return Number.isFinite(number) ? number : null
  }
  return type === 'T' || type === '@' ? dateOf(record.getInt32(at, true), record.getInt32(at + 4, true)) : undefined
}

function decimal(tenThousandths: bigint): number | string {
  const number = Number(tenThousandths) / 10_000
  if (Number.isSafeInteger(Number(tenThousandths))) return number
  const digits = String(tenThousandths).padStart(6, '0')
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`
}

/** The Julian day of 1 January 1970. */
const epochDay = 2_440_588

/** A day as its Julian number and milliseconds of it, in no time zone; null when it was left empty. */
function dateOf(day: number, ms: number): string | null {
  if (day === 0) return null
  const date = new Date((day - epochDay) * DAY_MS + ms)
  return Number.isNaN(date.getTime()) ? null : date.toISOString().slice(0, 19)
}

function typedValue(text: string, type: string): unknown {
  if (text === '') return null
  switch (type) {
    case 'N':
    case 'F': {
      // A value too long for its column is written as asterisks.
      if (/^\*+$/.test(text)) return null
      const plain = text.replace(/\s/g, '')
      const number = Number(/^[+-]?\d*,\d+$/.test(plain) ? plain.replace(',', '.') : plain)
      if (!Number.isFinite(number)) return text
      // A number has 53 bits: longer identifiers keep their digits as texts.
      return /^[+-]?\d+$/.test(plain) && !Number.isSafeInteger(number) ? text : number
    }
    case 'L':
      return /^[YyTt]$/.test(text) ? true : /^[NnFf]$/.test(text) ? false : null
    case 'D':
      // An absent day is written as zeros.
      return /^0+$/.test(text) ? null : text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
    default:
      return text
  }
}

/** Without a declared encoding, texts that are valid UTF-8 are UTF-8, others are windows-1252. */
function decoder(encoding: string | undefined): (bytes: Uint8Array) => string {
  if (encoding) {
    const declared = decoderOf(encoding)
    return (bytes) => declared.decode(bytes)
  }
  const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const western = new TextDecoder('windows-1252')
  return (bytes) => {
    try {
      return strict.decode(bytes)
    } catch {
      return western.decode(bytes)
    }
  }
}
