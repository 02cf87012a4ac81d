/** The rows of a bulk search. Pure. */
import { z } from '@hono/zod-openapi'
import { causeOf, problem } from '../../errors'
import { CsvReader } from '../../formats/csv/csv-reader'
import { plainDialect } from '../../formats/csv/dialect'
import { limits } from '../../limits'

export type RowsFormat = 'json' | 'ndjson' | 'csv'
type SentRow = Readonly<Record<string, unknown>>

const rowSchema = z.record(z.string(), z.unknown())

/** @throws `json-invalid`, `body-invalid` for a value that is not an object, or too many rows */
export function parseRows(text: string, format: RowsFormat): SentRow[] {
  const rows = format === 'csv' ? csvRows(text) : format === 'json' ? jsonRows(text) : ndjsonRows(text)
  const max = limits.masterData.maxSearchedRows
  if (rows.length > max)
    throw problem('body-invalid', { reason: { en: `more than ${max} rows`, fr: `plus de ${max} lignes` } })
  return rows
}

function jsonRows(text: string): SentRow[] {
  const rows = z.array(rowSchema).safeParse(parsed(text, 1))
  if (!rows.success)
    throw problem('body-invalid', {
      reason: { en: 'an array of objects is expected', fr: "un tableau d'objets est attendu" },
    })
  return rows.data
}

function ndjsonRows(text: string): SentRow[] {
  return text.split('\n').flatMap((line, at) => {
    if (line.trim() === '') return []
    const row = rowSchema.safeParse(parsed(line, at + 1))
    if (!row.success)
      throw problem('body-invalid', {
        reason: { en: `line ${at + 1}: an object is expected`, fr: `ligne ${at + 1} : un objet est attendu` },
      })
    return [row.data]
  })
}

function parsed(text: string, line: number): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw problem('json-invalid', {
      where: `line ${line}`,
      reason: causeOf(error),
    })
  }
}

function csvRows(text: string): SentRow[] {
  const reader = new CsvReader(plainDialect)
  const rows: SentRow[] = []
  const take = ({ cells }: { cells: readonly string[] }) => {
    const headers = reader.headers ?? []
    rows.push(Object.fromEntries(headers.map((header, at) => [header.trim(), cells[at] ?? ''])))
  }
  reader.push(text.replace(/^\ufeff/, ''), take)
  reader.end(take)
  return rows
}
